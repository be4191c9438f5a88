import { Problem } from "../../core/problem.ts";
import type { CustomerIdentity } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { anonymiseUses } from "../../promotions/promotions.ts";
import { isPlaceName } from "../../shipping/shipping.ts";
import type { Status } from "../status/status.ts";
import {
  anonymiseOrders,
  lockOrdersOf,
  type PersonalRow,
  regionsOf,
  type TotalsRow,
  totalsOf,
  wipeNotes,
} from "./erase-queries.ts";

/** What stands where a name, phone number or note was. */
const ERASED = "(erased)";

/** How often and how much these customers ordered, as merchants count it; who never did is left out. */
export const orderTotals = (db: SiteDb, customerIds: string[]): Promise<TotalsRow[]> => totalsOf(db, customerIds);

const SHARED = ["account", "phone", "email"] as const;

/** An order, and what it shares with a person. */
interface TheirOrder {
  id: string;
  order_number: string;
  status: Status;
  by: (typeof SHARED)[number][];
}

/** What an order says of a person, once it knows nobody. */
const NOBODY = {
  customer_name: ERASED,
  customer_phone: ERASED,
  customer_email: null,
  customer_commune: null,
  shipping_address: null,
  customer_notes: null,
};
type Personal = Pick<PersonalRow, keyof typeof NOBODY>;

/** What became of a person's orders; `left` are of other accounts and share a phone number or e-mail with them. */
export interface ErasedOrders {
  erased: (TheirOrder & { before: Personal; after: Personal })[];
  left: TheirOrder[];
}

/**
 * Makes a person's orders anonymous: numbers, lines, amounts and the wilaya stay; name, phone, e-mail, address and all
 * notes go. Those of their account and, by phone number and e-mail, of no account; an order of another account is left.
 * Lock the account first, or an order of it that is being placed is missed. An order without the account has nothing
 * to lock: one with their phone number or e-mail that is committed after this looked is missed. Throws `invalid_value`
 * when more than MAX_ORDERS are found.
 */
export async function eraseOrdersOf(db: SiteDb, person: CustomerIdentity): Promise<ErasedOrders> {
  const found = await lockOrdersOf(db, person, MAX_ORDERS + 1);
  if (found.length > MAX_ORDERS) throw tooMany();
  const rows = found.map((row) => ({ ...row, by: sharedWith(person, row) }));
  const theirs = rows.filter(({ by }) => by.length > 0); // whoever waited for a lock may find another phone number
  const erased = theirs.filter(({ customer_id }) => customer_id === null || customer_id === person.customer_id);
  const left = theirs.filter((row) => !erased.includes(row));
  const ids = erased.map(({ id }) => id);
  const regions = (await regionsOf(db, ids)).map(({ region }) => region).filter(isPlaceName);
  await anonymiseOrders(db, ids, ERASED, regions);
  await wipeNotes(db, ids, ERASED);
  await anonymiseUses(db, ids);
  return {
    erased: erased.map((row) => ({ ...brief(row), before: personal(row), after: NOBODY })),
    left: left.map(brief),
  };
}

/** What one erasure locks, changes and writes into the audit log. */
const MAX_ORDERS = 5000;

function tooMany(): Problem {
  const message = `has more than ${MAX_ORDERS} orders by account, phone or e-mail, too many for one person; name another phone or e-mail, or change the account's with customers_save first`;
  return new Problem("invalid_value", `customer ${message}.`, { errors: [{ path: "customer", message }] });
}

function sharedWith({ customer_id }: CustomerIdentity, row: PersonalRow): TheirOrder["by"] {
  const shares = { account: customer_id !== null && row.customer_id === customer_id, ...row.shares };
  return SHARED.filter((what) => shares[what]);
}

const brief = ({ id, order_number, status, by }: TheirOrder): TheirOrder => ({ id, order_number, status, by });

const personal = (row: PersonalRow): Personal => {
  const { customer_name, customer_phone, customer_email, customer_commune, shipping_address, customer_notes } = row;
  return { customer_name, customer_phone, customer_email, customer_commune, shipping_address, customer_notes };
};
