import { detachCarts } from "../../cart/cart.ts";
import { Problem } from "../../core/problem.ts";
import type { CustomerIdentity } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { isPlaceName } from "../../shipping/shipping.ts";
import type { Status } from "../status/transitions.ts";
import {
  anonymiseOrders,
  eraseNotes,
  findRegions,
  LOST_COLUMNS,
  lockOrdersOf,
  type PersonalDataRow,
} from "./erase-queries.ts";

/** Replaces names, phone numbers and notes. */
const ERASED = "(erased)";

const SHARED = ["account", "phone", "email"] as const;

/** An order of a person; `by` is what they have in common. */
interface FoundOrder {
  id: string;
  order_number: string;
  status: Status;
  by: (typeof SHARED)[number][];
}

/** The personal data of an anonymous order. */
const ANONYMOUS = Object.fromEntries(
  LOST_COLUMNS.map(({ name, erasure }) => [name, erasure === "replaced" ? ERASED : null]),
);

/** The orders of a person. `left` are orders of other accounts with the same phone number or e-mail; they do not change. */
export interface ErasedOrders {
  erased: (FoundOrder & { customer_phone: string | null; before: object; after: object })[];
  left: FoundOrder[];
}

/**
 * Makes a person's orders anonymous, and detaches orders and carts from the account: number, lines, amounts and wilaya stay; name, phone number, e-mail, address and all
 * notes are removed. This concerns the orders of the account, and guests' orders with its phone number or e-mail; orders
 * of other accounts stay as they are. Lock the account first, otherwise an order of it that is being placed is missed.
 * Guests have no row to lock: a guest's order that is committed after this reads the orders is missed. Throws
 * `invalid_value` when there are more than MAX_ORDERS.
 */
export async function eraseOrdersOf(db: SiteDb, person: CustomerIdentity): Promise<ErasedOrders> {
  const found = await lockOrdersOf(db, person, MAX_ORDERS + 1);
  if (found.length > MAX_ORDERS) throw tooMany();
  const rows = found.map((row) => ({ ...row, by: sharedWith(person, row) }));
  const current = rows.filter(({ by }) => by.length > 0); // the order may have changed while this waited for its lock
  const erased = current.filter(({ customer_id }) => customer_id === null || customer_id === person.customer_id);
  const left = current.filter((row) => !erased.includes(row));
  const ids = erased.map(({ id }) => id);
  const regions = (await findRegions(db, ids)).map(({ region }) => region).filter(isPlaceName);
  await anonymiseOrders(db, ids, ERASED, regions);
  await eraseNotes(db, ids, ERASED);
  if (person.customer_id !== null) await detachCarts(db, person.customer_id);
  return {
    erased: erased.map((row) => ({
      ...brief(row),
      customer_phone: row.customer_phone,
      before: row.personal,
      after: ANONYMOUS,
    })),
    left: left.map(brief),
  };
}

/** The number of orders that one erasure may lock, change and write to the audit log. */
const MAX_ORDERS = 5000;

function tooMany(): Problem {
  const message = `has more than ${MAX_ORDERS} orders by account, phone or e-mail, too many for one person; name another phone or e-mail, or change the account's with customers_save first`;
  return new Problem("invalid_value", `customer ${message}.`, { errors: [{ path: "customer", message }] });
}

function sharedWith({ customer_id }: CustomerIdentity, row: PersonalDataRow): FoundOrder["by"] {
  const shares = { account: customer_id !== null && row.customer_id === customer_id, ...row.shares };
  return SHARED.filter((what) => shares[what]);
}

const brief = ({ id, order_number, status, by }: FoundOrder): FoundOrder => ({ id, order_number, status, by });
