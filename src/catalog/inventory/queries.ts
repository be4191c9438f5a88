import { Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

/** A change of stock: below zero it is taken, above zero it is put back. */
export interface StockMove {
  /** Of the movement, not of the variant. */
  id: string;
  variant_id: string;
  quantity: number;
  order_id: string | null;
  order_item_id: string | null;
  /** The merchant's reason. */
  note?: string | null;
}

/** What a variant's stock changes by. */
export type VariantMove = Pick<StockMove, "variant_id" | "quantity">;

export type StockReason = "opening" | "adjustment" | "sale" | "order_change" | "cancellation" | "return";

/** A row of the ledger. */
export type StockMovement = Pick<StockMove, "id" | "variant_id" | "quantity"> &
  Partial<StockMove> & { reason: StockReason };

/** Locks variants in the order of their ids, as every change of stock does: another order could deadlock. */
export const lockVariants = (db: SiteDb, ids: string[]) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from variants
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
    order by id
    for no key update
  `,
  );

const MovedVariant = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  /** Whether the variant can be bought now and could not before, or the reverse. */
  flips_availability: Type.Boolean(),
});

/**
 * Changes the stock of variants, of which each is named once, and answers those that moved. Use `moveStock`, which also writes the ledger and says what
 * changed for shoppers. The variants are named by an array too: the plan of a prepared statement expects the variants of a
 * mean store, and would read all of a large one.
 */
export const updateStock = (db: SiteDb, moves: VariantMove[]) =>
  db.many(
    MovedVariant,
    sql`
    update variants v
    set inventory_quantity = v.inventory_quantity + m.quantity
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (variant_id uuid, quantity integer)
    where v.site_id = ${db.siteId} and v.id = any(${moves.map((move) => move.variant_id)}::uuid[])
      and v.id = m.variant_id
      and (
        m.quantity > 0
        or v.inventory_quantity + m.quantity >= 0
        or not v.track_quantity
        or v.continue_selling_when_out_of_stock
      )
    returning v.id, v.product_id,
      v.track_quantity and not v.continue_selling_when_out_of_stock
        and (v.inventory_quantity > 0) <> (v.inventory_quantity - m.quantity > 0) as flips_availability
  `,
  );

/** Records movements of variants in the ledger, and answers those variants: deleted ones are left out. */
export const insertMovements = (db: SiteDb, movements: StockMovement[]) =>
  db.many(
    Type.Object({ variant_id: Type.String() }),
    sql`
    insert into stock_movements as recorded (
      site_id, id, variant_id, quantity, reason, order_id, order_item_id, note, created_at
    )
    select v.site_id, m.id, v.id, m.quantity, m.reason, m.order_id, m.order_item_id, m.note, ${db.now}
    from variants v
    join jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
      as m (id uuid, variant_id uuid, quantity integer, reason text, order_id uuid, order_item_id uuid, note text)
      on m.variant_id = v.id
    where v.site_id = ${db.siteId} and v.id = any(${movements.map((movement) => movement.variant_id)}::uuid[])
    returning recorded.variant_id
  `,
  );

/**
 * Locks the products of these slugs, in the order of their ids: transactions that save a product run one after the
 * other, and each sees the variants that the last one wrote.
 */
export const lockProductsOf = (db: SiteDb, slugs: string[]) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from products
    where site_id = ${db.siteId} and slug = any(${slugs}::text[])
    order by id
    for no key update
  `,
  );

/** Locks the variants of the products of these slugs, in the order of their ids. Lock the products first. */
export const lockVariantsOf = (db: SiteDb, slugs: string[]) =>
  db.run(sql`
    select v.id
    from variants v
    where v.site_id = ${db.siteId} and v.product_id = any(array(
      select p.id
      from products p
      where p.site_id = ${db.siteId} and p.slug = any(${slugs}::text[])
    ))
    order by v.id
    for no key update
  `);

/** The units of a cancelled order's lines that were put back; nothing is put back for deleted variants. */
export const findCancelledStock = (db: SiteDb, orderId: string) =>
  db.many(
    Type.Object({ order_item_id: Type.String(), quantity: Type.Integer() }),
    sql`
    select order_item_id, quantity
    from stock_movements
    where site_id = ${db.siteId} and order_id = ${orderId} and reason = 'cancellation'
  `,
  );

export interface Sales {
  product_id: string;
  units: number;
}

export const addSales = (db: SiteDb, sales: Sales[]) =>
  db.run(sql`
    insert into product_sales (site_id, product_id, units)
    select p.site_id, p.id, s.units
    from products p
    join jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as s (product_id uuid, units bigint) on s.product_id = p.id
    where p.site_id = ${db.siteId} and p.id = any(${sales.map((sale) => sale.product_id)}::uuid[])
    order by p.id
    on conflict (site_id, product_id) do update
    set units = product_sales.units + excluded.units
  `);

export const subtractSales = (db: SiteDb, sales: Sales[]) =>
  db.run(sql`
    update product_sales p
    set units = p.units - s.units
    from (
      select p.product_id, s.units
      from product_sales p
      join jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as s (product_id uuid, units bigint)
        on s.product_id = p.product_id
      where p.site_id = ${db.siteId} and p.product_id = any(${sales.map((sale) => sale.product_id)}::uuid[])
      order by p.product_id
      for no key update of p
    ) s
    where p.site_id = ${db.siteId} and p.product_id = s.product_id
  `);
