import { newId } from "../core/ids.ts";

/** Milliseconds that a row of `changes` stays at least. A process that read none for half of it must not rely on them. */
export const RETENTION_MS = 10 * 60_000;

/**
 * The parts of what shoppers see of a store:
 * - `store`, `menus`, `content` (pages and posts), `shipping` (rates), `promotions` (which of them run);
 * - `groups`: categories and collections, as every product in them shows them;
 * - `catalogue`: which products lists, searches and counts find, and in which order;
 * - `availability`: which products can be bought, for lists and counts that ask for it.
 * Products that change by themselves are named by their ids.
 */
export const PARTS = [
  "store",
  "menus",
  "content",
  "shipping",
  "promotions",
  "groups",
  "catalogue",
  "availability",
] as const;
export type Part = (typeof PARTS)[number];

/** Together they say that any product of the store may have changed. */
export const ALL_PRODUCTS: readonly Part[] = ["groups", "catalogue", "availability"];

/** What a transaction changed of what shoppers see of a store. */
export interface StoreChanges {
  siteId: string;
  parts: readonly Part[];
  productIds: readonly string[];
}

/** Changes as a row of the table `changes` holds them. */
export interface RecordedChanges extends StoreChanges {
  /** The id of the row: other processes, and this one, may read it later. */
  id: string;
}

/** Receives what was changed. `everything`: it is not known what was changed, of any store. */
export type ChangeListener = (changes: StoreChanges | "everything") => void;

/** Tells listeners of this process what transactions changed, also transactions of other processes. */
export interface ChangeFeed {
  /**
   * Whether the listeners know of every change of this process, and of every change that another process committed more
   * than a second ago. What is kept in memory may be served only then.
   */
  readonly isCurrent: boolean;
  /** Calls the listeners at once, and wakes the other processes. Call it after the commit. */
  publish(changes: RecordedChanges): void;
  /** Calls the listeners: another worker of this server has committed these changes. */
  receive(changes: RecordedChanges): void;
  listen(listener: ChangeListener): void;
}

/** The feed of a database that only this process uses. */
export class LocalChanges implements ChangeFeed {
  readonly #listeners: ChangeListener[] = [];

  get isCurrent(): boolean {
    return true;
  }

  publish(changes: StoreChanges): void {
    for (const listener of this.#listeners) listener(changes);
  }

  receive(changes: StoreChanges): void {
    this.publish(changes);
  }

  listen(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }
}

/** With more, all products of the store count as changed: a row of `changes` stays short. */
const MAX_PRODUCTS = 1000;

/** Collects what a transaction changes. */
export class ChangeCollector {
  readonly #parts = new Set<Part>();
  readonly #productIds = new Set<string>();
  #id: string | undefined;

  add(parts: readonly Part[], productIds: readonly string[]): void {
    for (const part of parts) this.#parts.add(part);
    for (const id of productIds) this.#productIds.add(id);
  }

  /** What was collected, with the same id at each call; undefined for nothing. */
  of(siteId: string): RecordedChanges | undefined {
    if (this.#parts.size === 0 && this.#productIds.size === 0) return undefined;
    this.#id ??= newId();
    if (this.#productIds.size > MAX_PRODUCTS) this.add(ALL_PRODUCTS, []);
    const hasAll = ALL_PRODUCTS.every((part) => this.#parts.has(part));
    return { id: this.#id, siteId, parts: [...this.#parts], productIds: hasAll ? [] : [...this.#productIds] };
  }
}
