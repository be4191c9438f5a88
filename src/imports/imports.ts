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

/** The database refuses what must not be; anything else ends the import. */
function refusal(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (!/^(22|23)/.test(code ?? "")) throw error; // data exception, integrity constraint violation
  return `the database refused it: ${message}`;
}
