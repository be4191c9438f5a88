import type { Bench } from "../setup/bench.ts";
import type { Server } from "../setup/server.ts";
import { headerOf, recordAnswer } from "../yardsticks/recorded-answer.ts";
import type { Read } from "./storefront-reads.ts";

/** Media addresses are resolved against the host of a request, so both servers are asked with the same one. */
const HOST = "shop.example";

/**
 * Asks a server twice for each address, so that it may answer from its cache, and the server without the cache once. Throws
 * unless status, ETag and bytes are the same.
 */
export async function requireSameAsUncached(
  bench: Bench,
  server: Server,
  key: Record<string, string>,
  paths: string[],
): Promise<void> {
  const uncached = await bench.uncachedServer();
  const headers = { ...key, host: HOST };
  for (const path of paths) {
    const [first, second, expected] = [
      await recordAnswer(server.url + path, headers),
      await recordAnswer(server.url + path, headers),
      await recordAnswer(uncached.url + path, headers),
    ].map((answer) => ({ status: answer.status, etag: headerOf(answer, "etag"), body: answer.body }));
    const wrong = [first, second].find((answer) => JSON.stringify(answer) !== JSON.stringify(expected));
    if (wrong) throw new Error(`${path} is ${wrong.etag}, and without the cache ${expected?.etag}`);
  }
}

/** Throws unless every answer of a server contains what it should. */
export async function requireRight(url: string, headers: Record<string, string>, read: Read, paths: string[]) {
  for (const path of paths) {
    const { body } = await recordAnswer(url + path, headers);
    if (!read.isRight(JSON.parse(body))) throw new Error(`${path} has a wrong answer`);
  }
}
