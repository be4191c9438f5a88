import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import {
  addWords,
  compareProducts,
  findOrCreateCategory,
  type LockedCategory,
  lockToSave,
  type Saved,
  type SaveOptions,
  saveProduct,
} from "../catalog/catalog.ts";
import type { Actor } from "../core/actor.ts";
import { newId } from "../core/ids.ts";
import { invalidValue, Problem, type ProblemCode } from "../core/problem.ts";
import { truncate } from "../core/text/truncate.ts";
import { type Database, isLostRace, type SiteDb, type Tenant } from "../db/database.ts";
import { NotShopifyCsv } from "./shopify-columns.ts";
import { type ImportedProduct, type ReadProduct, readShopifyCsv } from "./shopify-csv.ts";

export type { ReadProduct } from "./shopify-csv.ts";

/** What became of one product of the file. */
export type Outcome =
  | ({ handle: string; line: number } & Saved)
  | { handle: string; line: number; change: "failed"; problems: { line: number; reason: string }[] };

/**
 * Imports the products of a Shopify export into a store, each product in its own transaction, and yields the outcome of
 * each. A product that cannot be imported gives an outcome too, and the import continues. At its end, and when the caller stops early, it tells
 * how it ended. `dryRun` writes and tells nothing.
 */
export async function* importShopifyCsv(
  database: Database,
  tenant: Tenant,
  file: Readable,
  { dryRun }: { dryRun: boolean },
): AsyncGenerator<Outcome> {
  const transact = <T>(work: (db: SiteDb) => Promise<T>): Promise<T> =>
    database.transact({ ...tenant, now: new Date().toISOString() }, work);
  const counts = countOutcomes([]);
  let end: ImportEnd = { state: "cancelled", code: null };
  try {
    for await (const read of readShopifyCsv(file, tenant.currency)) {
      const work = (db: SiteDb) => (dryRun ? compareImported(db, [read]) : importAlone(db, read));
      const [outcome] = await transact(work).catch((error: unknown) => [failed(read, refusal(error))]);
      if (!outcome) continue;
      counts[outcome.change]++;
      yield outcome;
    }
    end = { state: "done", code: null };
  } catch (error) {
    end = { state: "failed", code: codeOf(error) };
    throw error;
  } finally {
    if (!dryRun) {
      const ended = { id: newId(), actor: "command" as const };
      const told = transact(async (db) => tellOfImport(db, ended, counts, end));
      await (end.state === "failed" ? told.catch(() => {}) : told); // the database may be what failed
    }
  }
}

const codeOf = (error: unknown): ProblemCode =>
  error instanceof Problem ? error.code : error instanceof NotShopifyCsv ? "invalid_value" : "internal_error";

async function importAlone(db: SiteDb, read: ReadProduct): Promise<Outcome[]> {
  const save = async (input: ImportedProduct): Promise<Saved> => {
    const category = input.category === null ? undefined : await findOrCreateCategory(db, input.category);
    const saved = await saveImported(db, input, category);
    tellOf(db, saved);
    return saved;
  };
  return [await outcomeOf(read, save)];
}

/** What importing the products would do now; each is compared with the store. Locks and writes nothing. */
export async function compareImported(db: SiteDb, products: readonly ReadProduct[]): Promise<Outcome[]> {
  const inputs = products.flatMap(({ input }) => input ?? []);
  const ids = new Map<string | null, string | null>([[null, null]]);
  for (const { category } of inputs) {
    if (category === null || ids.has(category)) continue;
    const found = await findOrCreateCategory(db, category, { dryRun: true });
    ids.set(category, found?.id ?? newId()); // one that the import would create is not that of any product
  }
  const compared = await compareProducts(
    db,
    inputs.map(({ category, ...input }) => ({ ...input, category_id: ids.get(category) ?? null })),
  );
  const saved = new Map(inputs.map((input, i) => [input, compared[i] as Saved]));
  return Promise.all(products.map((read) => outcomeOf(read, async (input) => saved.get(input) as Saved)));
}

/**
 * Imports the products of a call in one transaction, and returns the outcome of each. Products that could not be read have an outcome
 * too, and the others are imported. Throws `invalid_value` when the database refuses a product: then no
 * product is imported. `others` says so, and what became of those that another transaction imported: the end of a sentence.
 */
export async function importProducts(
  db: SiteDb,
  products: ReadProduct[],
  others = "nothing was saved with it",
): Promise<Outcome[]> {
  const inputs = products.flatMap(({ input }) => input ?? []);
  const categories = await lockCategoriesShared(db, inputs); // before products, as every other writer does
  await lockToSave(
    db,
    inputs.map(({ slug }) => slug),
  );
  const outcomes = new Map<ReadProduct, Outcome>();
  const newWords = new Set<string>();
  for (const read of bySlug(products)) {
    try {
      const save = (input: ImportedProduct) => saveImported(db, input, categories.get(input.category), { newWords });
      outcomes.set(read, await outcomeOf(read, save));
    } catch (error) {
      if (isLostRace(error)) throw error; // a concurrent transaction was first: the caller tries the whole import again
      const reason = refusal(error);
      if (!(error instanceof RangeError)) {
        throw badCsv(
          `could not be imported, and ${others}: line ${read.line}, ${truncate(read.handle)}: ${truncate(reason)}`,
        );
      }
      outcomes.set(read, failed(read, reason)); // nothing of this product was written yet
    }
  }
  await addWords(db, newWords);
  return products.flatMap((read) => outcomes.get(read) ?? []);
}

/** How many products of a file became what. */
export type ImportCounts = Record<Outcome["change"], number>;

export const countOutcomes = (outcomes: Iterable<Outcome>): ImportCounts => {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { change } of outcomes) counts[change]++;
  return counts;
};

/** How an import ended; `code`: why it failed. */
export type ImportEnd = { state: "done" | "cancelled"; code: null } | { state: "failed"; code: ProblemCode };

/** Tells programs that follow the store that an import has ended, and what it did. `id`: of its call, or of its job. */
export const tellOfImport = (
  db: SiteDb,
  { id, actor }: { id: string; actor: Actor },
  { created, updated, unchanged, failed }: ImportCounts,
  end: ImportEnd = { state: "done", code: null },
): void =>
  db.happened({
    type: "imports.finished",
    thing: { kind: "import", id },
    actor,
    data: { created, updated, unchanged, failed, ...end },
  });

/** Tells of a product that a command saved. */
function tellOf(db: SiteDb, { id, change, fields }: Saved): void {
  if (change === "unchanged") return;
  const type = change === "created" ? "products.created" : "products.changed";
  db.happened({ type, thing: { kind: "product", id }, actor: "command", fields: change === "created" ? [] : fields });
}

/** One order for all imports: two that create the same products in different orders would deadlock. */
export const bySlug = (products: ReadProduct[]): ReadProduct[] =>
  products.toSorted((one, other) => compare(one.input?.slug ?? "", other.input?.slug ?? ""));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const MAX_ROWS = 100_000;
const PIECE_BYTES = 65_536;

/** The text in pieces; other requests are served between them. */
async function* inPieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
  }
}

/**
 * Reads the products of a Shopify export that came with a call. Throws `invalid_value` for text that is not a product export, and for
 * more than 100,000 rows.
 */
export async function readShopifyText(csv: string, currency: string): Promise<ReadProduct[]> {
  const products: ReadProduct[] = [];
  try {
    const file = Readable.from(inPieces(csv));
    for await (const read of readShopifyCsv(file, currency, { maxRows: MAX_ROWS })) products.push(read);
  } catch (error) {
    throw error instanceof NotShopifyCsv ? badCsv(`cannot be read: ${error.message}`) : error;
  }
  return products;
}

const badCsv = (message: string) => invalidValue("csv", message);

async function outcomeOf(
  { handle, line, input, problems }: ReadProduct,
  save: (input: ImportedProduct) => Promise<Saved>,
): Promise<Outcome> {
  if (!input) return { handle, line, change: "failed", problems };
  return { handle, line, ...(await save(input)) };
}

const failed = ({ handle, line }: ReadProduct, reason: string): Outcome => ({
  handle,
  line,
  change: "failed",
  problems: [{ line, reason }],
});

async function lockCategoriesShared(
  db: SiteDb,
  inputs: ImportedProduct[],
): Promise<Map<string | null, LockedCategory>> {
  const names = [...new Set(inputs.flatMap(({ category }) => category ?? []))].sort();
  const held = new Map<string | null, LockedCategory>();
  for (const name of names) {
    const category = await findOrCreateCategory(db, name);
    if (category) held.set(name, category);
  }
  return held;
}

/** `found` is the product's category; undefined when it has none, or a dry run would have to create it. */
const saveImported = (
  db: SiteDb,
  { category, ...input }: ImportedProduct,
  found: LockedCategory | undefined,
  options: Pick<SaveOptions, "newWords"> = {},
): Promise<Saved> =>
  saveProduct(db, { ...input, category_id: found?.id ?? null }, { categoryName: found?.name ?? category, ...options });

/** The reason, if the product itself causes the error. Rethrows others, such as a lost connection: they end the import. */
function refusal(error: unknown): string {
  const { code = "", message } = error as { code?: string; message: string };
  // Data exception, integrity constraint violation, program limit exceeded.
  if (/^(22|23|54)/.test(code)) return `the database refused it: ${message}`;
  if (error instanceof RangeError) return `it is too large to read: ${message}`;
  throw error;
}
