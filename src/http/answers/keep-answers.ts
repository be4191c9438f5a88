import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Cache } from "../../cache/cache.ts";
import { isTrueAt } from "../../cache/entry.ts";
import { Making } from "../../cache/making.ts";
import type { Part } from "../../db/changes.ts";
import { canonicalAddress } from "./addresses.ts";
import { bytesOfAnswer, headFor, type KeptAnswer } from "./kept-answer.ts";
import { type ViewSettings, viewsOf } from "./views.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** On a public read: the parts of the store that its answer shows. Without this setting, the answer is not kept. */
    shows?: readonly Part[];
  }
  interface FastifyRequest {
    /** The answer that this request makes for others; null when nothing is kept of it. */
    answerInMaking: AnswerInMaking | null;
    /** Whether the answer comes from memory. */
    isFromMemory: boolean;
  }
}

/** An answer that a request makes, to be kept. */
class AnswerInMaking {
  readonly #making: Making;
  readonly #key: string;
  readonly #shows: readonly Part[];

  constructor(making: Making, key: string, shows: readonly Part[]) {
    this.#making = making;
    this.#key = key;
    this.#shows = shows;
  }

  keep(answer: KeptAnswer): void {
    this.#making.keepAnswer(this.#key, answer, bytesOfAnswer(answer), this.#shows);
  }

  end(): void {
    this.#making.end();
  }
}

/** When the request that others wait for keeps no answer, they wait for one more. A third would delay a failure too long. */
const MAX_WAITS = 2;

/**
 * Answers public reads from memory, where a route says what it `shows`. A request whose answer is not kept makes it; others
 * that want the same wait for that. `caching.ts` keeps what was made. `served` gets the store of each answer from memory.
 */
export function registerKeptAnswers(
  app: FastifyInstance,
  cache: Cache,
  settings: ViewSettings,
  served: (siteId: string) => void,
): void {
  const viewOf = viewsOf(settings);
  app.decorateRequest("answerInMaking", null);
  app.decorateRequest("isFromMemory", false);

  app.addHook("preValidation", (request, reply, done) => {
    const { shows } = request.routeOptions.config;
    const address = shows && canonicalAddress(request);
    const store = address && cache.storeOf(request.site.id);
    if (!store || !shows || !address) return done();
    const view = viewOf(request.headers, request.site.locale, `${request.protocol}://${request.host}`);

    const now = Date.parse(request.site.now);
    const key = view.ofAnswers + address;
    const send = (answer: unknown) => {
      cache.statistics.hits++;
      served(request.site.id);
      sendFromMemory(request, reply, answer as KeptAnswer);
    };
    const make = () => {
      if (reply.raw.destroyed) return done(); // the client has gone, and no event would end the making
      cache.statistics.misses++;
      const making = new Making(store, view.ofParts, now);
      if (request.method === "GET") {
        if (!store.running.has(key)) making.lead(key);
        request.answerInMaking = new AnswerInMaking(making, key, shows);
      }
      request.site.kept = making;
      for (const event of ["finish", "close"]) reply.raw.once(event, () => making.end());
      done();
    };
    const find = (maxWaits: number): void => {
      const found = store.find(key, now);
      const running = store.running.get(key);
      if (found) send(found.value);
      else if (!running || maxWaits === 0) make();
      else running.then((made) => (made && isTrueAt(made, now) ? send(made.value) : find(maxWaits - 1)));
    };
    find(MAX_WAITS);
  });
}

function sendFromMemory(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): void {
  const { status, headers, requestIdAt, rateLimitAt } = headFor(answer, request.headers);
  for (let i = 0; i < headers.length; i += 2) {
    if (i + 1 === requestIdAt || i + 1 === rateLimitAt) continue; // the hooks have set them for this request
    reply.header(headers[i] ?? "", headers[i + 1]);
  }
  request.isFromMemory = true;
  if (status === 200) reply.send(answer.content);
  else reply.code(status).send(); // null would be written as JSON
}
