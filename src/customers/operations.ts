import { Type } from "typebox";
import { toMajor } from "../core/money.ts";
import { withoutNulls } from "../core/objects.ts";
import type { SiteDb } from "../db/database.ts";
import { SearchPage } from "../operations/answers.ts";
import { countText, cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Expected, Query, Ref, searching, terse, terseCode } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { makeResetLink } from "./account/reset-links.ts";
import { type AdminCustomer, changeCustomer, findAddresses, searchCustomers } from "./admin.ts";
import { blockedPhoneChange } from "./blocked-operations.ts";
import { requireCustomerRef } from "./customer-refs.ts";
import { type EraseOrders, erasePerson } from "./erase.ts";
import {
  AdminCustomer as Answered,
  CustomerAccount,
  CustomerProfile,
  ErasedCustomer,
  ErasureInDryRun,
  ListedCustomer,
  ResetLink,
  SignUp,
} from "./schema.ts";
import type { CustomerTokens } from "./tokens.ts";

const optional = Type.Optional;
const Customer = Ref("Id, e-mail or phone");

/**
 * What these operations need of the orders feature. A parameter, because orders imports customers: an import in the
 * other direction would be a cycle.
 */
export interface OrdersOfCustomers {
  totals(
    db: SiteDb,
    customerIds: string[],
  ): Promise<{ customer_id: string; orders_count: number; total_spent: number; last_order_at: string | null }[]>;
  erase: EraseOrders<FoundOrder & { customer_phone: string | null; before: object; after: object }, FoundOrder>;
}

interface FoundOrder {
  id: string;
  order_number: string;
  status: string;
  /** What the order has in common with the person: `account`, `phone`, `email`. */
  by: string[];
}

/** What a customer spent is a sum over orders. */
const SUMS = { total_spent: "orders:read" } as const;
const NO_ORDERS = { orders_count: 0, total_spent: 0, last_order_at: null };
const summaries = (orders: FoundOrder[]) =>
  orders.map(({ order_number, status, by }) => ({ order_number, status, by }));
const OPEN_STATUSES = ["pending", "confirmed", "processing", "shipped"];

/** The operations on customers. `tokens` has the keys of links for a new password. */
export const customerOperations = (orders: OrdersOfCustomers, tokens: CustomerTokens): Operation[] => [
  defineOperation({
    name: "customers_search",
    title: "Search customers",
    description:
      "Finds accounts, newest first; guests have only orders. Counts orders with the same account, phone or e-mail. total_spent excludes cancelled and returned orders.",
    area: "customers",
    effect: "read",
    input: { query: optional(Query("In name, e-mail or phone")), ...searching },
    fieldNeeds: SUMS,
    answers: SearchPage(ListedCustomer),
    detailed: SearchPage(CustomerAccount),
    example: { query: "amina" },
    run: async ({ db, maxRowsText }, { query = "", response_format, ...rest }) => {
      const page = cursorPage(rest, maxRowsText);
      const { customers, total } = await searchCustomers(db, query, page);
      const spending = await spendingOf(db, orders, customers);
      const concise = ({ id, full_name, email, phone, created_at }: AdminCustomer) => ({
        id,
        full_name,
        email,
        phone,
        created_at,
      });
      const data =
        response_format === "detailed"
          ? cursorAnswer(customers, total, page, (one) => ({ ...one, ...spending(one.id) }))
          : cursorAnswer(customers, total, page, (one) => withoutNulls({ ...concise(one), ...spending(one.id) }));
      return { text: `${countText(total)} customers; ${data.data.length} shown.`, data: sanitize(data) };
    },
  }),
  defineOperation({
    name: "customers_get",
    title: "Show a customer",
    description: "Includes addresses and amount spent.",
    area: "customers",
    effect: "read",
    takes: ["cursor"],
    input: { customer: Customer },
    fieldNeeds: SUMS,
    answers: CustomerProfile,
    refuses: ["customer_not_found"],
    example: { customer: "amina@example.dz" },
    run: async ({ db }, { customer: ref }) => {
      const customer = await requireCustomerRef(db, ref);
      const [spending, addresses] = await Promise.all([
        spendingOf(db, orders, [customer]),
        findAddresses(db, customer.id),
      ]);
      const data = sanitize({ ...customer, ...spending(customer.id), addresses });
      return { text: `Customer ${customer.id}: ${data.orders_count} orders, ${addresses.length} addresses.`, data };
    },
  }),
  defineOperation({
    name: "customers_save",
    title: "Create or change a customer",
    description:
      "Without customer, creates one (full_name and email required) without a password: nobody can sign in to it or sign up with its e-mail.",
    area: "customers",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      customer: optional(Customer),
      full_name: optional(terse(SignUp.properties.full_name)),
      email: optional(terse(SignUp.properties.email)),
      phone: optional(terseCode(SignUp.properties.phone)),
      expected_updated_at: Expected,
    },
    answers: Answered,
    refuses: ["customer_not_found", "email_taken"],
    example: { full_name: "Nadia Hamidi", email: "nadia@example.dz", phone: "0550 12 34 56" },
    run: async (call, { customer: ref, expected_updated_at, ...patch }) => {
      const { before, after } = await changeCustomer(call.db, ref, patch, expected_updated_at);
      call.changed({
        entity: "customer",
        id: after.id,
        label: after.id,
        before: sanitize(before),
        after: sanitize(after),
      });
      return { text: `${before ? "Changed" : "Created"} the customer ${after.id}.`, data: sanitize({ ...after }) };
    },
  }),
  defineOperation({
    name: "customers_reset_link",
    title: "Make a link for a new password",
    description:
      "For somebody who asks on the phone: the link works once, for an hour. It leads to the store's settings.password_reset_url; without that, the answer has only its token.",
    door: "http",
    area: "customers",
    effect: "write",
    notUndoable: "The link ends after an hour, and with every change of the password or the e-mail.",
    input: { customer: Customer },
    answers: ResetLink,
    refuses: ["customer_not_found"],
    example: { customer: "amina@example.dz" },
    run: async (call, { customer: ref }) => {
      const { id } = await requireCustomerRef(call.db, ref);
      const { expires_at, ...shownOnce } = await makeResetLink(call.db, tokens, id);
      const expiry = (expires: string | null) => ({ reset_link_expires_at: expires });
      call.changed({ entity: "customer", id, label: id, before: expiry(null), after: expiry(expires_at) });
      const text = `Made a link for a new password of the customer ${id}. It is shown only this once.`;
      return { text, data: { id, expires_at }, shownOnce };
    },
  }),
  defineOperation({
    name: "customers_erase",
    title: "Erase a customer",
    description:
      "Deletes the account and its addresses, and makes the person's orders (same account, phone or e-mail) anonymous: they keep numbers, amounts and wilaya. A phone or e-mail without an account is a guest's. Orders of other accounts stay. Unblocks the phone. dry_run first.",
    area: "customers",
    effect: "destroy",
    notUndoable: "An erased person cannot be brought back.",
    takes: ["dry_run", "confirm_token"],
    input: { customer: Customer },
    answers: ErasedCustomer,
    inDryRun: ErasureInDryRun,
    refuses: ["customer_not_found"],
    example: { customer: "lynda@example.dz", dry_run: true },
    run: async (call, { customer: ref }) => {
      const { customer, erased, left, blocked, removedAccounts } = await erasePerson(call.db, ref, orders.erase);
      const id = customer?.id ?? null;
      call.mustBeConfirmed();
      if (id) call.changed({ entity: "customer", id, label: id, before: sanitize(customer), after: null });
      for (const id of removedAccounts) call.changed({ entity: "customer", id, label: id, before: {}, after: null });
      for (const { id, order_number, before, after } of erased) {
        call.changed({ entity: "order", id, label: order_number, before: sanitize(before), after });
      }
      for (const phone of blocked) call.changed(blockedPhoneChange(phone, null));
      const openOrders = numbersOf(erased.filter(({ status }) => OPEN_STATUSES.includes(status)));
      const warning = openOrders.length > 0 ? ` Still open, now without an address: ${listed(openOrders)}.` : "";
      const others =
        left.length > 0 ? ` Not changed, because they belong to another account: ${listed(numbersOf(left))}.` : "";
      const unblocked = blocked.length > 0 ? " The phone is no longer blocked." : "";
      const who = id ? `the customer ${id}` : "a guest";
      const found = { orders: summaries(erased), orders_left: summaries(left) };
      return {
        text: `Erased ${who} and made ${erased.length} orders anonymous.${warning}${others}${unblocked}`,
        data: {
          id,
          erased: true as const,
          orders_anonymised: erased.length,
          orders_under_way: openOrders,
          phones_unblocked: blocked.length,
          ...found,
        },
        inDryRun: {
          orders_count: erased.length,
          orders_left_count: left.length,
          phones_unblocked: blocked.length,
          ...found,
        },
      };
    },
  }),
];

const numbersOf = (orders: FoundOrder[]): string[] => orders.map(({ order_number }) => order_number);

/** How many order numbers the text names; the data has all of them. */
const MAX_NUMBERS_IN_TEXT = 20;
function listed(numbers: string[]): string {
  const others = numbers.length - MAX_NUMBERS_IN_TEXT;
  return `${numbers.slice(0, MAX_NUMBERS_IN_TEXT).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

/** What each customer spent, in major units. */
async function spendingOf(db: SiteDb, orders: OrdersOfCustomers, customers: AdminCustomer[]) {
  const rows = await orders.totals(
    db,
    customers.map(({ id }) => id),
  );
  const totals = new Map(rows.map(({ customer_id, ...spent }) => [customer_id, spent]));
  return (id: string) => {
    const spent = totals.get(id) ?? NO_ORDERS;
    return { ...spent, total_spent: toMajor(spent.total_spent, db.currency) };
  };
}
