import type { FastifyInstance } from "fastify";
import type { MediaUrl } from "../core/media.ts";
import { Problem } from "../core/problem.ts";
import type { Database, ReadOptions, SiteDb } from "../db/database.ts";
import type { MediaAddresses } from "./media-addresses.ts";

/** The store and key that a request speaks for. */
export interface KeyOwner {
  site_id: string;
  key_id: string;
  slug: string;
  currency: string;
  country: string;
  locale: string;
}

/** What a request knows about its store, and the two ways it may touch that store's data. */
export interface Site {
  readonly id: string;
  readonly key_id: string;
  /** ISO 4217. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** For logs. */
  readonly slug: string;
  /** For public tables. */
  read<T>(work: (db: SiteDb) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** For what merchants read. */
  report<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
  /** For the rest: all of it or nothing. */
  transact<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
}

declare module "fastify" {
  interface FastifyRequest {
    site: Site;
  }
}

const INVALID = "Send a valid API key of the store in the x-api-key header.";

/**
 * Resolves the tenant from the API key, before anything else on the path but a CORS preflight. A route never sees a
 * store's id in its input.
 */
export function registerSite(
  app: FastifyInstance,
  database: Database,
  findOwner: (key: string) => Promise<KeyOwner | undefined>,
  mediaUrlFor: MediaAddresses,
): void {
  app.decorateRequest("site");
  app.addHook("onRequest", async (request) => {
    const key = request.headers["x-api-key"];
    const owner = typeof key === "string" ? await findOwner(key) : undefined;
    if (!owner) throw new Problem("invalid_api_key", INVALID);
    request.site = siteOf(owner, database, mediaUrlFor(request));
  });
}

/** The store of a key, at this moment. */
export function siteOf(owner: KeyOwner, database: Database, mediaUrl: MediaUrl): Site {
  const { currency, country, locale } = owner;
  const tenant = { siteId: owner.site_id, currency, country, locale, now: new Date().toISOString(), mediaUrl };
  return {
    id: owner.site_id,
    key_id: owner.key_id,
    currency,
    country,
    slug: owner.slug,
    read: (work, options) => database.read(tenant, work, options),
    report: (work) => database.report(tenant, work),
    transact: (work) => database.transact(tenant, work),
  };
}
