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
  track_quantity: Type.Boolean(),
  /** Units in stock now, and what the store calls low. */
  inventory_quantity: Type.Integer(),
  low_stock: Type.Integer(),
});

/**
 * Changes the stock of variants, of which each is named once, and answers those that moved. Use `moveStock`, which also writes the ledger and says what
 * changed for shoppers. The variants are named by an array too: the plan of a prepared statement expects the variants of a
 * mean store, and would read all of a large one (28 times as slow: docs/decisions/0012).
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
        and (v.inventory_quantity > 0) <> (v.inventory_quantity - m.quantity > 0) as flips_availability,
      v.track_quantity, v.inventory_quantity, (select s.low_stock from sites s where s.id = ${db.siteId}) as low_stock
  `,
  );

/** What the store calls low stock, in units. */
export const findLowStock = async (db: SiteDb): Promise<number> => {
  const row = await db.first(
    Type.Object({ low_stock: Type.Integer() }),
    sql`
    select low_stock
    from sites
    where id = ${db.siteId}
  `,
  );
  return row?.low_stock ?? 0;
};

/** Records movements in the ledger, also of deleted variants: one that comes back has the stock that its ledger says. */
export const insertMovements = (db: SiteDb, movements: readonly StockMovement[]) =>
  db.run(sql`
    insert into stock_movements (
      site_id, id, variant_id, quantity, reason, order_id, order_item_id, note, created_at
    )
    select ${db.siteId}, m.id, m.variant_id, m.quantity, m.reason, m.order_id, m.order_item_id, m.note, ${db.now}
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
      as m (id uuid, variant_id uuid, quantity integer, reason text, order_id uuid, order_item_id uuid, note text)
    on conflict (site_id, id) do nothing -- the ids are new; without it, Citus would copy the rows, which row-level security refuses
  `);

/** The stock of these variants by the ledger. */
export const stockInLedger = (db: SiteDb, variantIds: string[]) =>
  db.many(
    Type.Object({ variant_id: Type.String(), units: Type.Integer() }),
    sql`
    select m.variant_id, sum(m.quantity)::bigint as units
    from stock_movements m
    where m.site_id = ${db.siteId} and m.variant_id = any(${variantIds}::uuid[])
    group by m.variant_id
  `,
  );

/** The units of a cancelled order's lines that are in stock again: those of variants that were not deleted. */
export const findCancelledStock = (db: SiteDb, orderId: string) =>
  db.many(
    Type.Object({ order_item_id: Type.String(), quantity: Type.Integer() }),
    sql`
    select m.order_item_id, m.quantity
    from stock_movements m
    join variants v on v.site_id = ${db.siteId} and v.id = m.variant_id
    where m.site_id = ${db.siteId} and m.order_id = ${orderId} and m.reason = 'cancellation'
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
