import { type Static, Type } from "typebox";
import { type BoundedCount, type Cursor, type CursorPage, Nullable } from "../../core/shapes.ts";
import { words } from "../../core/text/fold.ts";
import { type CustomerIdentity, ordersOfIdentity } from "../../customers/customers.ts";
import { countUpToBound } from "../../db/bounded-count.ts";
import type { SiteDb } from "../../db/database.ts";
import { afterCursor } from "../../db/keyset.ts";
import { join, type Sql, sql } from "../../db/sql.ts";
import { isOwed } from "../cash/owed-queries.ts";
import { numbersBegun } from "../placing/order-number.ts";
import type { Reason } from "../reasons.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES, type PaymentStatus, type Status } from "../status/transitions.ts";
import { spellingsOf, trackingBegun } from "../tracking-number.ts";

/** The filters of a search for orders. */
export interface OrderFilters {
  status?: Status | undefined;
  payment_status?: PaymentStatus | undefined;
  /** An order number, a phone number (normalised, or some of its digits), an e-mail address, or words of a name. */
  text?: { typed: string; phone: string | null; digits: string | null } | undefined;
  wilaya?: { code: string | null; typed: string } | undefined;
  customer?: CustomerIdentity | undefined;
  /** Orders with a line of one of these products and, where `variants` is given, of one of these variants. */
  item?: { products: string[]; variants: string[] | null } | undefined;
  /** Names of a carrier, as orders have them. */
  carriers?: string[] | undefined;
  tracking_number?: string | undefined;
  reason?: Reason | undefined;
  payment_method?: string | undefined;
  /** Minor units, both inclusive. */
  min_total?: number | undefined;
  max_total?: number | undefined;
  /** Only orders whose carrier has not paid their cash. */
  owed?: true | undefined;
  /** Only orders that are confirmed or processing. */
  to_ship?: true | undefined;
  /** Orders to call at this time: the time to call again has passed, or the order is pending and nobody has called. */
  to_call_at?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Filters by which a function of the database finds orders. */
const BY_FUNCTION = [
  ...(["text", "item", "carriers", "tracking_number", "reason", "payment_method", "min_total", "max_total"] as const),
  "to_call_at" as const,
];

export const BriefOrder = Type.Object({
  id: Type.String(),
  order_number: Type.String(),
  status: Type.Enum([...ORDER_STATUSES]),
  payment_status: Type.Enum([...PAYMENT_STATUSES]),
  total: Type.Integer(),
  /** Minor units, as the total: what the shopper paid, and what the carrier paid to the shop. */
  collected_amount: Nullable(Type.Integer()),
  remitted_amount: Nullable(Type.Integer()),
  currency: Type.String(),
  items_count: Type.Integer(),
  customer_name: Type.String(),
  customer_phone: Type.String(),
  customer_wilaya: Nullable(Type.String()),
  wilaya_code: Nullable(Type.String()),
  /** The number of calls to the customer, and the outcome of the last one. */
  calls: Type.Integer(),
  last_call: Nullable(Type.String()),
  call_again_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type BriefOrder = Static<typeof BriefOrder>;

/** Selects the ids of orders that match, newest first, from after the cursor on. */
const matchingIds = (db: SiteDb, filters: OrderFilters, page: CursorPage): Sql | Promise<Sql> =>
  !filters.owed && !isOfCarrier(filters) && needsFunction(filters, BY_FUNCTION)
    ? idsByFunction(db, filters, page)
    : idsByColumns(db, filters, page);

/** Whether nothing but a carrier, which has an index of its own, and times narrow the list. */
const isOfCarrier = ({ carriers = [], from: _, to: __, ...others }: OrderFilters): boolean =>
  carriers.length > 0 &&
  carriers.length <= MAX_SPELLINGS &&
  Object.values(others).every((value) => value === undefined);

/** So many spellings of a carrier are read by a select for each. */
const MAX_SPELLINGS = 4;

const needsFunction = (filters: OrderFilters, names: readonly (keyof OrderFilters)[]): boolean =>
  filters.wilaya?.code === null || names.some((name) => filters[name] !== undefined);

/** Whether orders that are owed can be found by these filters. */
export const goWithOwed = (filters: OrderFilters): boolean =>
  !needsFunction(
    filters,
    BY_FUNCTION.filter((name) => name !== "carriers"),
  );

/** Filters of which each names one value, so that an index has the orders in the order of their pages. */
type OneOfEach = Omit<OrderFilters, "to_ship"> & { shipping?: Status; carrier?: string };

/** Orders of several statuses, or of several spellings of a carrier, are read by a select for each: 100,000 orders are not sorted. */
const idsByColumns = (db: SiteDb, { to_ship, ...filters }: OrderFilters, page: CursorPage): Sql => {
  const { carriers = [], ...others } = filters;
  const each: OneOfEach[] = to_ship
    ? (["confirmed", "processing"] as const).map((shipping) => ({ ...filters, shipping }))
    : isOfCarrier(filters)
      ? carriers.map((carrier) => ({ ...others, carrier }))
      : [filters];
  if (each.length === 1) return idsIn(db, sql`o.id`, each[0] as OneOfEach, page);
  const selects = each.map((one) => sql`(${idsIn(db, sql`o.id, o.created_at`, one, page)})`);
  return sql`
      select found.id
      from (${join(selects, " union all ")}) found
      order by found.created_at desc, found.id desc
      limit ${page.limit}`;
};

const idsIn = (db: SiteDb, columns: Sql, filters: OneOfEach, { after, limit }: CursorPage): Sql => {
  const { status, shipping, carrier, payment_status, wilaya, customer, carriers, owed, from, to } = filters;
  const conditions = [
    sql`o.site_id = ${db.siteId}`,
    ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ...(shipping === undefined ? [] : [sql`o.status = ${shipping}`]),
    ...(payment_status === undefined ? [] : [sql`o.payment_status = ${payment_status}`]),
    ...(wilaya === undefined ? [] : [sql`o.wilaya_code = ${wilaya.code}`]),
    ...(customer === undefined ? [] : [sql`o.id = any(array(${ordersOfIdentity(db, customer)}))`]),
    ...(carrier === undefined ? [] : [sql`o.carrier = ${carrier}`]),
    ...(carriers === undefined ? [] : [sql`o.carrier = any(${carriers}::text[])`]),
    ...(owed ? [isOwed(db)] : []),
    ...(from === undefined ? [] : [sql`o.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`o.created_at < ${to}`]),
  ];
  return sql`
      select ${columns}
      from orders o
      where ${join(conditions, " and ")}
        ${afterCursor(after, sql`o.created_at`, sql`o.id`)}
      order by o.created_at desc, o.id desc
      limit ${limit}`;
};

/**
 * Row-level security prevents an index on parts of a text, so a function of the database finds the ids. A text that names
 * no wilaya is compared with the region and the commune as they were written.
 */
async function idsByFunction(db: SiteDb, filters: OrderFilters, { after, limit }: CursorPage): Promise<Sql> {
  const { status, payment_status, text, wilaya, customer, item, tracking_number, from, to } = filters;
  const [named, among] = await Promise.all([
    text ? db.ids(ordersNamed(db, text)) : null,
    customer ? db.ids(ordersOfIdentity(db, customer)) : null,
  ]);
  const typed = text === undefined || text.digits !== null ? [] : words(text.typed);
  const region = wilaya?.code === null ? wilaya.typed : null;
  return sql`
      select id
      from search_order_ids(
        site => ${db.siteId}, words => ${typed.length > 0 ? typed : null}::text[], digits => ${text?.digits ?? null},
        known => ${named}::uuid[],
        region => lower(normalize(${region}::text, nfkd)), wanted_status => ${status ?? null},
        wanted_payment_status => ${payment_status ?? null}, wilaya => ${wilaya?.code ?? null},
        among => ${among}::uuid[], products => ${item?.products ?? null}::uuid[],
        variants => ${item?.variants ?? null}::uuid[], carriers => ${filters.carriers ?? null}::text[],
        tracking_numbers => ${tracking_number === undefined ? null : spellingsOf(tracking_number)}::text[],
        wanted_reason => ${filters.reason ?? null}, method => ${filters.payment_method ?? null},
        min_total => ${filters.min_total ?? null}::bigint, max_total => ${filters.max_total ?? null}::bigint,
        to_call_at => ${filters.to_call_at ?? null}::timestamptz, to_ship => ${filters.to_ship ?? false},
        from_time => ${from ?? null}::timestamptz, to_time => ${to ?? null}::timestamptz,
        after_time => ${after?.created_at ?? null}::timestamptz, after_id => ${after?.id ?? null}::uuid,
        max_rows => ${limit}::integer
      ) as id`;
}

/** Whether an order has this product, which may have been deleted. */
export const hasOrdersOfProduct = (db: SiteDb, id: string) =>
  db.exists(sql`
    select i.order_id
    from order_items i
    where i.site_id = ${db.siteId} and i.product_id = ${id}
    limit 1
  `);

/** Orders with a beginning of a number are so few that the newest of them are enough. */
const MAX_BEGUN = 50;

/** The ids of the orders with this number or tracking number, or the beginning of one, this phone number or this e-mail address. A phone number begins no other. */
const ordersNamed = (db: SiteDb, { typed, phone }: NonNullable<OrderFilters["text"]>): Sql => {
  const named = [
    sql`select id from orders where site_id = ${db.siteId} and phone_key = phone_key_of(${phone}::text)`,
    sql`select id from orders where site_id = ${db.siteId} and email_key = email_key_of(${typed}::text)`,
    sql`select id from orders where site_id = ${db.siteId} and tracking_number = any(${spellingsOf(typed)}::text[])`,
    ...numbersBegun(typed, db.now).map(
      ([first, last]) => sql`(
            select id from orders where site_id = ${db.siteId} and order_number between ${first} and ${last}
            order by order_number desc limit ${MAX_BEGUN}
          )`,
    ),
    ...(phone === null ? trackingBegun(typed) : []).map(
      ([first, last]) => sql`(
            select id from orders
            where site_id = ${db.siteId} and tracking_number between ${first} and ${last} and starts_with(tracking_number, ${first})
            order by tracking_number desc limit ${MAX_BEGUN}
          )`,
    ),
  ];
  return join(named, "\n          union\n          ");
};

/** Orders that match, newest first, from after the cursor on. */
export async function findOrdersForAdmin(
  db: SiteDb,
  filters: OrderFilters,
  after: Cursor | null,
  limit: number,
): Promise<BriefOrder[]> {
  return findBriefOrders(db, await db.ids(await matchingIds(db, filters, { after, limit })));
}

/** These orders, newest first. */
export const findBriefOrders = (db: SiteDb, ids: string[]): Promise<BriefOrder[]> =>
  db.many(
    BriefOrder,
    sql`
    select o.id, o.order_number, o.status, o.payment_status, o.total, o.collected_amount, o.remitted_amount, o.currency,
      o.items_count, o.customer_name, o.customer_phone, o.customer_wilaya, o.wilaya_code, c.calls, c.last_call, c.call_again_at, o.created_at, o.updated_at
    from orders o
    cross join lateral (
      select count(*) as calls, (array_agg(n.outcome order by n.sequence desc))[1] as last_call,
        (array_agg(n.call_again_at order by n.sequence desc))[1] as call_again_at
      from order_notes n
      where n.site_id = ${db.siteId} and n.order_id = o.id and n.outcome is not null
    ) c
    where o.site_id = ${db.siteId} and o.id = any(${ids}::uuid[])
    order by o.created_at desc, o.id desc
  `,
  );

/** Orders by a text or a product, and those that are owed, are counted so far: the time of each is more than that of an entry of an index. */
const MAX_READ_TO_COUNT = 100;

export const countOrdersForAdmin = (db: SiteDb, filters: OrderFilters): Promise<BoundedCount> =>
  countUpToBound(
    db,
    (limit) => matchingIds(db, filters, { after: null, limit }),
    filters.text || filters.item || filters.owed ? MAX_READ_TO_COUNT : undefined,
  );
