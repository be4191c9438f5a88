import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../src/app.ts";
import { buildTestApp, closeAtOnce, openShop, type Shop, settingsWith } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { picture } from "./pictures.ts";

const REQUEST_SECONDS = 0.4;
const UPLOAD_SECONDS = 3;

let app: FastifyInstance;
let shop: Shop;
let port: number;

beforeAll(async () => {
  shop = await openShop();
  app = await buildTestApp({ REQUEST_TIMEOUT_SECONDS: REQUEST_SECONDS, UPLOAD_TIMEOUT_SECONDS: UPLOAD_SECONDS });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const [address] = app.addresses();
  port = typeof address === "object" ? address.port : 0;
});
afterAll(() => closeAtOnce(app));

/** Sends an upload in so many pieces, one each time so many milliseconds have passed, or only the first ones. */
async function trickle(bytes: Buffer, { pieces, everyMs, sent = pieces }: Record<string, number> & { pieces: number }) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "a.png");
  const given = new Response(form);
  const body = Buffer.from(await given.arrayBuffer());
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}); // written to after it was cut
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const head = [
    `POST ${ADMIN}/files HTTP/1.1`,
    "host: x",
    "connection: close",
    `authorization: Bearer ${shop.secret_key}`,
    `content-type: ${given.headers.get("content-type")}`,
    `content-length: ${body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const size = Math.ceil(body.length / pieces);
  let next = 0;
  const start = performance.now();
  const drip = setInterval(() => {
    if (next < sent) socket.write(body.subarray(next * size, ++next * size));
  }, everyMs);
  await once(socket, "close");
  clearInterval(drip);
  return { status: Number(text.slice(9, 12)), ms: performance.now() - start };
}

test("a picture may take longer than other requests", async () => {
  const { status, ms } = await trickle(await picture("png", 200, 200), { pieces: 10, everyMs: 120 });
  expect(ms).toBeGreaterThan(2 * REQUEST_SECONDS * 1000);
  expect(status).toBe(200);
});

test("a picture that never ends is refused after its time, and leaves nothing", async () => {
  const before = (await call(shop, "files_list", {})).data.total;
  const { status, ms } = await trickle(await picture("png", 210, 200), { pieces: 10, everyMs: 50, sent: 5 });
  expect(status).toBe(408);
  expect(ms).toBeGreaterThan(UPLOAD_SECONDS * 1000 - 50);
  expect((await call(shop, "files_list", {})).data.total).toBe(before);
  const { MEDIA_DIR } = settingsWith();
  await expect.poll(() => readdirSync(join(MEDIA_DIR, ".incoming"))).toEqual([]);
});
