import type { Readable } from "node:stream";
import { requireCategory, type Saved, saveProduct } from "../catalog/catalog.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { type ImportedProduct, readShopifyCsv } from "./shopify-csv.ts";

/** What became of one product of the file. */
export type Outcome =
  | { handle: string; line: number; change: Saved["change"]; fields: string[] }
  | { handle: string; line: number; change: "failed"; problems: { line: number; reason: string }[] };

/**
 * Brings the products of a Shopify export into a store, one transaction a product, and tells the outcome of each as it
 * goes. A product that cannot be taken is an outcome too; the others go on. With `dryRun` nothing is written.
 */
export async function* importShopifyCsv(
  database: Database,
  tenant: Tenant,
  file: Readable,
  { dryRun }: { dryRun: boolean },
): AsyncGenerator<Outcome> {
  for await (const { handle, line, input, problems } of readShopifyCsv(file, tenant.currency)) {
    if (!input) {
      yield { handle, line, change: "failed", problems };
      continue;
    }
    try {
      const now = new Date().toISOString();
      const saved = await database.transact({ ...tenant, now }, (db) => saveImported(db, input, dryRun));
      yield { handle, line, change: saved.change, fields: saved.fields };
    } catch (error) {
      yield { handle, line, change: "failed", problems: [{ line, reason: refusal(error) }] };
    }
  }
}

async function saveImported(db: SiteDb, { category, ...input }: ImportedProduct, dryRun: boolean): Promise<Saved> {
  const category_id = category === null ? null : ((await requireCategory(db, category, { dryRun })) ?? null);
  return saveProduct(db, { ...input, category_id }, { categoryName: category, dryRun });
}

/** What is the product's own fault; anything else, such as a lost connection, ends the import. */
function refusal(error: unknown): string {
  const { code = "", message } = error as { code?: string; message: string };
  // Data exception, integrity constraint violation, program limit exceeded.
  if (/^(22|23|54)/.test(code)) return `the database refused it: ${message}`;
  if (error instanceof RangeError) return `it is beyond what can be read: ${message}`;
  throw error;
}
