import { Type } from "typebox";
import { toMajor } from "../../core/money.ts";
import { withoutNulls } from "../../core/objects.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import { readAmount } from "../../core/read-amount.ts";
import { SearchPage } from "../../operations/answers.ts";
import { cursorAnswer, cursorPage } from "../../operations/cursor.ts";
import { Fields, Price, Query, Ref, Refs, searching, Text } from "../../operations/inputs.ts";
import { defineOperation, type Operation } from "../../operations/operation.ts";
import { totalInWords, variantInMajor } from "../editing/admin-view.ts";
import { MAX_UNITS } from "../variant-rules.ts";
import { adjustStock, type StockRow, searchStock } from "./admin.ts";
import { AdjustedStock, ChangedPrices, ListedStock, Stock } from "./admin-answers.ts";
import { changePrices, type PriceChange, type PriceChanges } from "./bulk-prices.ts";

const optional = Type.Optional;
const Units = (description?: string) =>
  Type.Integer({ minimum: -MAX_UNITS, maximum: MAX_UNITS, ...(description ? { description } : {}) });

const filters = {
  query: optional(Query()),
  status: optional(Type.Enum(["active", "draft", "archived"])),
  category: optional(Ref()),
  collection: optional(Ref()),
  vendor: optional(Text(255)),
  tag: optional(Text(100)),
};

const MAX_SHOWN = 20;

export const inventoryOperations: Operation[] = [
  defineOperation({
    name: "prices_bulk_update",
    title: "Change many prices",
    description: "By percent, by amount, or to one price. Above 20 products: dry_run first.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      products: optional(Refs("Id or slug: all variants; SKU: that one")),
      ...filters,
      all: optional(Type.Boolean({ description: "Every product" })),
      percent: optional(Type.Number({ minimum: -100, maximum: 1000, description: "5 raises by 5 %" })),
      amount: optional(Type.Number({ minimum: -1e12, maximum: 1e12, description: "Added" })),
      price: optional(Price()),
      round_to: optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: "A multiple of this: 50" })),
      rounding: optional(Type.Enum(["nearest", "up", "down"])),
      compare_at: optional(
        Type.Enum(["keep", "old_price", "none"], { description: "The compare-at price; default keep" }),
      ),
    },
    answers: ChangedPrices,
    refuses: ["product_not_found", "variant_required", "category_not_found", "collection_not_found"],
    example: { vendor: "Nour Textile", percent: 5, round_to: 50, dry_run: true },
    run: async (call, { products, all, percent, amount, price, round_to, rounding, compare_at, ...search }) => {
      const { currency } = call.db;
      if (!products && !all && !Object.values(search).some((filter) => filter?.trim())) throw productsRequired();
      const change: PriceChange = { ...readPriceChange({ percent, amount, price }, currency), rounding, compare_at };
      if (round_to !== undefined) change.round_to = readAmount("round_to", round_to, currency);
      const changes = await changePrices(call.db, { products, search }, change);
      for (const { id, slug, before, after } of changes) {
        const [was, is] = [{ variants: before.map(shown) }, { variants: after.map(shown) }];
        call.changed({ entity: "product", id, label: slug, before: was, after: is });
      }
      const sample = changes.slice(0, MAX_SHOWN).map((one) => rangeOf(one, currency));
      const variants = changes.reduce((sum, { changed }) => sum + changed, 0);
      return {
        text: `Changed the prices of ${variants} variants of ${changes.length} products.`,
        data: { changed: changes.length, variants, currency, sample },
      };

      function shown({ product_id: _id, product_slug: _slug, ...variant }: PriceChanges["after"][number]) {
        return variantInMajor(variant, currency);
      }
    },
  }),
  defineOperation({
    name: "inventory_search",
    title: "Search stock",
    description: "Lists variants and their stock.",
    area: "catalog",
    effect: "read",
    input: {
      ...filters,
      max_inventory_quantity: optional(Units("Counted stock only")),
      ...searching,
    },
    answers: SearchPage(ListedStock),
    detailed: SearchPage(Stock),
    refuses: ["category_not_found", "collection_not_found"],
    example: { max_inventory_quantity: 5 },
    run: async ({ db, maxRowsText }, { limit, cursor, response_format, ...search }) => {
      const page = cursorPage({ limit, cursor }, maxRowsText);
      const { variants, total } = await searchStock(db, search, page);
      const data =
        response_format === "detailed"
          ? cursorAnswer(variants, total, page, shownStock)
          : cursorAnswer(variants, total, page, briefStock);
      return { text: `${totalInWords(total)} variants; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "inventory_adjust",
    title: "Adjust stock",
    description: "Adjust by a difference (by: -2) or set a count (to: 40). Above 20 variants: dry_run first.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      changes: Type.Array(
        Fields({
          variant: Ref("Id or SKU, or a product without options"),
          by: optional(Units()),
          to: optional(Units()),
        }),
        { minItems: 1, maxItems: 100 },
      ),
      note: optional(Text(500, "Reason, for the stock ledger")),
    },
    answers: Type.Object({ data: Type.Array(AdjustedStock) }),
    refuses: ["variant_not_found", "variant_required", "insufficient_stock"],
    example: {
      changes: [{ variant: "TAP-PRI-1", by: 10 }],
      note: "Livraison du fournisseur",
      dry_run: true,
    },
    run: async (call, { changes, note }) => {
      const adjusted = await adjustStock(call.db, changes, note?.trim() || null);
      for (const { variant, before, after } of adjusted) {
        const [was, is] = [{ inventory_quantity: before }, { inventory_quantity: after }];
        const label = `${variant.product_slug} ${variant.sku ?? variant.title}`;
        call.changed({ entity: "variant", id: variant.id, label, before: was, after: is });
      }
      return {
        text: `Adjusted the stock of ${adjusted.length} variants.`,
        data: {
          data: adjusted.map(({ variant: { id, sku, title, product_slug }, before, after }) => ({
            id,
            product: product_slug,
            title,
            sku,
            before,
            inventory_quantity: after,
          })),
        },
      };
    },
  }),
];

const productsRequired = () =>
  new Problem("invalid_value", "Say which products: send products, a filter, or all: true.", {
    errors: [{ path: "products", message: "is required, or a filter, or all: true" }],
  });

/** The one change that is given, in minor units or hundredths of a percent. Throws `invalid_value` unless it is one. */
function readPriceChange(
  { percent, amount, price }: { percent: number | undefined; amount: number | undefined; price: number | undefined },
  currency: string,
): PriceChange {
  const given = [percent, amount, price].filter((one) => one !== undefined);
  if (given.length !== 1) throw invalidValue("percent", "or amount or price is required, and only one of them");
  if (price !== undefined) return { price: readAmount("price", price, currency) };
  if (amount !== undefined) return { amount: Math.sign(amount) * readAmount("amount", Math.abs(amount), currency) };
  const hundredths = Math.round((percent ?? 0) * 100);
  if (Math.abs(hundredths / 100 - (percent ?? 0)) > 1e-9) throw invalidValue("percent", "must have at most 2 decimals");
  return { percent: hundredths };
}

function rangeOf({ slug, changed, before, after }: PriceChanges, currency: string) {
  const range = (prices: number[]) => {
    const [low, high] = [toMajor(Math.min(...prices), currency), toMajor(Math.max(...prices), currency)];
    return low === high ? low : [low, high];
  };
  const [was, is] = [range(before.map(({ price }) => price)), range(after.map(({ price }) => price))];
  return { slug, variants: changed, before: was, after: is };
}

const shownStock = (row: StockRow) => ({
  id: row.id,
  product: row.product_slug,
  name: row.product_name,
  status: row.status,
  title: row.title,
  sku: row.sku,
  inventory_quantity: row.inventory_quantity,
  is_counted: row.track_quantity,
  may_be_back_ordered: row.continue_selling_when_out_of_stock,
});

/** A variant in short: with its SKU, or with its id when it has no SKU. */
function briefStock(row: StockRow) {
  const { id, ...shown } = shownStock(row);
  return { ...(row.sku === null && { id }), ...withoutNulls(shown) };
}
