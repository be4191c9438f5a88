import { asStored } from "../core/media.ts";
import { toMajor, toMajorOrNull } from "../core/money.ts";
import type { SiteDb } from "../db/database.ts";
import { renderDiscount, renderStoredDiscount, type StoredDiscount } from "../promotions/promotions.ts";
import type { OrderItemRow, OrderRow } from "./queries.ts";
import type { Order } from "./schema.ts";

/** An order as its customer and the merchant see it, in major units and in the language of `locale`. Pure. */
export function renderOrder(db: Pick<SiteDb, "mediaUrl" | "locale">, row: OrderRow): Order {
  const price = (minor: number) => toMajor(minor, row.currency);
  return {
    id: row.id,
    order_number: row.order_number,
    status: row.status,
    payment_status: row.payment_status,
    payment_method: row.payment_method,
    currency: row.currency,
    subtotal: price(row.subtotal),
    discount: price(row.discount),
    shipping_cost: price(row.shipping_cost),
    rounding: price(row.rounding),
    total: price(row.total),
    refunded_amount: price(row.refunded_amount),
    items_count: row.items_count,
    items: row.items.map((item) => renderItem(db, row.currency, item)),
    applied_discounts: row.applied_discounts.map((discount) =>
      renderDiscount(discount, { currency: row.currency, locale: db.locale }),
    ),
    coupon_code: row.coupon_code,
    customer_name: row.customer_name,
    customer_phone: row.customer_phone,
    customer_email: row.customer_email,
    customer_wilaya: row.customer_wilaya,
    wilaya_code: row.wilaya_code,
    customer_commune: row.customer_commune,
    delivery_method: row.delivery_method,
    shipping_address: row.shipping_address,
    customer_notes: row.customer_notes,
    carrier: row.carrier,
    tracking_number: row.tracking_number,
    tracking_url: trackingUrl(row.tracking_template, row.tracking_number),
    history: row.history.map(({ status, payment_status, at }) => ({
      status,
      payment_status,
      at: new Date(at).toISOString(),
    })),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/**
 * An order as it is stored with an idempotency key: with media addresses unchanged and messages in every language, because a
 * repeated request may name another host and another language.
 */
export const storedOrder = (db: Pick<SiteDb, "locale">, row: OrderRow): StoredOrder => {
  const order = renderOrder({ ...db, mediaUrl: asStored }, row);
  return {
    ...order,
    applied_discounts: order.applied_discounts.map((discount, i): StoredDiscount => {
      const messages = row.applied_discounts[i]?.messages ?? null;
      return { ...discount, messages };
    }),
  };
};

/** The answer that is stored with an idempotency key, as this request receives it. */
export const renderStored = (
  { mediaUrl, locale }: Pick<SiteDb, "mediaUrl" | "locale">,
  stored: StoredOrder,
): Order => ({
  ...stored,
  items: stored.items.map((item) => ({ ...item, product_image: mediaUrl(item.product_image) })),
  applied_discounts: stored.applied_discounts.map((discount) => renderStoredDiscount(discount, locale)),
});

export type StoredOrder = Omit<Order, "applied_discounts"> & { applied_discounts: StoredDiscount[] };

/** The carrier's page for a parcel; null when the carrier has told none, or the order has no number. */
export const trackingUrl = (template: string | null, number: string | null): string | null =>
  template && number ? template.replaceAll("{tracking_number}", encodeURIComponent(number)) : null;

function renderItem(
  { mediaUrl }: Pick<SiteDb, "mediaUrl">,
  currency: string,
  item: OrderItemRow,
): Order["items"][number] {
  const hasVariants = item.variant_options.length > 0;
  return {
    id: item.id,
    product_id: item.product_id,
    variant_id: hasVariants ? item.variant_id : null,
    product_name: item.product_name,
    product_slug: item.product_slug,
    product_price: toMajor(item.price, currency),
    compare_at_price: toMajorOrNull(item.compare_at_price, currency),
    product_image: mediaUrl(item.product_image),
    variant_title: hasVariants ? item.variant_title : null,
    variant_options: Object.fromEntries(item.variant_options),
    sku: item.sku,
    quantity: item.quantity,
    subtotal: toMajor(item.subtotal, currency),
    discount: toMajor(item.discount, currency),
    returned_quantity: item.returned_quantity,
  };
}
