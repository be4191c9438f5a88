import { isDeepStrictEqual } from "node:util";
import { stockPutBack } from "../../catalog/catalog.ts";
import { type Changed, definedOf, requireFresh } from "../../core/changes.ts";
import { newId } from "../../core/ids.ts";
import { readAmount, toMajor, toMajorOrNull } from "../../core/money.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { quoteShipping, requireWilaya } from "../../shipping/shipping.ts";
import { moveOrder, setPaymentStatus } from "../orders.ts";
import { readBuyer } from "../placing/customer-details.ts";
import { findById, findByIds, type OrderRow } from "../queries.ts";
import { renderOrder } from "../render.ts";
import type { Order, PlaceOrder } from "../schema.ts";
import type { PaymentStatus, Status } from "../status/status.ts";
import {
  findOrderId,
  insertNote,
  type NewNote,
  nextEntry,
  noteCollected,
  notesOn,
  type OrderNote,
  updateDetails,
} from "./queries.ts";

/** An order with what the shop did with it; amounts are major units, as the API shows them. */
export type AdminOrder = Order & {
  customer_id: string | null;
  collected_amount: number | null;
  calls: number;
  notes: OrderNote["notes"];
  history: OrderNote["moves"];
};

export type OrderChange = Changed<AdminOrder> & { after: AdminOrder };

/** The order of this id or number; `toChange`: nobody else changes it until the transaction ends. Throws `order_not_found`. */
export async function requireOrderRef(db: SiteDb, ref: string, { toChange = false } = {}): Promise<AdminOrder> {
  return managedRow(db, await requireRow(db, ref, { toChange }));
}

async function requireRow(db: SiteDb, ref: string, options: { toChange: boolean }): Promise<OrderRow> {
  const found = await findOrderId(db, ref.trim(), options);
  const row = found && (await findById(db, found.id));
  if (!row) throw new Problem("order_not_found", `This store has no order "${ref}".`);
  return row;
}

const managedRow = async (db: SiteDb, row: OrderRow): Promise<AdminOrder> =>
  managed(db, row, (await notesOn(db, [row.id]))[0]);

/** These orders with all there is of them, by id; for a page of them. */
export async function wholeOrders(db: SiteDb, ids: string[]): Promise<Map<string, AdminOrder>> {
  const works = new Map((await notesOn(db, ids)).map((work) => [work.id, work]));
  const rows = await findByIds(db, ids);
  return new Map(rows.map((row) => [row.id, managed(db, row, works.get(row.id))]));
}

function managed(db: SiteDb, row: OrderRow, work: OrderNote | undefined): AdminOrder {
  const { moves = [], notes = [], customer_id = null, collected_amount = null } = work ?? {};
  return {
    ...renderOrder(db, row),
    customer_id,
    collected_amount: toMajorOrNull(collected_amount, row.currency),
    calls: notes.filter(({ outcome }) => outcome !== null).length,
    notes: notes.map((note) => ({
      ...note,
      at: iso(note.at),
      call_again_at: note.call_again_at && iso(note.call_again_at),
    })),
    history: moves.map((move) => ({ ...move, at: iso(move.at) })),
  };
}

/** Times inside JSON come as PostgreSQL writes them. */
const iso = (time: string): string => new Date(time).toISOString();

/** What may change of an order that was placed; amounts are major units. */
export type OrderPatch = {
  [K in
    | "customer_name"
    | "customer_phone"
    | "customer_email"
    | "customer_wilaya"
    | "customer_commune"
    | "shipping_address"
    | "customer_notes"]?: PlaceOrder[K] | undefined;
} & {
  delivery_method?: "home" | "desk" | undefined;
  shipping_cost?: number | undefined;
  carrier?: string | null | undefined;
  tracking_number?: string | null | undefined;
};

/** Whether a change says to which wilaya or commune the order goes. */
export const saysRegion = ({ customer_wilaya, customer_commune }: OrderPatch): boolean =>
  customer_wilaya !== undefined || customer_commune !== undefined;

const BEFORE_SHIPPING: string[] = ["pending", "confirmed", "processing"];

/**
 * Changes who gets an order, where and how. `rate` is what delivery would cost there, in major units. Throws
 * `order_not_found`, `stale`, `illegal_order_move` once it is on its way, and `invalid_value`.
 */
export async function changeOrder(
  db: SiteDb,
  ref: string,
  patch: OrderPatch,
  expected: string | undefined,
): Promise<OrderChange & { rate: number }> {
  const row = await requireRow(db, ref, { toChange: true });
  requireFresh(row.updated_at, expected, "order");
  const { carrier = row.carrier, tracking_number = row.tracking_number, shipping_cost, ...buyer } = patch;
  refuseTooLate(row, buyer, shipping_cost);
  const before = await managedRow(db, row);
  const { customer_wilaya: region } = buyer;
  if (region && region !== row.customer_wilaya) requireWilaya(db, "customer_wilaya", region);
  const after = buyerAfter(db, row, buyer);
  const { customer_wilaya, customer_commune: commune, delivery_method: method } = after;
  const isMoved = saysRegion(patch);
  const wilaya = isMoved ? customer_wilaya : (row.wilaya_code ?? customer_wilaya);
  const quote = await quoteShipping(db, { wilaya, commune, method, subtotal: row.subtotal });
  const details = {
    ...after,
    wilaya_code: isMoved ? quote.wilaya_code : row.wilaya_code, // an erased order's texts no longer say it
    shipping_cost:
      shipping_cost === undefined ? row.shipping_cost : readAmount("shipping_cost", shipping_cost, row.currency),
    carrier: textOrNull(carrier),
    tracking_number: textOrNull(tracking_number),
  };
  if (!isDeepStrictEqual({ ...row, ...details }, row)) await updateDetails(db, row.id, details);
  return { before, after: await requireOrderRef(db, row.id), rate: toMajor(quote.cost, row.currency) };
}

/**
 * What is not said of the buyer stays as it is: nor does an address change unless it, or how to deliver to it, is said.
 */
function buyerAfter(
  db: SiteDb,
  row: OrderRow,
  { delivery_method, ...buyer }: Omit<OrderPatch, "carrier" | "tracking_number" | "shipping_cost">,
) {
  const said = definedOf(buyer);
  const saysWhere = delivery_method !== undefined || buyer.shipping_address !== undefined;
  if (Object.keys(said).length === 0 && !saysWhere) return row;
  const wanted = { ...row, ...said };
  const method = delivery_method ?? buyer.shipping_address?.method ?? row.delivery_method;
  const address = { ...(saysWhere ? wanted.shipping_address : null), method };
  const after = readBuyer({ ...wanted, shipping_address: address }, db.country, row);
  if (!saysWhere) return { ...after, shipping_address: row.shipping_address };
  return { ...after, shipping_address: wanted.shipping_address && after.shipping_address };
}

const textOrNull = (text: string | null): string | null => text?.trim() || null;

function refuseTooLate({ status, payment_status }: OrderRow, buyer: object, shippingCost: number | undefined): void {
  const saysBuyer = Object.keys(definedOf(buyer)).length > 0 || shippingCost !== undefined;
  if (saysBuyer && !BEFORE_SHIPPING.includes(status)) {
    throw new Problem(
      "illegal_order_move",
      `Of an order that is ${status} only the carrier and the tracking number can change.`,
      { extra: { allowed: ["carrier", "tracking_number"] } },
    );
  }
  if (shippingCost !== undefined && payment_status !== "unpaid") {
    throw invalidValue("shipping_cost", "must not change once the order is paid");
  }
}

/** Which lines of a cancelled or returned order are in stock again, and how many of each. */
export async function restocked(db: SiteDb, { id: orderId, items }: AdminOrder) {
  const back = await stockPutBack(db, orderId);
  return items.flatMap(({ id, product_name, variant_title, sku }) => {
    const quantity = back.find(({ order_item_id }) => order_item_id === id)?.quantity;
    return quantity === undefined ? [] : [{ product_name, variant_title, sku, quantity }];
  });
}

/** Moves an order as `moveOrder` does, by its id or number. */
export const moveOrderRef = (db: SiteDb, ref: string, to: Status, actor: string): Promise<OrderChange> =>
  changing(db, ref, ({ id }) => moveOrder(db, id, to, actor));

/** Sends an order off; one that is confirmed goes through processing. Throws `order_not_found` and `illegal_order_move`. */
export const shipOrder = (
  db: SiteDb,
  ref: string,
  shipment: { carrier?: string | undefined; tracking_number?: string | undefined },
  actor: string,
): Promise<OrderChange> =>
  changing(db, ref, async ({ id, status }) => {
    if (status === "confirmed") await moveOrder(db, id, "processing", actor);
    await moveOrder(db, id, "shipped", actor);
    await changeOrder(db, id, shipment, undefined);
  });

/**
 * Notes that an order arrived and what was collected for it, in major units: by default the total, when it is to be
 * paid on delivery. Once that is the total, it is paid. Throws `order_not_found`, `illegal_order_move`, `invalid_value`.
 */
export const deliverOrder = (
  db: SiteDb,
  ref: string,
  collected: number | undefined,
  actor: string,
): Promise<OrderChange> =>
  changing(db, ref, async ({ id, payment_status, payment_method, total, currency }) => {
    await moveOrder(db, id, "delivered", actor);
    const isDue = payment_status === "unpaid";
    const amount = collected ?? (isDue && payment_method.toLowerCase() === "cod" ? total : undefined);
    if (amount === undefined) return;
    await noteCollected(db, id, readAmount("collected_amount", amount, currency));
    if (isDue && amount >= total) await setPaymentStatus(db, id, "paid", actor);
  });

/** Notes that an order was paid or refunded, by its id or number. */
export const setPaymentStatusRef = (db: SiteDb, ref: string, to: PaymentStatus, actor: string): Promise<OrderChange> =>
  changing(db, ref, ({ id }) => setPaymentStatus(db, id, to, actor));

/** A note of the shop on an order, or what came of a call. Throws `order_not_found`. */
export const noteOnOrder = (
  db: SiteDb,
  ref: string,
  note: Pick<NewNote, "text"> & Partial<NewNote>,
  actor: string,
): Promise<OrderChange> =>
  changing(db, ref, async ({ id }) => {
    const entry = await nextEntry(db, id);
    if (!entry) throw new Error(`order ${id} is locked and gone`);
    await insertNote(db, id, entry.sequence, { outcome: null, call_again_at: null, ...note, id: newId(), actor });
  });

async function changing(db: SiteDb, ref: string, work: (order: AdminOrder) => Promise<unknown>): Promise<OrderChange> {
  const before = await requireOrderRef(db, ref, { toChange: true });
  await work(before);
  return { before, after: await requireOrderRef(db, before.id) };
}
