import type { Server } from "../harness/server.ts";
import { pathsOf, type Read } from "../load/storefront-reads.ts";
import type { Bench } from "../work.ts";
import { headerOf, type RecordedAnswer, recordAnswer } from "../yardsticks/recorded-answer.ts";

/** Media addresses are resolved against the host of a request, so both servers are asked with the same one. */
const HOST = "shop.example";

/** Headers that are other ones in each answer: the id of the request, and what is left of the limits. */
const OF_THE_REQUEST = /^(x-request-id|ratelimit)$/i;

/**
 * Asks a server twice for each address, so that it may answer from its cache, and the server without the cache once. Throws
 * unless status, headers and bytes are the same, also with the ETag of the answer (304).
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
    const expected = await recordAnswer(uncached.url + path, headers);
    const etag = headerOf(expected, "etag") ?? "";
    const notModified = await recordAnswer(uncached.url + path, { ...headers, "if-none-match": etag });
    for (const [wanted, more] of [
      [expected, {}],
      [expected, {}],
      [notModified, { "if-none-match": etag }],
    ] as const) {
      const answer = await recordAnswer(server.url + path, { ...headers, ...more });
      const difference = differenceOf(answer, wanted);
      if (difference) throw new Error(`${path} is with and without the cache ${difference}`);
    }
  }
}

/** What two answers do not have in common, in words; undefined for the same answers. */
function differenceOf(answer: RecordedAnswer, expected: RecordedAnswer): string | undefined {
  const [ours, theirs] = [answer, expected].map(({ status, headers, body }) => [
    `status ${status}`,
    ...headers.filter(([name]) => !OF_THE_REQUEST.test(name)).map(([name, value]) => `${name.toLowerCase()}: ${value}`),
    body,
  ]) as [string[], string[]];
  const only = (one: string[], other: string[]) =>
    one.filter((line) => !other.includes(line)).map((line) => line.slice(0, 200));
  const [inOurs, inTheirs] = [only(ours, theirs), only(theirs, ours)];
  return inOurs.length + inTheirs.length > 0 ? `${inOurs.join(", ")} / ${inTheirs.join(", ")}` : undefined;
}

/** Throws unless every answer of a server contains what it should. */
export async function requireRight(url: string, headers: Record<string, string>, read: Read) {
  for (const path of pathsOf(read)) {
    const { body } = await recordAnswer(url + path, headers);
    if (!read.isRight(JSON.parse(body))) throw new Error(`${path} has a wrong answer`);
  }
}
