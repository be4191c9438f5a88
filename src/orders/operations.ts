import { Type } from "typebox";
import { MAX_QUANTITY } from "../cart/cart.ts";
import { toMajor } from "../core/money.ts";
import { withoutNulls } from "../core/objects.ts";
import { invalidValue } from "../core/problem.ts";
import { readEnd, readTime } from "../core/time/dates.ts";
import { countText, cursorAnswer, cursorPage } from "../operations/cursor.ts";
import {
  Code,
  Day,
  Expected,
  Fields,
  Format,
  From,
  Price,
  Query,
  Ref,
  searching,
  Text,
  TextOrNull,
  To,
  terse,
  terseCode,
} from "../operations/inputs.ts";
import { defineOperation, type Operation, type OperationCall } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { storeZone } from "../store/store.ts";
import { type AdminOrder, findAdminOrders, type OrderChange, requireOrderRef } from "./admin/admin.ts";
import { placePhoneOrder } from "./admin/create.ts";
import { addNote } from "./admin/notes.ts";
import { type BriefOrder, searchOrders } from "./admin/search.ts";
import { changeOrder, changesRegion } from "./admin/update.ts";
import { needsOfChange, needsOfCreation, needsOfSearch, refusalSeenBy } from "./people-arguments.ts";
import { PlaceOrder } from "./schema.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES, PAYMENT_TRANSITIONS, STATUS_TRANSITIONS } from "./status/transitions.ts";

const optional = Type.Optional;
export const OrderRef = Ref("Number or id");
const placed = PlaceOrder.properties;

/** The customer's details that shoppers enter in the checkout, and merchants on the phone. */
const customerDetails = {
  customer_email: optional(terse(placed.customer_email)),
  customer_wilaya: optional(terse(placed.customer_wilaya)),
  customer_commune: optional(terse(placed.customer_commune)),
  shipping_address: optional(terse(placed.shipping_address)),
  customer_notes: optional(terse(placed.customer_notes)),
};

const IMPERSONAL_FIELDS = [
  ...(["status", "payment_status", "delivery_method", "shipping_cost", "total"] as const),
  ...(["carrier", "tracking_number"] as const),
];

/** The fields of an order in the audit log and in a dry run; the log leaves out personal ones. */
const audited = (order: AdminOrder) =>
  sanitize({
    ...Object.fromEntries(IMPERSONAL_FIELDS.map((name) => [name, order[name]])),
    collected_amount: order.collected_amount,
    calls: order.calls,
    notes: order.notes,
    ...{ customer_name: order.customer_name, customer_phone: order.customer_phone },
    ...{ customer_email: order.customer_email, customer_wilaya: order.customer_wilaya },
    ...{ customer_commune: order.customer_commune, customer_notes: order.customer_notes },
    shipping_address: order.shipping_address,
  });

/** Reports the change of an order to the audit log. */
function reportChange({ changed }: OperationCall, before: AdminOrder | null, after: AdminOrder): void {
  const auditedBefore = before && audited(before);
  changed({ entity: "order", id: after.id, label: after.order_number, before: auditedBefore, after: audited(after) });
}

/** The state of an order, and the tools that may follow. */
const stateOf = (order: AdminOrder) => ({
  order_number: order.order_number,
  status: order.status,
  payment_status: order.payment_status,
  total: order.total,
  currency: order.currency,
  collected_amount: order.collected_amount,
  calls: order.calls,
  carrier: order.carrier,
  tracking_number: order.tracking_number,
  updated_at: order.updated_at,
  next: NEXT[order.status],
});

/** The tools that may follow each status; shipping includes the step through processing. */
const NEXT: Record<AdminOrder["status"], string[]> = {
  pending: ["orders_confirm", "orders_cancel"],
  confirmed: ["orders_ship", "orders_cancel"],
  processing: ["orders_ship", "orders_cancel"],
  shipped: ["orders_mark_delivered", "orders_return"],
  delivered: ["orders_return"],
  cancelled: [],
  returned: [],
};

const idsOf = (orders: BriefOrder[]): string[] => orders.map(({ id }) => id);

/** An order in a list, with its number and without its id. */
const listed = ({ id: _, updated_at: __, total, ...order }: BriefOrder) =>
  withoutNulls({ ...order, total: toMajor(total, order.currency) });

function concise(order: AdminOrder) {
  const { customer_name, customer_phone, customer_wilaya, wilaya_code, customer_commune, delivery_method, items } =
    order;
  return sanitize({
    ...{ id: order.id, ...stateOf(order), created_at: order.created_at },
    ...{ subtotal: order.subtotal, discount: order.discount, shipping_cost: order.shipping_cost },
    ...{ coupon_code: order.coupon_code, applied: order.applied_discounts.map(({ title }) => title) },
    ...{ customer_name, customer_phone, customer_wilaya, wilaya_code, customer_commune, delivery_method },
    items: items.map(({ product_name, variant_title, sku, quantity, subtotal }) => ({
      ...{ product_name, variant_title, sku, quantity, subtotal },
    })),
  });
}

/** A warning for an order whose commune's wilaya is not known; otherwise an empty text. */
const unknownWilayaHint = ({ db }: OperationCall, { customer_commune, wilaya_code }: AdminOrder): string =>
  db.country === "DZ" && customer_commune !== null && wilaya_code === null
    ? " The commune's wilaya is not known, so the rate of * (everywhere else) applies."
    : "";

export const orderOperations: Operation[] = [
  defineOperation({
    name: "orders_search",
    title: "Search orders",
    description: "Newest first, with the number of calls to the shopper.",
    area: "orders",
    effect: "read",
    input: {
      query: optional(Query("Number, e-mail, part of a name or phone")),
      status: optional(Type.Enum([...ORDER_STATUSES])),
      payment_status: optional(Type.Enum([...PAYMENT_STATUSES])),
      wilaya: optional(Ref("Code or name")),
      customer: optional(Ref("Id, e-mail or phone")),
      from: From,
      to: To,
      ...searching,
    },
    needs: needsOfSearch,
    example: { status: "pending", wilaya: "Oran" },
    run: async ({ db, maxRowsText }, { limit, cursor, response_format, from, to, ...search }) => {
      const page = cursorPage({ limit, cursor }, maxRowsText);
      const zone = await storeZone(db);
      const times = { from: readTime("from", from, zone), to: readEnd("to", to, zone) };
      const { orders, total } = await searchOrders(db, { ...search, ...times }, page);
      const full = response_format === "detailed" ? await findAdminOrders(db, idsOf(orders)) : undefined;
      const data = cursorAnswer(orders, total, page, (order) => full?.get(order.id) ?? listed(order));
      return { text: `${countText(total)} orders; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "orders_get",
    title: "Show an order",
    description: "detailed: adds addresses, discounts, calls, notes and who did what.",
    area: "orders",
    effect: "read",
    takes: ["cursor"],
    input: { order: OrderRef, response_format: Format },
    example: { order: "ORD-2026-7KQ2M9XB", response_format: "detailed" },
    run: async ({ db }, { order: ref, response_format }) => {
      const order = await requireOrderRef(db, ref);
      return {
        text: `${order.order_number} is ${order.status}, ${order.payment_status}, ${order.total} ${order.currency}.`,
        data: {
          ...(response_format === "detailed" ? { ...sanitize(order), next: NEXT[order.status] } : concise(order)),
        },
      };
    },
  }),
  defineOperation({
    name: "orders_create",
    title: "Create an order",
    description:
      "For phone orders. Prices, stock, promotions and delivery are as in the shop. customer links it to an account.",
    area: "orders",
    effect: "write",
    notUndoable: "An order cannot be taken back; orders_cancel cancels it.",
    takes: ["dry_run", "idempotency_key"],
    input: {
      items: Type.Array(
        Fields({
          item: Ref("Variant id or SKU, or a product without options"),
          quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
        }),
        { minItems: 1, maxItems: 100 },
      ),
      customer: optional(Ref("Account: id, e-mail or phone")),
      customer_name: terse(placed.customer_name),
      customer_phone: terseCode(placed.customer_phone),
      ...customerDetails,
      delivery_method: optional(Type.Enum(["home", "desk"])),
      payment_method: optional(terse(placed.payment_method)),
      coupon_code: optional(terse(placed.coupon_code)),
    },
    needs: needsOfCreation,
    example: {
      items: [{ item: "TAP-PRI-1", quantity: 1 }],
      customer_name: "Karim Benali",
      customer_phone: "0550 12 34 56",
      customer_wilaya: "Oran",
    },
    run: async (call, { delivery_method, shipping_address, ...given }) => {
      const address = delivery_method ? { ...shipping_address, method: delivery_method } : shipping_address;
      const request = address === undefined ? given : { ...given, shipping_address: address };
      const order = await placePhoneOrder(call.db, request, call.actor).catch((error: unknown) => {
        throw refusalSeenBy(call.key, error);
      });
      reportChange(call, null, order);
      const { id: _id, order_number: _number, ...planned } = concise(order);
      const costs = `${order.total} ${order.currency}.${unknownWilayaHint(call, order)}`;
      const text = `Placed ${order.order_number}: ${costs}`;
      return { text, textInDryRun: `The order: ${costs}`, data: { ...concise(order) }, inDryRun: { order: planned } };
    },
  }),
  defineOperation({
    name: "orders_update",
    title: "Change an order",
    description:
      "Changes customer, address and delivery before it is shipped; carrier and tracking number at any time. The delivery cost changes only when sent.",
    area: "orders",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      order: OrderRef,
      customer_name: optional(terse(placed.customer_name)),
      customer_phone: optional(terseCode(placed.customer_phone)),
      ...customerDetails,
      delivery_method: optional(Type.Enum(["home", "desk"])),
      shipping_cost: optional(Price()),
      carrier: optional(TextOrNull(100)),
      tracking_number: optional(Type.Unsafe<string | null>({ ...Code(), type: ["string", "null"] })),
      expected_updated_at: Expected,
    },
    needs: needsOfChange,
    example: { order: "ORD-2026-7KQ2M9XB", carrier: "Yalidine", shipping_cost: 350 },
    run: async (call, { order: ref, expected_updated_at, ...patch }) => {
      const { before, after, rate } = await changeOrder(call.db, ref, patch, expected_updated_at);
      reportChange(call, before, after);
      const hasNewAddress =
        changesRegion(patch) || patch.delivery_method !== undefined || patch.shipping_address !== undefined;
      const isFree = after.applied_discounts.some(({ discount_type }) => discount_type === "free_shipping");
      const differsFromRate = hasNewAddress && !isFree && rate !== after.shipping_cost;
      const hint = `${changesRegion(patch) ? unknownWilayaHint(call, after) : ""}${differsFromRate ? ` Delivery costs ${after.shipping_cost}; the rate is ${rate}.` : ""}`;
      return { text: `Changed ${after.order_number}.${hint}`, data: { ...concise(after), delivery_rate: rate } };
    },
  }),
  defineOperation({
    name: "orders_log_call",
    title: "Log a call",
    description: "Records the outcome of a call to the shopper.",
    area: "orders",
    effect: "write",
    takes: ["idempotency_key"],
    input: {
      order: OrderRef,
      outcome: Type.Enum(["answered", "no_answer", "busy", "postponed", "wrong_number"]),
      text: optional(Text(2000)),
      call_again_at: optional(Day("ISO time, or a date: its start")),
    },
    example: { order: "ORD-2026-7KQ2M9XB", outcome: "no_answer" },
    run: async (call, { order, outcome, text = "", call_again_at }) => {
      const again = readTime("call_again_at", call_again_at, await storeZone(call.db)) ?? null;
      const note = { outcome, text: text.trim() || null, call_again_at: again };
      const change = await addNote(call.db, order, note, call.actor);
      return changeResult(call, change, `Call ${change.after.calls} of ${change.after.order_number}: ${outcome}.`);
    },
  }),
  defineOperation({
    name: "orders_add_note",
    title: "Add a note",
    description: "Shoppers do not see it.",
    area: "orders",
    effect: "write",
    takes: ["idempotency_key"],
    input: { order: OrderRef, text: Type.String({ minLength: 1, maxLength: 2000 }) },
    example: { order: "ORD-2026-7KQ2M9XB", text: "Emballage cadeau." },
    run: async (call, { order, text }) => {
      if (!text.trim()) throw invalidValue("text", "must not be empty");
      const change = await addNote(call.db, order, { text: text.trim() }, call.actor);
      return changeResult(call, change, `Added the note to ${change.after.order_number}.`);
    },
  }),
];

/** Reports the change, and makes the result with the state of the order. */
export function changeResult(call: OperationCall, { before, after }: OrderChange, text: string) {
  reportChange(call, before, after);
  return { text, data: stateOf(after) };
}

/** The statuses that may follow each status, for the resource `hanout://order-states`. */
export const orderTransitions = { status: STATUS_TRANSITIONS, payment_status: PAYMENT_TRANSITIONS };
