import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";

const CartRow = Type.Object({
  id: Type.String(),
  customer_id: Nullable(Type.String()),
  status: Type.Enum(["open", "converted"]),
  created_at: Type.String(),
  updated_at: Type.String(),
  expires_at: Type.String(),
});
export type CartRow = Static<typeof CartRow>;

const columns: Sql = sql`id, customer_id, status, created_at, updated_at, expires_at`;
const LIFETIME: Sql = sql`interval '30 days'`;

export const insertCart = (db: SiteDb, id: string, customerId: string | null) =>
  db.first(
    CartRow,
    sql`
    insert into carts (site_id, id, customer_id, status, created_at, updated_at, expires_at)
    values (${db.siteId}, ${id}, ${customerId}, 'open', ${db.now}, ${db.now}, ${db.now}::timestamptz + ${LIFETIME})
    returning ${columns}
  `,
  );

/** Makes the carts of a customer carts of guests. */
export const detachCarts = (db: SiteDb, customerId: string) =>
  db.run(sql`
    update carts
    set customer_id = null
    where site_id = ${db.siteId} and customer_id = ${customerId}
  `);

/** Deletes up to ten expired carts. */
export const deleteExpiredCarts = (db: SiteDb) =>
  db.run(sql`
    delete from carts
    where site_id = ${db.siteId} and id in (
      select id
      from carts
      where site_id = ${db.siteId} and status = 'open' and expires_at <= ${db.now}
      order by expires_at
      limit 10
      for update skip locked
    )
  `);

/** The cart, open or converted; undefined when it has expired. */
export const findCart = (db: SiteDb, id: string) =>
  db.first(
    CartRow,
    sql`
    select ${columns}
    from carts
    where site_id = ${db.siteId} and id = ${id} and (status = 'converted' or expires_at > ${db.now})
  `,
  );

/**
 * Locks an open cart until the transaction ends, extends it by another 30 days, and sets its customer when it has none.
 * Returns undefined when the cart is not open.
 */
export const renewOpenCart = (db: SiteDb, id: string, customerId: string | null) =>
  db.first(
    CartRow,
    sql`
    update carts
    set updated_at = ${db.now}, expires_at = ${db.now}::timestamptz + ${LIFETIME},
      customer_id = coalesce(customer_id, ${customerId})
    where site_id = ${db.siteId} and id = ${id} and status = 'open' and expires_at > ${db.now}
    returning ${columns}
  `,
  );

/** Returns undefined when the cart is not open. */
export const markCartConverted = (db: SiteDb, id: string) =>
  db.first(
    CartRow,
    sql`
    update carts
    set status = 'converted', updated_at = ${db.now}
    where site_id = ${db.siteId} and id = ${id} and status = 'open' and expires_at > ${db.now}
    returning ${columns}
  `,
  );

const CartItemRow = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  variant_id: Type.String(),
  product_name: Type.String(),
  product_slug: Type.String(),
  options: Type.Array(Type.Object({ name: Type.String() })),
  product_image: Nullable(Type.String()),
  variant_title: Type.String(),
  option_values: Type.Record(Type.String(), Type.String()),
  sku: Nullable(Type.String()),
  price: Type.Integer(),
  compare_at_price: Nullable(Type.Integer()),
  quantity: Type.Integer(),
  inventory_quantity: Type.Integer(),
  is_limited: Type.Boolean(),
});
export type CartItemRow = Static<typeof CartItemRow>;

/** The items of a cart, in the order they were added, without those whose product is no longer published. */
export const findItems = (db: SiteDb, cartId: string) =>
  db.many(
    CartItemRow,
    sql`
    select i.id, p.id as product_id, i.variant_id, p.name as product_name, p.slug as product_slug, p.options,
      coalesce(v.image_url, p.images->0->>'url') as product_image, v.title as variant_title, v.option_values, v.sku,
      v.price, v.compare_at_price, i.quantity, v.inventory_quantity,
      v.track_quantity and not v.continue_selling_when_out_of_stock as is_limited
    from cart_items i
    join variants v on v.site_id = i.site_id and v.id = i.variant_id
    join products p on p.site_id = v.site_id and p.id = v.product_id
    where i.site_id = ${db.siteId} and i.cart_id = ${cartId}
      and p.status = 'active'
    order by i.id
  `,
  );

/** The items of a converted cart as they were ordered, independent of later changes of the products. */
export const findOrderedItems = (db: SiteDb, cartId: string) =>
  db.many(
    CartItemRow,
    sql`
    select i.id, i.product_id, i.variant_id, i.product_name, i.product_slug, i.product_image, i.variant_title, i.sku,
      i.price, i.compare_at_price, i.quantity, coalesce(v.inventory_quantity, 0) as inventory_quantity,
      coalesce(v.track_quantity and not v.continue_selling_when_out_of_stock, true) as is_limited,
      (
        select coalesce(jsonb_agg(jsonb_build_object('name', chosen.pair->>0) order by chosen.place), '[]')
        from jsonb_array_elements(i.variant_options) with ordinality as chosen (pair, place)
      ) as options,
      (
        select coalesce(jsonb_object_agg(chosen->>0, chosen->>1), '{}')
        from jsonb_array_elements(i.variant_options) as chosen
      ) as option_values
    from orders o
    join order_items i on i.site_id = o.site_id and i.order_id = o.id
    left join variants v on v.site_id = i.site_id and v.id = i.variant_id
    where o.site_id = ${db.siteId} and o.cart_id = ${cartId}
    order by i.position
  `,
  );

const VariantChoiceRow = Type.Object({ has_options: Type.Boolean(), variant_id: Nullable(Type.String()) });

/**
 * Whether the published product has options, and which of its variants is meant: its only one when it has no options,
 * otherwise the one of this id. Returns undefined when there is no such product.
 */
export const findVariantChoice = (db: SiteDb, productId: string, variantId: string | null) =>
  db.first(
    VariantChoiceRow,
    sql`
    select p.options <> '[]' as has_options, v.id as variant_id
    from products p
    left join variants v on v.site_id = p.site_id and v.product_id = p.id
      and (p.options = '[]' or v.id = ${variantId}::uuid)
    where p.site_id = ${db.siteId} and p.id = ${productId} and p.status = 'active'
  `,
  );

const IdRow = Type.Object({ id: Type.String() });

/** Adds to the item of the variant, or inserts one. Returns undefined when its quantity would exceed `maxQuantity`. */
export const addQuantity = (
  db: SiteDb,
  item: { id: string; cart_id: string; variant_id: string; quantity: number },
  maxQuantity: number,
) =>
  db.first(
    IdRow,
    sql`
    insert into cart_items (site_id, cart_id, id, variant_id, quantity)
    values (${db.siteId}, ${item.cart_id}, ${item.id}, ${item.variant_id}, ${item.quantity})
    on conflict (site_id, cart_id, variant_id) do update
    set quantity = cart_items.quantity + excluded.quantity
    where cart_items.quantity + excluded.quantity <= ${maxQuantity}
    returning id
  `,
  );

export const setQuantity = (db: SiteDb, cartId: string, itemId: string, quantity: number) =>
  db.first(
    IdRow,
    sql`
    update cart_items
    set quantity = ${quantity}
    where site_id = ${db.siteId} and cart_id = ${cartId} and id = ${itemId}
    returning id
  `,
  );

export const deleteItem = (db: SiteDb, cartId: string, itemId: string) =>
  db.first(
    IdRow,
    sql`
    delete from cart_items
    where site_id = ${db.siteId} and cart_id = ${cartId} and id = ${itemId}
    returning id
  `,
  );
