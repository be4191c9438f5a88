import { type ProductInput, productDefaults, type VariantInput, variantDefaults } from "../catalog/catalog.ts";
import { toMinor } from "../core/money.ts";
import type { DemoProduct } from "./shapes.ts";

/** A demo product as the catalogue's input: every combination of its options is a variant; amounts in minor units. */
export function toProductInput(product: DemoProduct, currency: string, categoryIds: Map<string, string>): ProductInput {
  const {
    slug,
    name,
    about,
    category,
    vendor,
    type,
    tags,
    motif,
    pictures = 2,
    options = {},
    status = "active",
  } = product;
  return {
    ...productDefaults,
    slug,
    name,
    description: `<p>${about}</p>`,
    status,
    category_id: categoryIds.get(category) ?? null,
    vendor,
    product_type: type,
    tags,
    images: Array.from({ length: pictures }, (_, i) => ({
      url: `/media/demo/${motif}/${slug}-${i + 1}.svg`,
      alt: name,
    })),
    options: Object.entries(options).map(([option, values]) => ({ name: option, values })),
    variants: combinations(options).map((values, i) => variant(product, currency, values, i)),
    seo_description: about.split(". ", 1)[0] ?? null,
    charge_tax: true,
  };
}

/** Every way to choose one value of each option; of no options, the one way to choose nothing. */
const combinations = (options: Record<string, string[]>): Record<string, string>[] =>
  Object.entries(options).reduce<Record<string, string>[]>(
    (chosen, [name, values]) => chosen.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );

function variant(product: DemoProduct, currency: string, values: Record<string, string>, i: number): VariantInput {
  const { price, compare_at_price, surcharges = {}, stock, sku, barcode, weight, untracked, back_orders } = product;
  const chosen = Object.values(values);
  const surcharge = chosen.reduce((sum, value) => sum + (surcharges[value] ?? 0), 0);
  const isSimple = chosen.length === 0;
  return {
    ...variantDefaults,
    option_values: values,
    sku: isSimple ? sku : `${sku}-${i + 1}`,
    barcode: isSimple ? (barcode ?? null) : null,
    price: toMinor(price + surcharge, currency),
    compare_at_price: compare_at_price === undefined ? null : toMinor(compare_at_price + surcharge, currency),
    cost: toMinor(Math.round((price + surcharge) * 0.6), currency),
    inventory_quantity: stock[i % stock.length] ?? 0,
    track_quantity: !untracked,
    continue_selling_when_out_of_stock: back_orders ?? false,
    weight: weight ?? null,
    weight_unit: "g",
  };
}
