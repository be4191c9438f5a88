import type { SiteDb } from "../db/database.ts";
import { namesPlace } from "../shipping/shipping.ts";
import {
  anonymiseOrders,
  lockOrdersOf,
  type PersonalRow,
  regionsOf,
  type TotalsRow,
  totalsOf,
  wipeNotes,
} from "./customer-queries.ts";
import type { Status } from "./status.ts";

/** What stands where a name, phone number or note was. */
const ERASED = "(erased)";

/** How often and how much these customers ordered; who never did is left out. */
export const orderTotals = (db: SiteDb, customerIds: string[]): Promise<TotalsRow[]> => totalsOf(db, customerIds);

/** An order of an erased customer, with what it said of them. */
export interface ErasedOrder {
  id: string;
  order_number: string;
  status: Status;
  before: Omit<PersonalRow, "id" | "order_number" | "status">;
  after: Omit<PersonalRow, "id" | "order_number" | "status">;
}

const NOBODY = {
  customer_name: ERASED,
  customer_phone: ERASED,
  customer_email: null,
  customer_commune: null,
  shipping_address: null,
  customer_notes: null,
};

/**
 * Makes a customer's orders anonymous: numbers, lines, amounts and the wilaya stay; name, phone, e-mail, address and all
 * notes go. Lock the customer first, or an order that is being placed is missed.
 */
export async function eraseOrdersOf(db: SiteDb, customerId: string): Promise<ErasedOrder[]> {
  const orders = await lockOrdersOf(db, customerId);
  const ids = orders.map(({ id }) => id);
  const regions = (await regionsOf(db, ids)).map(({ region }) => region).filter(namesPlace);
  await anonymiseOrders(db, ids, ERASED, regions);
  await wipeNotes(db, ids, ERASED);
  return orders.map(({ id, order_number, status, ...before }) => ({ id, order_number, status, before, after: NOBODY }));
}
