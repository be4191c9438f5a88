import { randomBytes } from "node:crypto";
import { ADMIN, STOREFRONT } from "../../../src/app.ts";
import { noise } from "../../../test/files/pictures.ts";
import type { Server } from "../../harness/server.ts";
import { createSellingStore, headersOf, type Store } from "../../harness/stores.ts";
import { interleave } from "../../interleave.ts";
import type { Stream } from "../../load/protocol.ts";
import { get, numbers } from "../../load/storefront-reads.ts";
import { ratioRow, sideResult } from "../../report/row.ts";
import type { Bench, Work } from "../../work.ts";
import { updateStatistics } from "../carts.ts";
import { titleOf } from "../sides.ts";

/** What uploads cost others, and what widths save. */

const SECONDS = { whole: 5, quick: 2 };
const UPLOADERS = 4;
/** What shoppers do not notice: so many times as long, or so long. */
const MOST_TIMES = 3;
const MOST_MS = 100;
const PER_SECOND = 200;
/** Of a phone's camera. */
const PHOTO = { width: 4000, height: 3000 };
/** Of a product, in a list of a phone. */
const LISTED = { width: 1600, height: 1600 };
const PICTURES = 24;

export const uploadsBeside: Work = {
  name: "uploads",
  about: `the time that 99 of 100 answers to a store need at most, while ${UPLOADERS} connections upload to another`,
  unit: "ms",
  run: async (bench) => {
    const [read, filled] = await openStores(bench, "uploads");
    await updateStatistics(bench);
    const server = await bench.startServer({ environment: ROOM });
    const photo = await photoOf(PHOTO);
    let uploads = 0;
    const sideOf = (isUploading: boolean) => ({
      measure: async (seconds: number) => {
        const until = performance.now() + seconds * 1000;
        const uploadAll = async () => {
          for (; performance.now() < until; uploads++) await upload(server, filled, photo);
        };
        const [{ streams }] = await Promise.all([
          bench.generator.streams({ url: server.url, seconds, streams: [streamOf(read)] }),
          ...numbers(isUploading ? UPLOADERS : 0).map(uploadAll),
        ]);
        return { value: streams[0]?.p99Ms ?? Number.NaN };
      },
    });
    const rounds = { ...bench, seconds: bench.quick ? SECONDS.quick : SECONDS.whole };
    const [beside = [], alone = []] = await interleave([sideOf(true), sideOf(false)], rounds);
    const { width, height } = PHOTO;
    const notes = [
      `${uploads} pictures of ${width} × ${height} pixels, ${photo.length} bytes each, were uploaded; the goal is ${MOST_TIMES} times, or ${MOST_MS} ms`,
    ];
    const yardstick = sideResult("alone", alone);
    const goal = { kind: "at most", value: Math.max(MOST_TIMES, Math.floor(MOST_MS / yardstick.median)) } as const;
    const title = { ...titleOf(uploadsBeside), goal, notes };
    return [ratioRow(title, sideResult("during uploads", beside), yardstick)];
  },
};

export const pictureBytes: Work = {
  name: "picture-bytes",
  about: `the bytes of the ${PICTURES} pictures of a list, 320 pixels wide in WebP, against those that were uploaded`,
  unit: "KB",
  run: async (bench) => {
    const [store] = await openStores(bench, "picture-bytes");
    const server = await bench.startServer({ environment: ROOM });
    const sizes = { small: 0, whole: 0 };
    for (const seed of numbers(PICTURES)) {
      const { url } = await upload(server, store, await photoOf(LISTED, seed));
      sizes.whole += await bytesAt(server, url);
      sizes.small += await bytesAt(server, url.replace(/\.\w+$/, "-320.webp"));
    }
    const notes = [
      `made pictures of ${LISTED.width} × ${LISTED.height} pixels: soft noise, which is larger than most photos`,
    ];
    const side = (name: string, bytes: number) => sideResult(name, [{ value: bytes / 1000 }]);
    const title = { ...titleOf(pictureBytes), notes };
    return [ratioRow(title, side("320 WebP", sizes.small), side("as uploaded", sizes.whole))];
  },
};

/** No measurement ends for want of room. */
const ROOM = { MEDIA_BYTES_PER_STORE: String(50 * 2 ** 30) };

const openStores = (bench: Bench, name: string): Promise<[Store, Store]> =>
  bench.database.use(async (db) => {
    const made = async (slug: string) => createSellingStore(db, { slug, products: 200 });
    return [await made(name), await made(`${name}-filled`)];
  });

/** A picture as large as a photo is, for its size: noise without its finest part. */
const photoOf = ({ width, height }: { width: number; height: number }, seed = 0): Promise<Buffer> =>
  noise(width, height, 100 + seed, 40)
    .blur(2)
    .jpeg()
    .toBuffer();

/** Uploads a picture that the store does not have yet. */
async function upload(server: Server, store: Store, photo: Buffer): Promise<{ url: string }> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo), new Uint8Array(randomBytes(16))]), "photo.jpg");
  const headers = { authorization: `Bearer ${store.secret_key}` };
  const reply = await fetch(`${server.url}${ADMIN}/files`, { method: "POST", headers, body: form });
  if (!reply.ok) throw new Error(`an upload answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as { url: string };
}

async function bytesAt(server: Server, path: string): Promise<number> {
  const reply = await fetch(new URL(path, server.url));
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  return (await reply.arrayBuffer()).byteLength;
}

const streamOf = (store: Store): Stream => ({
  connections: 4,
  headers: headersOf(store),
  requests: [...numbers(8).map((page) => `/products?limit=24&offset=${page * 24}`), "/search?q=article&limit=24"].map(
    (path) => get(STOREFRONT + path),
  ),
  statuses: [200],
  perSecond: PER_SECOND,
});
