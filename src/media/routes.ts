import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { drawPicture, MOTIFS } from "./draw.ts";

const A_YEAR = "public, max-age=31536000, immutable";

/** The demo stores' pictures, drawn from their addresses alone, so that everything shows without internet. */
export const mediaRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    "/demo/:motif/:seed.svg",
    {
      schema: {
        hide: true,
        params: Type.Object({ motif: Type.Enum([...MOTIFS]), seed: Type.String({ pattern: "^[a-z0-9-]{1,100}$" }) }),
      },
    },
    ({ params }, reply) =>
      reply.type("image/svg+xml").header("cache-control", A_YEAR).send(drawPicture(params.motif, params.seed)),
  );
};
