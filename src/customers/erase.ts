import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { forgetRowsAbout } from "../db/recording/forget-queries.ts";
import { eraseEventData } from "../events/events.ts";
import { deleteResponsesWith } from "../idempotency/idempotency.ts";
import { eraseAnswers } from "../webhooks/webhooks.ts";
import { type AdminCustomer, deleteCustomer } from "./admin-queries.ts";
import { type BlockedPhone, eraseBlockedPhones } from "./blocked.ts";
import { customerNotFound, findCustomerRef, guestOf, lockCustomerRef } from "./customer-refs.ts";
import type { CustomerIdentity } from "./identity-queries.ts";
import { type AddressRow, findAddresses } from "./queries.ts";

/**
 * Makes the orders of a person anonymous. A parameter, because the orders feature imports the customers feature: an
 * import in the other direction would be a cycle.
 */
export type EraseOrders<O, L> = (db: SiteDb, person: CustomerIdentity) => Promise<{ erased: O[]; left: L[] }>;

/** An order that was made anonymous, with its phone number before. */
interface ErasedOrder {
  id: string;
  customer_phone: string | null;
}

/** What was erased. `customer` is null for a guest; `left` are orders of other accounts, which stay as they are. */
export interface ErasedPerson<O, L> {
  customer: (AdminCustomer & { addresses: AddressRow[] }) | null;
  erased: O[];
  left: L[];
  /** Entries that were removed from the block list. */
  blocked: BlockedPhone[];
  /** The ids of accounts that an undo had removed, and of which rows were kept. */
  removedAccounts: string[];
}

/**
 * Erases the personal data of a customer or guest. `ref` is an account's id, e-mail or phone number, or a guest's e-mail
 * or phone number. `eraseOrders` makes the orders anonymous; her numbers are removed from the block list; then the account is deleted with its addresses and tokens,
 * and so are the answers that the idempotency keys of these requests stored, and the rows that are kept to undo changes, also
 * those of an account that was removed by an undo. Throws `customer_not_found`, and `invalid_value` when several accounts have the phone number.
 */
export async function erasePerson<O extends ErasedOrder, L>(
  db: SiteDb,
  ref: string,
  eraseOrders: EraseOrders<O, L>,
): Promise<ErasedPerson<O, L>> {
  await lockForTransaction(db, "undo"); // an undo meanwhile could bring back what it read before
  const hasAccount = (await findCustomerRef(db, ref)) !== undefined;
  return hasAccount ? eraseCustomer(db, ref, eraseOrders) : eraseGuest(db, ref, eraseOrders);
}

async function eraseCustomer<O extends ErasedOrder, L>(
  db: SiteDb,
  ref: string,
  eraseOrders: EraseOrders<O, L>,
): Promise<ErasedPerson<O, L>> {
  const customer = await lockCustomerRef(db, ref, { toErase: true });
  const { id, phone, email } = customer;
  const addresses = await findAddresses(db, id);
  const { erased, left } = await eraseOrders(db, { customer_id: id, phone, email });
  const phoneKeys = phoneKeysOf(phone, erased);
  const blocked = await eraseBlockedPhones(db, phoneKeys);
  await deleteCustomer(db, id);
  const ids = [id, ...idsOf(erased), ...idsOf(blocked)];
  const forgotten = await forgetRowsAbout(db, { ids, phone, email, phoneKeys });
  await forgetAnswersAbout(db, [...ids, ...forgotten.ids]);
  const removedAccounts = forgotten.removedAccounts.filter((one) => one !== id);
  return { customer: { ...customer, addresses }, erased, left, blocked, removedAccounts };
}

async function eraseGuest<O extends ErasedOrder, L>(
  db: SiteDb,
  ref: string,
  eraseOrders: EraseOrders<O, L>,
): Promise<ErasedPerson<O, L>> {
  const guest = guestOf(db, ref);
  const { phone, email } = guest;
  const { erased, left } = await eraseOrders(db, guest);
  const phoneKeys = phoneKeysOf(phone, erased);
  const blocked = await eraseBlockedPhones(db, phoneKeys);
  const ids = [...idsOf(erased), ...idsOf(blocked)];
  const forgotten = await forgetRowsAbout(db, { ids, phone, email, phoneKeys });
  if (erased.length + left.length + blocked.length + forgotten.ids.length === 0) throw customerNotFound();
  await forgetAnswersAbout(db, [...ids, ...forgotten.ids]);
  return { customer: null, erased, left, blocked, removedAccounts: forgotten.removedAccounts };
}

/** Removes what requests were answered, and what programs are told and answer, of these accounts and orders. */
async function forgetAnswersAbout(db: SiteDb, ids: string[]): Promise<void> {
  await deleteResponsesWith(db, ids);
  await eraseEventData(db, ids);
  await eraseAnswers(db, ids);
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

/** The digits of the person's own number and of those of her orders, each once. */
const phoneKeysOf = (phone: string | null, erased: ErasedOrder[]): string[] => {
  const keys = [phone, ...erased.map(({ customer_phone }) => customer_phone)].map(
    (one) => one?.replace(/\D/g, "") ?? "",
  );
  return [...new Set(keys.filter((key) => key !== ""))];
};
