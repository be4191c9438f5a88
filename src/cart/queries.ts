import { type Static, Type } from "typebox";
import { SoldVariant, soldVariant } from "../catalog/catalog.ts";
import { Nullable } from "../core/shapes.ts";
import type { CustomerIdentity } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";
import { CheckoutSettings, checkoutSettings } from "../store/store.ts";

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
export const CART_LIFETIME_MS = 30 * 24 * 3_600_000;

/** When a cart expires that is changed now. */
export const cartExpiry = ({ now }: SiteDb): string => new Date(Date.parse(now) + CART_LIFETIME_MS).toISOString();

/** Inserts an open cart. */
export const insertCart = (db: SiteDb, { id, customer_id, expires_at }: CartRow) =>
  db.send(sql`
    insert into carts (site_id, id, customer_id, status, created_at, updated_at, expires_at)
    values (${db.siteId}, ${id}, ${customer_id}, 'open', ${db.now}, ${db.now}, ${expires_at})
  `);

/** Makes the carts of a customer carts of guests. */
export const detachCarts = (db: SiteDb, customerId: string) =>
  db.run(sql`
    update carts
    set customer_id = null
    where site_id = ${db.siteId} and customer_id = ${customerId}
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
    set updated_at = ${db.now}, expires_at = ${cartExpiry(db)}, customer_id = coalesce(customer_id, ${customerId}),
      abandonment = case when abandonment = 'told' then 'told' else 'unseen' end
    where site_id = ${db.siteId} and id = ${id} and status = 'open' and expires_at > ${db.now}
    returning ${columns}
  `,
  );

const ConvertedCartRow = Type.Object({ ...CartRow.properties, ...CheckoutSettings });
export type ConvertedCartRow = Static<typeof ConvertedCartRow>;

/** Returns the cart with the store's settings for the order of this phone number; undefined when the cart is not open. */
export const markCartConverted = (db: SiteDb, id: string, phone: string) =>
  db.first(
    ConvertedCartRow,
    sql`
    update carts
    set status = 'converted', updated_at = ${db.now}
    where site_id = ${db.siteId} and id = ${id} and status = 'open' and expires_at > ${db.now}
    returning ${columns}, ${checkoutSettings(db, phone)}
  `,
  );

const CartItemRow = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  variant_id: Type.String(),
  product_name: Type.String(),
  quantity: Type.Integer(),
  ...SoldVariant,
});
export type CartItemRow = Static<typeof CartItemRow>;

const UnavailableRow = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  variant_id: Type.String(),
  has_options: Type.Boolean(),
  product_name: Type.String(),
  quantity: Type.Integer(),
  reason: Type.Enum(["hidden", "deleted"]),
});
export type UnavailableRow = Static<typeof UnavailableRow>;

/** The lines of an open cart: the items, and those whose product was hidden, or whose variant was deleted. */
export interface CartLines {
  items: CartItemRow[];
  unavailable: UnavailableRow[];
}

const LineRow = Type.Union([Type.Object({ ...CartItemRow.properties, reason: Type.Null() }), UnavailableRow]);

/** The lines of an open cart, in the order they were added. */
export async function findLines(db: SiteDb, cartId: string): Promise<CartLines> {
  const lines = await db.many(
    LineRow,
    sql`
    select i.id, coalesce(p.id, i.product_id) as product_id, i.variant_id, coalesce(p.name, i.product_name) as product_name,
      i.quantity, coalesce(p.options <> '[]', i.has_options) as has_options, ${soldVariant},
      case when v.id is null then 'deleted' when p.status <> 'active' then 'hidden' end as reason
    from cart_items i
    left join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
    left join products p on p.site_id = ${db.siteId} and p.id = v.product_id
    where i.site_id = ${db.siteId} and i.cart_id = ${cartId}
    order by i.id
  `,
  );
  return {
    items: lines.filter((line) => line.reason === null),
    unavailable: lines.filter((line) => line.reason !== null),
  };
}

/**
 * The lines of the open cart that a customer changed last, of those with any: of all accounts that the person may have. Lines
 * whose variant was deleted do not count.
 */
export const findLinesOfCustomer = (db: SiteDb, { customer_id, phone, email }: CustomerIdentity) =>
  db.many(
    Type.Object({ product_id: Type.String(), variant_id: Type.String(), quantity: Type.Integer() }),
    sql`
    select v.product_id, i.variant_id, i.quantity
    from cart_items i
    join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
    where i.site_id = ${db.siteId} and i.cart_id = (
      select c.id
      from carts c
      where c.site_id = ${db.siteId} and c.status = 'open' and c.expires_at > ${db.now}
        and c.customer_id = any(array(
          select u.id from customers u where u.site_id = ${db.siteId} and u.id = ${customer_id}::uuid
          union
          select u.id from customers u where u.site_id = ${db.siteId} and u.phone_key = phone_key_of(${phone}::text)
          union
          select u.id from customers u where u.site_id = ${db.siteId} and u.email_key = email_key_of(${email}::text)
        ))
        and exists (
          select 1
          from cart_items i
          join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
          where i.site_id = ${db.siteId} and i.cart_id = c.id
        )
      order by c.updated_at desc, c.id desc
      limit 1
    )
    order by i.id
  `,
  );

/** The items of a converted cart as its order has them, independent of later changes of the products. */
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
    join order_items i on i.site_id = ${db.siteId} and i.order_id = o.id
    left join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
    where o.site_id = ${db.siteId} and o.cart_id = ${cartId} and i.quantity > 0
    order by i.position
  `,
  );

const IdRow = Type.Object({ id: Type.String() });

/** What is added to a cart: of the product, the variant of this id, or the only one when it has no options. */
export interface NewItem {
  id: string;
  cart_id: string;
  product_id: string;
  variant_id: string | null;
  quantity: number;
}

/**
 * Adds a variant of a published product to an open cart: to its item of the variant, or as a new item. Lock the cart
 * first. Returns the item's id; undefined when nothing was added: `findChoice` says why.
 */
export const addVariant = (db: SiteDb, item: NewItem, maxQuantity: number) =>
  db.first(
    IdRow,
    sql`
    insert into cart_items (site_id, cart_id, id, variant_id, quantity, product_id, product_name, has_options)
    select c.site_id, c.id, ${item.id}, v.id, ${item.quantity}, p.id, p.name, p.options <> '[]'
    from carts c
    join products p on p.site_id = ${db.siteId} and p.id = ${item.product_id} and p.status = 'active'
    join variants v on v.site_id = ${db.siteId} and v.product_id = p.id
      and v.id = coalesce(${item.variant_id}::uuid, case when p.options = '[]' then v.id end)
    where c.site_id = ${db.siteId} and c.id = ${item.cart_id} and c.status = 'open' and c.expires_at > ${db.now}
    on conflict (site_id, cart_id, variant_id) do update
    set quantity = cart_items.quantity + excluded.quantity
    where cart_items.quantity + excluded.quantity <= ${maxQuantity}
    returning id
  `,
  );

/**
 * What can be added of a published product: whether it has options, the variant that was chosen, and how many of it the
 * cart has. Undefined when there is no such product.
 */
export const findChoice = (db: SiteDb, item: NewItem) =>
  db.first(
    Type.Object({
      has_options: Type.Boolean(),
      variant_id: Nullable(Type.String()),
      quantity: Type.Integer(),
    }),
    sql`
    select p.options <> '[]' as has_options, v.id as variant_id, coalesce(i.quantity, 0) as quantity
    from products p
    left join variants v on v.site_id = ${db.siteId} and v.product_id = p.id
      and v.id = coalesce(${item.variant_id}::uuid, case when p.options = '[]' then v.id end)
    left join cart_items i on i.site_id = ${db.siteId} and i.cart_id = ${item.cart_id} and i.variant_id = v.id
    where p.site_id = ${db.siteId} and p.id = ${item.product_id} and p.status = 'active'
  `,
  );

/** Inserts the lines of a new cart. */
export const insertItems = (
  db: SiteDb,
  cartId: string,
  items: { id: string; variant_id: string; quantity: number }[],
) =>
  db.run(sql`
    insert into cart_items (site_id, cart_id, id, variant_id, quantity, product_id, product_name, has_options)
    select c.site_id, c.id, i.id, v.id, i.quantity, p.id, p.name, p.options <> '[]'
    from carts c
    cross join jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (id uuid, variant_id uuid, quantity integer)
    join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
    join products p on p.site_id = ${db.siteId} and p.id = v.product_id
    where c.site_id = ${db.siteId} and c.id = ${cartId}
      and v.id = any(${items.map(({ variant_id }) => variant_id)}::uuid[])
  `);

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
