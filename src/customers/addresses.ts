import { isId, newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { normalisePhone } from "../core/text/phone.ts";
import type { SiteDb } from "../db/database.ts";
import {
  type AddressRow,
  addressesOf,
  clearDefault,
  deleteAddress,
  insertAddress,
  lockCustomer,
  setDefault,
} from "./queries.ts";
import type { NewAddress } from "./schema.ts";
import type { Claim } from "./tokens.ts";

const MOST = 50;
const REQUIRED = ["line1", "city", "state", "country", "postal_code", "phone"] as const;

/**
 * Adds an address; the first is the default by itself (spec section 2.2). Throws `invalid_token`, `invalid_value` and
 * `too_many_addresses`.
 */
export async function addAddress(db: SiteDb, claim: Claim, given: NewAddress): Promise<AddressRow> {
  const fields = readAddress(given, db.country);
  const { id: customerId, addresses } = await lockBook(db, claim);
  if (addresses.length >= MOST) throw new Problem("too_many_addresses", `A customer has at most ${MOST} addresses.`);
  const is_default = addresses.length === 0 || given.is_default === true;
  const address = { ...fields, id: newId(), is_default, created_at: db.now };
  if (is_default) await clearDefault(db, customerId);
  await insertAddress(db, customerId, address);
  return address;
}

function readAddress(given: NewAddress, country: string) {
  for (const path of REQUIRED) {
    if (given[path].trim() === "") {
      const message = "must not be empty";
      throw new Problem("invalid_value", `${path} ${message}.`, { errors: [{ path, message }] });
    }
  }
  return {
    label: given.label?.trim() || null,
    line1: given.line1.trim(),
    line2: given.line2?.trim() || null,
    city: given.city.trim(),
    state: given.state.trim(),
    country: given.country.trim(),
    postal_code: given.postal_code.trim(),
    phone: readPhone(given.phone, country),
  };
}

function readPhone(phone: string, country: string): string {
  const kept = normalisePhone(phone, country);
  if (kept) return kept;
  const message = "must be a phone number";
  throw new Problem("invalid_value", `phone ${message}.`, { errors: [{ path: "phone", message }] });
}

/** Makes an address the default. Throws `invalid_token` and `address_not_found`. */
export async function makeDefault(db: SiteDb, claim: Claim, addressId: string): Promise<AddressRow[]> {
  const { id: customerId, addresses } = await lockBook(db, claim);
  const address = requireAddress(addresses, addressId);
  if (!address.is_default) {
    await clearDefault(db, customerId);
    await setDefault(db, customerId, address.id);
  }
  return addressesOf(db, customerId);
}

/**
 * Deletes an address; in place of the default the newest other one becomes it. Throws `invalid_token` and
 * `address_not_found`.
 */
export async function removeAddress(db: SiteDb, claim: Claim, addressId: string): Promise<AddressRow[]> {
  const { id: customerId, addresses } = await lockBook(db, claim);
  const address = requireAddress(addresses, addressId);
  await deleteAddress(db, customerId, address.id);
  const [newest] = addresses.filter(({ id }) => id !== address.id);
  if (address.is_default && newest) await setDefault(db, customerId, newest.id);
  return addressesOf(db, customerId);
}

/** The customer's addresses, which nobody else changes until the transaction ends. */
async function lockBook(db: SiteDb, claim: Claim): Promise<{ id: string; addresses: AddressRow[] }> {
  const customer = await lockCustomer(db, claim.customer_id);
  if (customer?.password_version !== claim.password_version) {
    throw new Problem("invalid_token", "The token is no longer valid; sign in again.");
  }
  return { id: customer.id, addresses: await addressesOf(db, customer.id) };
}

function requireAddress(addresses: AddressRow[], addressId: string): AddressRow {
  const address = isId(addressId) && addresses.find(({ id }) => id === addressId.toLowerCase());
  if (!address) throw new Problem("address_not_found", "You have no such address.");
  return address;
}
