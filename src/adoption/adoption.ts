import { NO_STORE } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { truncate } from "../core/text/truncate.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { addressOf, type FileRow, hashesIn, type Site } from "../files/files.ts";
import { countNaming, findNamed, findNaming, KINDS, type Kind } from "./queries.ts";
import { addressesOf, rename } from "./things.ts";
import { type ChangedThing, tellOfProduct } from "./told.ts";

export { byPlace, type NamedPicture, placePictures, putPictures } from "./named.ts";
export type { Kind } from "./queries.ts";
export type { ChangedThing } from "./told.ts";

/** Things of one portion. */
const AT_ONCE = 10;
/** Pictures of one portion that are fetched at the same time. */
const FETCHED_AT_ONCE = 4;
/** Addresses whose outcome is kept in memory: pages show the same picture often. */
const MAX_KNOWN = 10_000;

/** Keeps the picture at an address elsewhere. */
export interface PictureKeeper {
  fetch(site: Site, address: string, signal: AbortSignal): Promise<FileRow>;
}

/** How far the things are looked through. */
export interface Cursor {
  kind: Kind;
  id: string;
}

/** Where a picture is kept now, or why it is not. */
type Fetched = { url: string } | { reason: string };

/** Some things of one kind, with what became of the pictures that they name. */
export interface Step {
  kind: Kind;
  ids: string[];
  fetched: ReadonlyMap<string, Fetched>;
  /** Undefined: these are the last. */
  next: Cursor | undefined;
}

/** A picture that could not be adopted. */
export interface Failure {
  thing: string;
  slug: string;
  address: string;
  reason: string;
}

/** What one step has done. */
interface Done {
  things: number;
  pictures: number;
  failures: Failure[];
}

/** How many things of these kinds may name pictures by whole addresses, of other servers or of ours. */
export async function countThings(db: SiteDb, kinds: readonly Kind[]): Promise<number> {
  const counts = await Promise.all(kinds.map((kind) => countNaming(db, kind)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Fetches the pictures that a store's things name at addresses elsewhere; things of these kinds. */
export class Adoption {
  readonly #keeper: PictureKeeper;
  readonly #kinds: readonly Kind[];
  readonly #known = new Map<string, Promise<Fetched>>();

  constructor(keeper: PictureKeeper, kinds: readonly Kind[]) {
    this.#keeper = keeper;
    this.#kinds = KINDS.filter((kind) => kinds.includes(kind));
  }

  /**
   * The things that come after a cursor, with their pictures fetched. Throws `files_full`, `uploads_unavailable`, `overloaded`,
   * `unavailable`, and the signal's reason; nothing is fetched then any more.
   */
  async step(site: Site, after: Cursor | null, signal: AbortSignal): Promise<Step> {
    const from = after ?? { kind: this.#kinds[0] ?? "store", id: NO_STORE };
    const things = await site.transact((db) => findNaming(db, from.kind, from.id, AT_ONCE));
    const addresses = [...new Set(things.flatMap(addressesOf))].filter((address) => isElsewhere(site.id, address));
    const fetched = new Map<string, Fetched>();
    const waiting = addresses.values();
    const failing = new AbortController();
    const stop = AbortSignal.any([signal, failing.signal]);
    const take = async () => {
      for (const address of waiting) {
        stop.throwIfAborted();
        fetched.set(address, await this.#fetchOnce(site, address, stop));
      }
    };
    await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, () => take().catch((error) => failing.abort(error))));
    stop.throwIfAborted();
    const kind = this.#kinds[this.#kinds.indexOf(from.kind) + 1];
    const next =
      things.length === AT_ONCE
        ? { kind: from.kind, id: things.at(-1)?.id ?? from.id }
        : kind && { kind, id: NO_STORE };
    return { kind: from.kind, ids: things.map(({ id }) => id), fetched, next };
  }

  async #fetchOnce(site: Site, address: string, signal: AbortSignal): Promise<Fetched> {
    if (address.length > MAX_ADDRESS) return TOO_LONG;
    const known = this.#known.get(address) ?? this.#fetchNow(site, address, signal);
    if (this.#known.size < MAX_KNOWN) this.#known.set(address, known);
    return known;
  }

  async #fetchNow(site: Site, address: string, signal: AbortSignal): Promise<Fetched> {
    try {
      const file = await this.#keeper.fetch(site, address.startsWith("//") ? `https:${address}` : address, signal);
      return { url: addressOf({ siteId: site.id, ...file, width: undefined }) };
    } catch (error) {
      if (error instanceof Problem && OF_THE_PICTURE.has(error.code)) return { reason: error.detail };
      throw error;
    }
  }
}

/** Characters of an address that is fetched. */
const MAX_ADDRESS = 2000;
const TOO_LONG: Fetched = { reason: `The address has more than ${MAX_ADDRESS.toLocaleString("en")} characters.` };

/** What is wrong with one picture; what else a fetch throws is the store's or the server's matter. */
const OF_THE_PICTURE: ReadonlySet<string> = new Set(["picture_refused", "invalid_value", "body_too_large"]);

/** Whether this is an address of another server, and not a whole one of this store's files. */
const isElsewhere = (siteId: string, address: string): boolean =>
  /^(https?:)?\/\//i.test(address) && hashesIn(siteId, address).length === 0;

/** Names the files that were fetched in the place of their old addresses, in one transaction. `changed` is told of each thing. */
export async function adoptStep(
  db: SiteDb,
  { kind, ids, fetched }: Step,
  changed: (thing: ChangedThing) => void,
): Promise<Done> {
  const to = (address: string): string | undefined => {
    const found = fetched.get(address);
    return found && "url" in found ? found.url : undefined;
  };
  const done: Done = { things: 0, pictures: 0, failures: [] };
  for (const thing of await findNamed(db, kind, ids)) {
    const addresses = addressesOf(thing);
    const failed = (address: string, reason: string) =>
      done.failures.push({
        thing: thing.entity,
        slug: thing.label,
        address: truncate(address),
        reason: truncate(reason),
      });
    for (const address of addresses) {
      const found = fetched.get(address);
      if (found && "reason" in found) failed(address, found.reason);
    }
    const adopted = addresses.filter((address) => to(address) !== undefined);
    try {
      const change = await rename(db, kind, thing, to);
      if (!change) continue;
      changed(change);
      done.things++;
      done.pictures += adopted.length;
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      for (const address of adopted) failed(address, error.detail);
    }
  }
  return done;
}

/** What an adoption has done; of what failed, the first. */
export interface Adopted extends Done {
  failed: number;
}

export const NOTHING_ADOPTED: Adopted = { things: 0, pictures: 0, failed: 0, failures: [] };

/** What it has done with one more step. */
export const adoptedWith = (before: Adopted, { things, pictures, failures }: Done, maxFailures: number): Adopted => ({
  things: before.things + things,
  pictures: before.pictures + pictures,
  failed: before.failed + failures.length,
  failures: [...before.failures, ...failures].slice(0, maxFailures),
});

/**
 * Adopts the pictures of a store's products for a command, portion by portion, each a transaction, and yields what each has done, with how
 * many of all products are looked at by then. Interrupted, it leaves only whole products, and can be run again. Throws what
 * `Adoption.step` throws.
 */
export async function* adoptOfProducts(
  database: Database,
  tenant: Tenant,
  keeper: PictureKeeper,
  signal: AbortSignal,
): AsyncGenerator<{ done: Done; looked: number; total: number }> {
  const transact = <T>(work: (db: SiteDb) => Promise<T>): Promise<T> =>
    database.transact({ ...tenant, now: new Date().toISOString() }, work);
  const adoption = new Adoption(keeper, ["product"]);
  const total = await transact((db) => countThings(db, ["product"]));
  let looked = 0;
  for (let after: Cursor | null | undefined = null; after !== undefined && !signal.aborted; ) {
    const step: Step = await adoption.step({ id: tenant.siteId, transact }, after, signal);
    const done = await transact((db) => adoptStep(db, step, (thing) => tellOfProduct(db, thing)));
    looked += step.ids.length;
    yield { done, looked, total };
    after = step.next;
  }
}
