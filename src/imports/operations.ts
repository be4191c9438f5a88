import { Type } from "typebox";
import { storedInMajor } from "../catalog/catalog.ts";
import { truncate } from "../core/text/truncate.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { importShopifyText } from "./imports.ts";

const MAX_FAILURES = 100;

export const importOperations: Operation[] = [
  defineOperation({
    name: "products_import",
    title: "Import products",
    description:
      "Creates products, or updates them by handle, from a Shopify product export: up to 500 per call. A missing column empties its field. Products with errors are reported and not imported. Above 20 products: dry_run first.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      csv: Type.String({ minLength: 1, maxLength: 4_000_000, description: "Text of the CSV file, with its header" }),
    },
    example: {
      csv: "Handle,Title,Option1 Name,Option1 Value,Variant Price\nvase-bleu,Vase bleu,Title,Default Title,2500",
    },
    run: async (call, { csv }) => {
      const outcomes = await importShopifyText(call.db, csv);
      const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
      for (const outcome of outcomes) {
        counts[outcome.change]++;
        if (outcome.change === "failed") continue;
        const { id, before, after } = outcome;
        const was = before && storedInMajor(before, call.db.currency);
        call.changed({
          entity: "product",
          id,
          label: after.slug,
          before: was,
          after: storedInMajor(after, call.db.currency),
        });
      }
      const failures = outcomes.flatMap((outcome) =>
        outcome.change === "failed"
          ? outcome.problems.map(({ line, reason }) => ({
              line,
              handle: truncate(outcome.handle),
              reason: truncate(reason),
            }))
          : [],
      );
      const data = { ...counts, failures: failures.slice(0, MAX_FAILURES) };
      const { created, updated, unchanged, failed } = counts;
      const text = `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed.`;
      return {
        text,
        textWhenIdle: text,
        data,
        inDryRun: { ...counts, failures },
      };
    },
  }),
];
