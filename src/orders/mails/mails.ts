import { formatsOf } from "../../core/text/locale.ts";
import type { SiteDb } from "../../db/database.ts";
import { type About, type Mail, mailMessages, type Part, sendMail } from "../../mail/mail.ts";
import { storeLetterhead } from "../../store/store.ts";
import type { OrderItemRow } from "../queries.ts";
import { trackingUrl } from "../render.ts";
import { dueOf, isCollectable } from "../status/payment.ts";
import { findIdsWithEmail, findMailedOrder, type MailedOrder } from "./queries.ts";

/** The mails about orders. */
export const ORDER_MAILS = ["placed", "shipped", "delivered", "refunded"] as const;
type OrderMail = (typeof ORDER_MAILS)[number];

/** What an event says of an order. */
interface OrderEvent {
  id: string;
  type: string;
  thing_id: string;
  fields: readonly string[];
}

const MAIL_OF: Readonly<Record<string, OrderMail>> = {
  "orders.placed": "placed",
  "orders.shipped": "shipped",
  "orders.delivered": "delivered",
};

/** The mail that an event is a reason for. A call that refunds and changes both statuses is told by two events. */
function mailOf({ type, fields }: OrderEvent): OrderMail | undefined {
  const isRefund =
    fields.includes("refunded_amount") &&
    (type === "orders.payment_changed" || !fields.includes("payment_status")) &&
    type.startsWith("orders.");
  return isRefund ? "refunded" : MAIL_OF[type];
}

/**
 * Plans the mails of what happened to orders, where somebody gave an address. Each event is the reason for one mail at most, whose job
 * has the event's id.
 */
export async function planOrderMails(db: SiteDb, events: readonly OrderEvent[]): Promise<void> {
  const planned = events.flatMap((event) => {
    const mail = mailOf(event);
    return mail && event.thing_id !== "" ? [{ mail, id: event.id, about: { order_id: event.thing_id } }] : [];
  });
  if (planned.length === 0) return;
  const withEmail = new Set(await findIdsWithEmail(db, [...new Set(planned.map(({ about }) => about.order_id))]));
  for (const one of planned) {
    if (withEmail.has(one.about.order_id)) sendMail(db, one);
  }
}

/** A mail about an order as it is now; undefined when it has no address any more. */
export async function orderMail(db: SiteDb, mail: OrderMail, { order_id = "" }: About): Promise<Mail | undefined> {
  const [order, store] = await Promise.all([findMailedOrder(db, order_id), storeLetterhead(db)]);
  if (!order?.customer_email) return undefined;
  const locale = order.locale ?? store.locale;
  const say = mailMessages({ locale, country: db.country });
  const { order_number: number, currency } = order;
  const amount = (minor: number) => formatsOf(locale, db.country).amount(minor, currency);
  return {
    to: order.customer_email,
    sender: store.name,
    replyTo: store.replyTo,
    locale,
    subject: say[mail].subject(number, store.name),
    parts: [
      say.hello(order.customer_name),
      say[mail].text(number, amount(order.refunded_amount)),
      ...detailsOf(mail, order, say, amount),
    ],
  };
}

type Texts = ReturnType<typeof mailMessages>;
type Amount = (minor: number) => string;

function detailsOf(mail: OrderMail, order: MailedOrder, say: Texts, amount: Amount): Part[] {
  if (mail === "placed")
    return [{ rows: order.items.map((item) => lineOf(item, say, amount)) }, sumsOf(order, say, amount)];
  if (mail === "shipped") return shipmentOf(order, say, amount);
  return [];
}

function lineOf(
  { quantity, product_name, variant_title, variant_options, subtotal }: OrderItemRow,
  say: Texts,
  amount: Amount,
) {
  const product = variant_options.length > 0 ? `${product_name} (${variant_title})` : product_name;
  return [say.units(quantity, product), amount(subtotal)] as const;
}

function sumsOf(order: MailedOrder, { names }: Texts, amount: Amount): Part {
  const { subtotal, discount, shipping_cost, rounding, total } = order;
  const sums = [
    [names.subtotal, subtotal, true],
    [names.discount, -discount, discount !== 0],
    [names.delivery, shipping_cost, true],
    [names.rounding, rounding, rounding !== 0],
    [names.total, total, true],
  ] as const;
  return { rows: sums.flatMap(([name, sum, isShown]) => (isShown ? [[name, amount(sum)] as const] : [])) };
}

/** The carrier with the tracking number, and what is to be paid at the door. */
function shipmentOf(order: MailedOrder, { names, followParcel }: Texts, amount: Amount): Part[] {
  const rows = [
    [names.carrier, order.carrier],
    [names.trackingNumber, order.tracking_number],
    [names.toPay, isCollectable(order) ? amount(dueOf(order)) : null],
  ] as const;
  const facts = rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const link = trackingUrl(order.tracking_template, order.tracking_number);
  return [...(facts.length > 0 ? [{ rows: facts }] : []), ...(link ? [{ link, label: followParcel }] : [])];
}
