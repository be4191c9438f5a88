import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { Problem } from "../core/problem.ts";
import { drawPicture, MOTIFS, type Motif } from "./pictures/draw-picture.ts";

const A_YEAR = "public, max-age=31536000, immutable";
const SEED = /^[a-z0-9-]{1,100}$/;

/** The pictures of the demo stores, generated from their URLs, so that the demo needs no internet. */
export const mediaRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    "/demo/:motif/:seed.svg",
    { schema: { hide: true, params: Type.Object({ motif: Type.String(), seed: Type.String() }) } },
    ({ params: { motif, seed } }, reply) => {
      if (!isMotif(motif) || !SEED.test(seed)) throw new Problem("not_found", "There is no such picture.");
      return reply.type("image/svg+xml").header("cache-control", A_YEAR).send(drawPicture(motif, seed));
    },
  );
};

const isMotif = (text: string): text is Motif => (MOTIFS as readonly string[]).includes(text);
