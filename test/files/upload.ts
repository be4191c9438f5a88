import type { FastifyInstance } from "fastify";
import { ADMIN } from "../../src/app.ts";
import { app, type Json } from "../support/app.ts";

/** Uploads a file as programs do. */
export async function upload(
  shop: { secret_key: string },
  bytes: Buffer,
  { name = "a.jpg", part = "file", via = app }: { name?: string; part?: string; via?: FastifyInstance } = {},
): Promise<{ status: number; body: Json }> {
  const form = new FormData();
  form.append(part, new Blob([new Uint8Array(bytes)]), name);
  const sent = new Response(form);
  const reply = await via.inject({
    method: "POST",
    url: `${ADMIN}/files`,
    headers: {
      authorization: `Bearer ${shop.secret_key}`,
      "content-type": sent.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}
