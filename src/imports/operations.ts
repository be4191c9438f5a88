import { Type } from "typebox";
import { storedInMajor } from "../catalog/catalog.ts";
import { truncate } from "../core/text/truncate.ts";
import { inTimeSlices } from "../core/time-slices.ts";
import type { SiteDb } from "../db/database.ts";
import { MAX_UNDONE_ROWS } from "../db/recording/recording.ts";
import { difference } from "../operations/difference.ts";
import { type Change, defineOperation, type Operation, type OperationCall } from "../operations/operation.ts";
import { Imported } from "./admin-answers.ts";
import {
  bySlug,
  compareImported,
  countOutcomes,
  type ImportCounts,
  importProducts,
  type Outcome,
  type ReadProduct,
  readShopifyText,
  tellOfImport,
} from "./imports.ts";

const MAX_FAILURES = 100;
/** Products that the list of changes names of an import by a job. */
const MAX_NAMED = 3;
/** More products than these are imported by a job. */
const MAX_AT_ONCE = 500;
/** Products that a dry run compares with the store of an import by a job. */
const MAX_COMPARED = 5000;

type Failure = { line: number; handle: string; reason: string };

const failuresOf = (failed: readonly { handle: string; problems: { line: number; reason: string }[] }[]): Failure[] =>
  failed.flatMap(({ handle, problems }) =>
    problems.map(({ line, reason }) => ({ line, handle: truncate(handle), reason: truncate(reason) })),
  );

export const importOperations: Operation[] = [
  defineOperation({
    name: "products_import",
    title: "Import products",
    description:
      "Creates products, or updates them by handle, from a Shopify product export. A missing column empties its field. Products with errors are reported and not imported. Above 20 products: dry_run first. Above 500, a job does it, as one change with its id.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      csv: Type.String({ minLength: 1, maxLength: 4_194_304, description: "CSV text with its header" }),
    },
    answers: Imported,
    inDryRun: Imported,
    example: {
      csv: "Handle,Title,Option1 Name,Option1 Value,Variant Price\nvase-bleu,Vase bleu,Title,Default Title,2500",
    },
    run: async (call, { csv }) => {
      const products = await readShopifyText(csv, call.db.currency);
      return products.length > MAX_AT_ONCE ? leaveToJob(call, products) : importNow(call, products);
    },
    asJob: async ({ csv }, { currency }) => {
      const products = bySlug(await readShopifyText(csv, currency));
      const names = products.slice(0, MAX_NAMED).map(({ handle }) => truncate(handle));
      return {
        total: products.length,
        summary: `imported a file of ${products.length} products: ${names.join(", ")} and others`,
        portion: (call, { first, end, isLast }, before) =>
          importPortion(call, products.slice(first, end), { before, isLast }),
      };
    },
    unfinished: (db, job, code) =>
      tellOfImport(
        db,
        job,
        (job.result as ImportCounts | null) ?? countOutcomes([]),
        code === null ? { state: "cancelled", code } : { state: "failed", code },
      ),
  }),
];

/**
 * The token of the dry run is about the text and its products. What the dry run compares is no part of it: sales and changes go on while
 * the job imports.
 */
function leaveToJob(call: OperationCall, products: ReadProduct[]) {
  const readable = products.flatMap(({ input }) => input ?? []);
  call.leavesToJob(readable.map(({ slug }) => slug));
  const failures = failuresOf(products.filter(({ input }) => input === null));
  const counts = { products: readable.length, failed: products.length - readable.length };
  const rows = readable.reduce((sum, { variants }) => sum + 1 + variants.length, 0);
  const isTooLarge = rows > MAX_UNDONE_ROWS;
  if (isTooLarge) call.cannotBeUndone(TOO_LARGE_TO_UNDO);
  return {
    text: `A job imports ${counts.products} products; ${counts.failed} cannot be read.`,
    data: {
      ...counts,
      failures: failures.slice(0, MAX_FAILURES),
      ...(isTooLarge && { not_undoable: TOO_LARGE_TO_UNDO }),
    },
    inDryRun: async () => ({ ...counts, failures, ...(await compareWithStore(call.db, products)) }),
  };
}

const TOO_LARGE_TO_UNDO = `No undo puts back more than ${MAX_UNDONE_ROWS} products and variants. Import the file in parts.`;

/** What an import would do by a job, of as many products as a dry run compares; names as many changes as a call may do itself. */
async function compareWithStore(db: SiteDb, products: ReadProduct[]) {
  const compared = bySlug(products.filter(({ input }) => input !== null)).slice(0, MAX_COMPARED);
  const outcomes: Outcome[] = [];
  for (let first = 0; first < compared.length; first += MAX_AT_ONCE) {
    outcomes.push(...(await compareImported(db, compared.slice(first, first + MAX_AT_ONCE))));
  }
  const changes: Change[] = [];
  await inTimeSlices(outcomes, (outcome) => {
    if (changes.length < MAX_AT_ONCE)
      changes.push(...changesOf(outcome, db.currency).flatMap((one) => difference(one) ?? []));
  });
  const { created, updated, unchanged } = countOutcomes(outcomes);
  return { compared: compared.length, created, updated, unchanged, changes_count: created + updated, changes };
}

/** The change of the product that an import has saved, or would save. */
function changesOf(outcome: Outcome, currency: string): Change[] {
  if (outcome.change === "failed") return [];
  const { id, before, after } = outcome;
  const was = before && storedInMajor(before, currency);
  return [{ entity: "product", id, label: after.slug, before: was, after: storedInMajor(after, currency) }];
}

/** What an import has done: its result. */
type Done = ImportCounts & { failures: Failure[] };

/** Imports products of a call, and says which have changed. */
async function importAndTell(call: OperationCall, products: ReadProduct[], others?: string): Promise<Done> {
  const outcomes = await importProducts(call.db, products, others);
  const failed = outcomes.filter((outcome) => outcome.change === "failed");
  for (const outcome of outcomes) for (const change of changesOf(outcome, call.db.currency)) call.changed(change);
  return { ...countOutcomes(outcomes), failures: failuresOf(failed) };
}

const added = (before: Done | null, done: Done): Done =>
  before === null
    ? done
    : {
        created: before.created + done.created,
        updated: before.updated + done.updated,
        unchanged: before.unchanged + done.unchanged,
        failed: before.failed + done.failed,
        failures: [...before.failures, ...done.failures].sort((one, other) => one.line - other.line),
      };

const OTHERS_STAY = "ended the import, which keeps what its result counts";

async function importPortion(
  call: OperationCall,
  products: ReadProduct[],
  { before, isLast }: { before: object | null; isLast: boolean },
): Promise<Done> {
  const done = added(before as Done | null, await importAndTell(call, products, OTHERS_STAY));
  const { failures, ...counts } = done;
  if (isLast) tellOfImport(call.db, { id: call.id, actor: call.merchant.actor }, counts);
  return { ...counts, failures: failures.slice(0, MAX_FAILURES) };
}

async function importNow(call: OperationCall, products: ReadProduct[]) {
  const { failures, ...counts } = await importAndTell(call, products);
  tellOfImport(call.db, { id: call.id, actor: call.merchant.actor }, counts);
  const { created, updated, unchanged } = counts;
  const text = `${created} created, ${updated} updated, ${unchanged} unchanged, ${counts.failed} failed.`;
  return {
    text,
    textWhenIdle: text,
    data: { ...counts, failures: failures.slice(0, MAX_FAILURES) },
    inDryRun: { ...counts, failures },
  };
}
