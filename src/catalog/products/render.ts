import { toMajor, toMajorOrNull } from "../../core/money.ts";
import type { SiteDb } from "../../db/database.ts";
import type { CardRow, DetailRow, VariantRow } from "./queries.ts";
import type { Product, ProductCard, Variant } from "./schema.ts";

/** What rendering needs to know of the store and the server. */
export type Shop = Pick<SiteDb, "siteId" | "currency" | "mediaUrl">;

/** The price (minor units) of a single unit with the automatic promotions that apply to it, and their text. */
export interface PromotionPrice {
  price: number;
  text: string;
}

/** A product as lists show it. Pure: row in, reply out. */
export function renderCard(shop: Shop, row: CardRow, promotionPrice: PromotionPrice | undefined): ProductCard {
  const { id, slug, name, excerpt, category, category_id, tags, vendor, product_type, is_physical, charge_tax } = row;
  const cheapest = cheapestOf(row);
  const isSimple = row.options.length === 0;
  const price = (minor: number) => toMajor(minor, shop.currency);
  return {
    id,
    site_id: shop.siteId,
    name,
    slug,
    description: excerpt,
    price: price(row.min_price),
    compare_at_price: toMajorOrNull(cheapest.compare_at_price, shop.currency),
    price_range: { min_price: price(row.min_price), max_price: price(row.max_price), currency: shop.currency },
    currency: shop.currency,
    images: row.images.map((image, i) => ({ ...image, url: shop.mediaUrl(image.url), position: i + 1 })),
    category,
    category_id,
    tags,
    vendor,
    product_type,
    sku: isSimple ? cheapest.sku : null,
    barcode: isSimple ? cheapest.barcode : null,
    options: row.options.map((option, i) => ({ ...option, position: i + 1 })),
    variants: isSimple ? [] : row.variants.map((variant, i) => renderVariant(shop, row, variant, i + 1)),
    inventory_quantity: row.variants.reduce((sum, variant) => sum + onHand(variant), 0),
    in_stock: row.variants.some(canBeBought),
    track_quantity: row.variants.some((variant) => variant.track_quantity),
    continue_selling_when_out_of_stock: row.variants.some((variant) => variant.continue_selling_when_out_of_stock),
    is_active: true,
    is_physical,
    charge_tax,
    weight: cheapest.weight,
    weight_unit: cheapest.weight_unit,
    discounted_price: promotionPrice ? price(promotionPrice.price) : null,
    discount_text: promotionPrice?.text ?? null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** A product as its own page shows it. */
export function renderProduct(shop: Shop, row: DetailRow, promotionPrice: PromotionPrice | undefined): Product {
  const card = renderCard(shop, row, promotionPrice);
  const { inventory_quantity, in_stock, track_quantity, continue_selling_when_out_of_stock } = card;
  return {
    ...card,
    description: row.description,
    collections: row.collections.map((one) => ({ ...one, image_url: shop.mediaUrl(one.image_url) })),
    inventory: { inventory_quantity, in_stock, track_quantity, continue_selling_when_out_of_stock },
    seo_title: row.seo_title,
    seo_description: row.seo_description,
  };
}

function renderVariant(shop: Shop, { options }: CardRow, variant: VariantRow, position: number): Variant {
  const { id, title, sku, barcode, image_url, weight, weight_unit } = variant;
  return {
    id,
    title,
    sku,
    barcode,
    price: toMajor(variant.price, shop.currency),
    compare_at_price: toMajorOrNull(variant.compare_at_price, shop.currency),
    inventory_quantity: onHand(variant),
    in_stock: canBeBought(variant),
    // jsonb forgets the order of keys; shoppers see the options' order.
    option_values: Object.fromEntries(options.map(({ name }) => [name, variant.option_values[name] ?? ""])),
    image_url: shop.mediaUrl(image_url),
    position,
    weight,
    weight_unit,
  };
}

function cheapestOf({ variants }: CardRow): VariantRow {
  const [first, ...others] = variants;
  if (!first) throw new Error("a product without a variant");
  return others.reduce((cheapest, variant) => (variant.price < cheapest.price ? variant : cheapest), first);
}

/** Stock below zero counts back-orders; shoppers see zero. */
const onHand = (variant: VariantRow): number => Math.max(0, variant.inventory_quantity);

const canBeBought = (variant: VariantRow): boolean =>
  variant.inventory_quantity > 0 || !variant.track_quantity || variant.continue_selling_when_out_of_stock;
