import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Problem } from "../core/problem.ts";
import { version } from "../core/version.ts";
import { type AgentOptions, connectionProblem, publicAgents, requireAddress } from "../webhooks/webhooks.ts";

/** From the look-up of the name to the end of the picture. */
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

/** Fetches what is at an address, and gives it to `take` as it comes. `signal` breaks it off, and its reason is thrown. */
export type Fetch = <T>(
  address: string,
  take: (body: AsyncIterable<Buffer>) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/**
 * Fetches from the public internet and nowhere else. Redirects are followed as far as each leads there. Throws `invalid_value` for an
 * address that is not fetched, `picture_refused` for one that gives nothing, and what `take` throws.
 */
export function publicFetch(options: AgentOptions): Fetch {
  const agents = publicAgents(options);
  const ask = (address: string, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const isSecure = address.startsWith("https:");
      const sent = (isSecure ? requestHttps : requestHttp)(address, {
        agent: isSecure ? agents.https : agents.http,
        signal,
        maxHeaderSize: 16_384,
        headers: { accept: "image/*", "user-agent": `Hanout/${version}`, connection: "close" },
      });
      sent.once("response", resolve).on("error", reject).end();
    });

  return async (given, take, signal) => {
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const stop = signal ? AbortSignal.any([late, signal]) : late;
    const problemOf = (error: NodeJS.ErrnoException): Problem => {
      signal?.throwIfAborted();
      if (error instanceof Problem) return error;
      return unreachable(late.aborted ? TOO_LATE : connectionProblem(error));
    };
    let address = requireAddress(given, options.rules, "url");
    for (let followed = 0; ; followed++) {
      const response = await ask(address, stop).catch((error) => {
        throw problemOf(error);
      });
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) {
        return take(response).catch((error) => {
          throw problemOf(error);
        });
      }
      response.destroy();
      const isRedirect = statusCode >= 301 && statusCode <= 308 && headers.location !== undefined;
      if (!isRedirect || followed === MAX_REDIRECTS) throw unreachable(`It answered ${statusCode}.`);
      if (!URL.canParse(headers.location ?? "", address)) throw unreachable("It leads to no address.");
      address = requireAddress(new URL(headers.location ?? "", address).href, options.rules, "url");
    }
  };
}

const TOO_LATE = "It did not answer within 30 seconds.";

const unreachable = (why: string) => new Problem("picture_refused", `The picture cannot be fetched. ${why}`);
