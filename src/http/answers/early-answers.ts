import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { FastifyServerFactory } from "fastify";
import type { Cache } from "../../cache/cache.ts";
import type { Traffic } from "../../metrics/traffic.ts";
import type { RequestLimit } from "../limits.ts";
import type { LogRequest } from "../server/access-log.ts";
import { hasBody } from "../server/body-time.ts";
import type { CallerStore } from "../site.ts";
import { sortParameters } from "./addresses.ts";
import { headFor, type KeptAnswer } from "./kept-answer.ts";
import { PreparedSender } from "./prepared-head.ts";
import { type ViewSettings, viewsOf } from "./views.ts";

/** What the hooks of a request would do, for answers that pass none of them. */
export interface EarlyParts {
  cache: Cache;
  views: ViewSettings;
  findOwner: (key: string) => CallerStore | undefined | Promise<CallerStore | undefined>;
  addressLimit: RequestLimit;
  keyLimit: RequestLimit;
  /** The IP address of the client. */
  addressOf: (request: IncomingMessage) => string;
  requestId: (request: IncomingMessage) => string;
  log: LogRequest;
  traffic: Traffic;
  /** Is told which store is served. */
  served: (siteId: string) => void;
  /** Whether requests are refused now, or their connections closed. */
  isClosing: () => boolean;
}

type StartedParts = EarlyParts & { viewOf: ReturnType<typeof viewsOf> };

/**
 * Answers from memory before the framework sees the request, which costs more than everything else about such an answer.
 * Whatever is not plain (a key that must be looked up, a limit that is reached, a shutdown) goes to the framework. Both
 * ways send the same bytes.
 */
export class EarlyAnswers {
  #parts: StartedParts | undefined;
  readonly #sender = new PreparedSender();

  /** Begins to answer. Call it when the application is complete. */
  start(parts: EarlyParts): void {
    this.#parts = { ...parts, viewOf: viewsOf(parts.views) };
  }

  /** For Fastify: creates the server as Fastify does. */
  readonly createServer: FastifyServerFactory<Server> = (handler, options) => {
    const { http, keepAliveTimeout, requestTimeout } = options as unknown as ServerTimes;
    const server = createServer(http, (request, response) => {
      if (!this.#tryAnswer(request, response)) (handler as RequestListener)(request, response);
    });
    return Object.assign(server, { keepAliveTimeout, requestTimeout });
  };

  /** An error that nobody expects must not end the process: the framework answers it with 500. */
  #tryAnswer(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      return this.#answer(request, response);
    } catch (error) {
      if (response.headersSent) throw error;
      return false;
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const parts = this.#parts;
    const { method, url = "", headers } = request;
    const key = headers["x-api-key"];
    if (!parts || method !== "GET" || typeof key !== "string" || hasBody(request) || parts.isClosing()) return false;
    const [startedAt, now] = [performance.now(), Date.now()];
    const owner = parts.findOwner(key);
    if (owner instanceof Promise) owner.catch(() => {}); // the framework looks it up, too, and reports the failure
    if (!owner || owner instanceof Promise || owner.is_suspended) return false;
    const answer = this.#find(parts, owner, url, headers, now);
    if (!answer) return false;
    const { addressLimit, keyLimit } = parts;
    const ofAddress = addressLimit.windowOf(parts.addressOf(request), now);
    const ofKey = keyLimit.windowOf(owner.caller_id, now);
    if (ofAddress.used >= addressLimit.max || ofKey.used >= keyLimit.max) return false;

    parts.cache.statistics.hits++;
    parts.served(owner.site_id);
    const requestId = parts.requestId(request);
    const rateLimit = `${addressLimit.countIn(ofAddress, 1, now).text}, ${keyLimit.countIn(ofKey, 1, now).text}`;
    const head = headFor(answer, headers);
    const content = head.status === 200 ? answer.content : undefined;
    this.#sender.send(request, response, head, { requestId, rateLimit, content });
    const ms = performance.now() - startedAt;
    parts.log(requestId, head.logged, ms);
    (head === answer.whole ? answer.seconds.whole : answer.seconds.notModified).note(ms / 1000);
    const store = parts.traffic.storeOf(owner.site_id, owner.slug);
    store.requests++;
    store.bytes += content?.length ?? 0;
    return true;
  }

  #find(
    { cache, viewOf }: StartedParts,
    owner: CallerStore,
    url: string,
    headers: IncomingMessage["headers"],
    now: number,
  ): KeptAnswer | undefined {
    const store = cache.storeOf(owner.site_id);
    if (!store) return undefined;
    const { ofAnswers } = viewOf(headers, owner.locale, `http://${headers.host ?? ""}`);
    const found = store.find(ofAnswers + url, now) ?? store.find(ofAnswers + sortParameters(url), now);
    return found?.value as KeptAnswer | undefined;
  }
}

/** What Fastify gives to the server that it creates itself. */
interface ServerTimes {
  http: Parameters<typeof createServer>[0];
  keepAliveTimeout: number;
  requestTimeout: number;
}
