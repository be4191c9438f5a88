import type { FastifyInstance, FastifyRequest } from "fastify";
import type { MediaUrl } from "../core/media.ts";
import { Problem } from "../core/problem.ts";
import type { Database, ReadOptions, SiteDb, Tenant } from "../db/database.ts";
import { KEEP_NOTHING, type Kept } from "../db/kept.ts";
import type { MediaAddresses } from "./media-addresses.ts";

/** The store that a request is for, and who sends it. */
export interface CallerStore {
  site_id: string;
  /** Of the key, or of the person's membership. */
  caller_id: string;
  slug: string;
  currency: string;
  country: string;
  locale: string;
  /** IANA; null: the country's. */
  time_zone: string | null;
  /** Nobody is served. */
  is_suspended: boolean;
}

/** The store of a request, and access to that store's data. */
export interface Site {
  readonly id: string;
  readonly caller_id: string;
  /** ISO 4217. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** BCP 47. */
  readonly locale: string;
  /** For logs. */
  readonly slug: string;
  /** The time of the request, ISO 8601. */
  readonly now: string;
  /** The memory that reads of public data may use; default none. */
  kept: Kept;
  /** Runs statements that read public data. */
  read<T>(work: (db: SiteDb) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** Runs statements that read what only merchants may see. */
  report<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
  /** Runs statements that write, in one transaction. */
  transact<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
}

declare module "fastify" {
  interface FastifyRequest {
    site: Site;
  }
}

/**
 * Finds the store of a request by its API key, before anything else except CORS preflights. Routes never take a store's
 * id as input.
 */
export function registerSite(
  app: FastifyInstance,
  database: Database,
  findOwner: (key: string) => CallerStore | undefined | Promise<CallerStore | undefined>,
  mediaUrlFor: MediaAddresses,
): void {
  app.decorateRequest("site");
  const enter = (request: FastifyRequest, owner: CallerStore | undefined): void => {
    if (!owner) throw new Problem("invalid_api_key", (say) => say.request.invalidKey);
    requireOpen(owner);
    request.site = siteOf(owner, database, mediaUrlFor(request));
  };
  app.addHook("onRequest", (request, _reply, done) => {
    const key = request.headers["x-api-key"];
    const owner = typeof key === "string" ? findOwner(key) : undefined;
    if (owner instanceof Promise) {
      owner.then((found) => enter(request, found)).then(() => done(), done);
    } else {
      enter(request, owner);
      done();
    }
  });
  // A body may come slowly: a store that was suspended meanwhile takes no order.
  app.addHook("preHandler", async (request) => {
    if (request.body === undefined) return;
    const owner = await findOwner(String(request.headers["x-api-key"]));
    if (owner) requireOpen(owner);
  });
}

/** Throws `store_suspended`. */
export function requireOpen({ is_suspended }: Pick<CallerStore, "is_suspended">): void {
  if (is_suspended) {
    throw new Problem("store_suspended", (say) => say.request.storeSuspended, {
      forMerchants: "Who runs this server has suspended the store. Ask them to resume it.",
    });
  }
}

/** The store of an API key, with the current time as the time of the request. */
export const siteOf = (owner: CallerStore, database: Database, mediaUrl: MediaUrl): Site =>
  new OpenedSite(owner, database, mediaUrl);

class OpenedSite implements Site {
  readonly #owner: CallerStore;
  readonly #database: Database;
  readonly #tenant: Tenant;
  kept = KEEP_NOTHING;

  constructor(owner: CallerStore, database: Database, mediaUrl: MediaUrl) {
    const { site_id: siteId, currency, country, locale, time_zone: timeZone } = owner;
    this.#owner = owner;
    this.#database = database;
    this.#tenant = { siteId, currency, country, locale, timeZone, now: new Date().toISOString(), mediaUrl };
  }

  get id() {
    return this.#owner.site_id;
  }
  get caller_id() {
    return this.#owner.caller_id;
  }
  get currency() {
    return this.#owner.currency;
  }
  get country() {
    return this.#owner.country;
  }
  get locale() {
    return this.#owner.locale;
  }
  get now() {
    return this.#tenant.now;
  }
  get slug() {
    return this.#owner.slug;
  }

  read<T>(work: (db: SiteDb) => Promise<T>, options?: ReadOptions): Promise<T> {
    return this.#database.read({ ...this.#tenant, kept: this.kept }, work, options);
  }
  report<T>(work: (db: SiteDb) => Promise<T>): Promise<T> {
    return this.#database.report(this.#tenant, work);
  }
  transact<T>(work: (db: SiteDb) => Promise<T>): Promise<T> {
    return this.#database.transact(this.#tenant, work);
  }
}
