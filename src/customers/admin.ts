import { type Changed, patched, requireFresh, withUpdatedAt } from "../core/changes.ts";
import { invalidValue } from "../core/problem.ts";
import type { CursorPage } from "../core/shapes.ts";
import { foldEmail, readEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";
import type { SiteDb } from "../db/database.ts";
import { lockStable } from "../db/locks.ts";
import { deleteResponsesWith } from "../idempotency/idempotency.ts";
import {
  type AdminCustomer,
  countForAdmin,
  customersForAdmin,
  deleteCustomer,
  lockCustomerForAdmin,
  updatePerson,
} from "./admin-queries.ts";
import {
  createCustomer,
  emailTaken,
  findAccount,
  findCustomerRef,
  nobody,
  type Person,
  requireCustomerRef,
} from "./customers.ts";
import { type AddressRow, addressesOf } from "./queries.ts";
import { acceptEmail, acceptName, acceptPhone } from "./validate.ts";

export type { AdminCustomer } from "./admin-queries.ts";

/** What a merchant says of a customer. */
export interface PersonPatch {
  full_name?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
}

/** Customers whose name, e-mail or phone has the text, newest first: at most one more than `limit`, and the total. */
export async function searchCustomers(
  db: SiteDb,
  query: string,
  { limit, after }: CursorPage,
): Promise<{ customers: AdminCustomer[]; total: number }> {
  const customers = await customersForAdmin(db, query, after, limit + 1);
  return { customers, total: (await countForAdmin(db, query))?.total ?? 0 };
}

export const addressesForAdmin = (db: SiteDb, customerId: string): Promise<AddressRow[]> => addressesOf(db, customerId);

async function lockCustomerRef(db: SiteDb, ref: string, { toErase = false } = {}): Promise<AdminCustomer> {
  const customer = await lockStable(
    async () => [(await requireCustomerRef(db, ref)).id],
    ([id = ""]) => lockCustomerForAdmin(db, id, { toErase }),
  );
  if (!customer) throw nobody();
  return customer;
}

/**
 * Makes a customer (without `ref`), who cannot sign in, or changes one. Throws `customer_not_found`, `stale`,
 * `email_taken` and `invalid_value`.
 */
export async function changeCustomer(
  db: SiteDb,
  ref: string | undefined,
  patch: PersonPatch,
  expected: string | undefined,
): Promise<Changed<AdminCustomer> & { after: AdminCustomer }> {
  const { full_name, email, phone } = readPerson(patch, db.country);
  if (ref === undefined) {
    if (full_name === undefined) throw invalidValue("full_name", "is required for a new customer");
    if (email === undefined) throw invalidValue("email", "is required for a new customer");
    const { id } = await createCustomer(db, { full_name, email, phone: phone ?? null }, null);
    return { before: null, after: await requireCustomerRef(db, id) };
  }
  const before = await lockCustomerRef(db, ref);
  requireFresh(before.updated_at, expected, "customer");
  if (email !== undefined) await requireFreeEmail(db, email, before.id);
  const after = withUpdatedAt(db.now, before, patched(before, { full_name, email, phone }));
  await updatePerson(db, { ...after, folded_email: foldEmail(after.email) });
  return { before, after };
}

const readPerson = ({ full_name, email, phone }: PersonPatch, country: string): PersonPatch => ({
  full_name: full_name === undefined ? undefined : acceptName(full_name),
  email: email === undefined ? undefined : acceptEmail(email),
  phone: phone === undefined ? undefined : acceptPhone(phone, country),
});

async function requireFreeEmail(db: SiteDb, email: string, id: string): Promise<void> {
  const account = await findAccount(db, email);
  if (!account || account.id === id) return;
  throw emailTaken("Another customer of this store has this e-mail.");
}

/** What erasing needs of orders: orders know customers, so customers may not know orders. */
export type EraseOrders<O, L> = (db: SiteDb, person: Person) => Promise<{ erased: O[]; left: L[] }>;

/** Who was erased; `customer` is null for a guest. */
export interface ErasedPerson<O, L> {
  customer: (AdminCustomer & { addresses: AddressRow[] }) | null;
  erased: O[];
  left: L[];
}

/**
 * Takes a person away for good. `ref` is an account's id, e-mail or phone number, or a guest's e-mail or phone number.
 * The account goes with its addresses and its tokens; before that `eraseOrders` makes their orders anonymous and
 * answers these. The answers kept of their requests go as well. Throws `customer_not_found`, and `invalid_value` when
 * several accounts have the phone number.
 */
export async function erasePerson<O extends { id: string }, L>(
  db: SiteDb,
  ref: string,
  eraseOrders: EraseOrders<O, L>,
): Promise<ErasedPerson<O, L>> {
  const hasAccount = (await findCustomerRef(db, ref)) !== undefined;
  return hasAccount ? eraseCustomer(db, ref, eraseOrders) : eraseGuest(db, ref, eraseOrders);
}

async function eraseCustomer<O extends { id: string }, L>(
  db: SiteDb,
  ref: string,
  eraseOrders: EraseOrders<O, L>,
): Promise<ErasedPerson<O, L>> {
  const customer = await lockCustomerRef(db, ref, { toErase: true });
  const { id, phone, email } = customer;
  const addresses = await addressesOf(db, id);
  const { erased, left } = await eraseOrders(db, { customer_id: id, phone, email });
  await deleteCustomer(db, id);
  await deleteResponsesWith(db, [id, ...erased.map((order) => order.id)]);
  return { customer: { ...customer, addresses }, erased, left };
}

async function eraseGuest<O extends { id: string }, L>(
  db: SiteDb,
  ref: string,
  eraseOrders: EraseOrders<O, L>,
): Promise<ErasedPerson<O, L>> {
  const [phone, email] = [normalisePhone(ref, db.country) ?? null, readEmail(ref) ?? null];
  const { erased, left } = await eraseOrders(db, { customer_id: null, phone, email });
  if (erased.length + left.length === 0) throw nobody();
  const ids = erased.map((order) => order.id);
  await deleteResponsesWith(db, ids);
  return { customer: null, erased, left };
}
