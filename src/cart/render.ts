import { toMajor, toMajorOrNull } from "../core/money.ts";
import { subtotalOf, unitsOf } from "../core/sums.ts";
import type { SiteDb } from "../db/database.ts";
import type { CartItemRow, CartLines, CartRow, UnavailableRow } from "./queries.ts";
import type { Cart, CartItem, UnavailableItem } from "./schema.ts";

/** A cart as the shopper sees it. Pure: rows in, reply out. */
export function renderCart(db: SiteDb, cart: CartRow, { items, unavailable }: CartLines): Cart {
  const { id, status, created_at, updated_at, expires_at } = cart;
  return {
    id,
    site_id: db.siteId,
    status,
    items: items.map((row) => renderItem(db, row)),
    unavailable_items: unavailable.map(renderUnavailable),
    items_count: unitsOf(items),
    subtotal: toMajor(subtotalOf(items), db.currency),
    currency: db.currency,
    created_at,
    updated_at,
    expires_at,
  };
}

function renderItem({ currency, mediaUrl }: SiteDb, row: CartItemRow): CartItem {
  const { id, product_id, product_name, product_slug, sku, quantity, options } = row;
  const hasVariants = options.length > 0;
  const available_quantity = availableQuantity(row);
  return {
    id,
    product_id,
    variant_id: hasVariants ? row.variant_id : null,
    product_name,
    product_slug,
    product_price: toMajor(row.price, currency),
    compare_at_price: toMajorOrNull(row.compare_at_price, currency),
    product_image: mediaUrl(row.product_image),
    variant_title: hasVariants ? row.variant_title : null,
    // jsonb does not keep the order of keys; shoppers see the order of the product's options.
    variant_options: Object.fromEntries(options.map(({ name }) => [name, row.option_values[name] ?? ""])),
    sku,
    quantity,
    subtotal: toMajor(row.price * quantity, currency),
    available: available_quantity === null || quantity <= available_quantity,
    available_quantity,
  };
}

const renderUnavailable = (row: UnavailableRow): UnavailableItem => ({
  item_id: row.id,
  product_id: row.product_id,
  variant_id: row.has_options ? row.variant_id : null,
  product_name: row.product_name,
  quantity: row.quantity,
  reason: row.reason,
});

/** How many can be ordered now; null when the quantity is not limited by stock. */
export const availableQuantity = ({ is_limited, inventory_quantity }: CartItemRow): number | null =>
  is_limited ? Math.max(0, inventory_quantity) : null;
