import { toMajor, toMajorOrNull } from "../core/money.ts";
import type { SiteDb } from "../db/database.ts";
import { renderDiscount, upgradeDiscount } from "../promotions/promotions.ts";
import type { OrderItemRow, OrderRow } from "./queries.ts";
import type { Order } from "./schema.ts";

/** An order as its customer and the merchant see it, in major units. Pure. */
export function renderOrder(db: Pick<SiteDb, "mediaUrl">, row: OrderRow): Order {
  const { customer_id: _, shipping_is_set: __, returned_amount: ___, collected_amount: ____, ...rest } = row;
  const { remitted_amount: _____, remitted_at: ______, reason: _______, tracking_template, ...order } = rest;
  const price = (minor: number) => toMajor(minor, row.currency);
  return {
    ...order,
    subtotal: price(row.subtotal),
    discount: price(row.discount),
    shipping_cost: price(row.shipping_cost),
    rounding: price(row.rounding),
    total: price(row.total),
    refunded_amount: price(row.refunded_amount),
    tracking_url: trackingUrl(tracking_template, row.tracking_number),
    applied_discounts: row.applied_discounts.map((discount) => renderDiscount(discount, row.currency)),
    items: row.items.map((item) => renderItem(db, row.currency, item)),
    history: row.history.map((change) => ({ ...change, at: new Date(change.at).toISOString() })),
  };
}

/**
 * The answer that is stored with an idempotency key, as this request receives it. Media addresses are stored unchanged,
 * because a repeated request may name another host. An earlier release may have stored the answer, without later fields.
 */
export const renderStored = ({ mediaUrl }: Pick<SiteDb, "mediaUrl">, stored: StoredOrder): Order => ({
  ...LATER_FIELDS,
  ...stored,
  items: stored.items.map((item) => ({ ...LATER_ITEM_FIELDS, ...item, product_image: mediaUrl(item.product_image) })),
  applied_discounts: stored.applied_discounts.map(upgradeDiscount),
});

const LATER_FIELDS = { rounding: 0, refunded_amount: 0, tracking_url: null };
const LATER_ITEM_FIELDS = { returned_quantity: 0 };

type Later<T, L> = Omit<T, keyof L> & Partial<Pick<T, keyof L & keyof T>>;
type StoredOrder = Later<Omit<Order, "items">, typeof LATER_FIELDS> & {
  items: Later<Order["items"][number], typeof LATER_ITEM_FIELDS>[];
};

const trackingUrl = (template: string | null, number: string | null): string | null =>
  template && number ? template.replaceAll("{tracking_number}", encodeURIComponent(number)) : null;

function renderItem(
  { mediaUrl }: Pick<SiteDb, "mediaUrl">,
  currency: string,
  item: OrderItemRow,
): Order["items"][number] {
  const { price, variant_options, ...line } = item;
  const hasVariants = variant_options.length > 0;
  return {
    ...line,
    variant_id: hasVariants ? item.variant_id : null,
    product_price: toMajor(price, currency),
    compare_at_price: toMajorOrNull(item.compare_at_price, currency),
    product_image: mediaUrl(item.product_image),
    variant_title: hasVariants ? item.variant_title : null,
    variant_options: Object.fromEntries(variant_options),
    subtotal: toMajor(item.subtotal, currency),
    discount: toMajor(item.discount, currency),
  };
}
