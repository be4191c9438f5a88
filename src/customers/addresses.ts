import { isDeepStrictEqual } from "node:util";
import { definedOf } from "../core/changes.ts";
import { isId, newId } from "../core/ids.ts";
import { emptyField, invalidPhone, Problem } from "../core/problem.ts";
import { normalisePhone } from "../core/text/phone.ts";
import type { SiteDb } from "../db/database.ts";
import { lockCustomerOf } from "./account/locks.ts";
import {
  type AddressRow,
  clearDefaultAddress,
  deleteAddress,
  findAddresses,
  insertAddress,
  setDefaultAddress,
  updateAddress,
} from "./queries.ts";
import type { AddressPatch, NewAddress } from "./schema.ts";
import type { Claim } from "./tokens.ts";

const MAX_ADDRESSES = 50;
const REQUIRED = ["line1", "city", "state", "country", "postal_code", "phone"] as const;

/**
 * Adds an address. The first one becomes the default. Throws `invalid_token`, `invalid_value` and
 * `too_many_addresses`.
 */
export async function addAddress(db: SiteDb, claim: Claim, given: NewAddress): Promise<AddressRow> {
  const fields = validateAddress(given, db.country);
  const { id: customerId, addresses } = await lockAddresses(db, claim);
  if (addresses.length >= MAX_ADDRESSES)
    throw new Problem("too_many_addresses", (say) => say.customer.tooManyAddresses(MAX_ADDRESSES));
  const is_default = addresses.length === 0 || given.is_default === true;
  const address = { ...fields, id: newId(), is_default, created_at: db.now };
  if (is_default) await clearDefaultAddress(db, customerId);
  await insertAddress(db, customerId, address);
  tellOfAddresses(db, customerId);
  return address;
}

/**
 * Changes the fields of an address that are given. The default stays the default until another becomes it. Throws `invalid_token`,
 * `invalid_value` and `address_not_found`.
 */
export async function changeAddress(
  db: SiteDb,
  claim: Claim,
  addressId: string,
  patch: AddressPatch,
): Promise<AddressRow> {
  const { id: customerId, addresses } = await lockAddresses(db, claim);
  const before = requireAddress(addresses, addressId);
  const { is_default, ...fields } = definedOf(patch);
  const after = {
    ...before,
    ...validateAddress({ ...before, ...fields }, db.country),
    is_default: before.is_default || is_default === true,
  };
  if (isDeepStrictEqual(after, before)) return before;
  if (!before.is_default && after.is_default) await clearDefaultAddress(db, customerId);
  await updateAddress(db, customerId, after);
  tellOfAddresses(db, customerId);
  return after;
}

function validateAddress(given: NewAddress, country: string) {
  for (const path of REQUIRED) {
    if (given[path].trim() === "") throw emptyField(path);
  }
  return {
    label: given.label?.trim() || null,
    line1: given.line1.trim(),
    line2: given.line2?.trim() || null,
    city: given.city.trim(),
    state: given.state.trim(),
    country: given.country.trim(),
    postal_code: given.postal_code.trim(),
    phone: validatePhone(given.phone, country),
  };
}

function validatePhone(phone: string, country: string): string {
  const normalised = normalisePhone(phone, country);
  if (!normalised) throw invalidPhone("phone");
  return normalised;
}

/** Makes an address the default. Throws `invalid_token` and `address_not_found`. */
export async function makeDefaultAddress(db: SiteDb, claim: Claim, addressId: string): Promise<AddressRow[]> {
  const { id: customerId, addresses } = await lockAddresses(db, claim);
  const address = requireAddress(addresses, addressId);
  if (!address.is_default) {
    await clearDefaultAddress(db, customerId);
    await setDefaultAddress(db, customerId, address.id);
    tellOfAddresses(db, customerId);
  }
  return findAddresses(db, customerId);
}

/**
 * Deletes an address. When it was the default, the newest of the others becomes the default. Throws `invalid_token` and
 * `address_not_found`.
 */
export async function removeAddress(db: SiteDb, claim: Claim, addressId: string): Promise<AddressRow[]> {
  const { id: customerId, addresses } = await lockAddresses(db, claim);
  const address = requireAddress(addresses, addressId);
  await deleteAddress(db, customerId, address.id);
  const [newest] = addresses.filter(({ id }) => id !== address.id);
  if (address.is_default && newest) await setDefaultAddress(db, customerId, newest.id);
  tellOfAddresses(db, customerId);
  return findAddresses(db, customerId);
}

/** The customer's addresses, locked until the transaction ends. Throws `invalid_token`. */
async function lockAddresses(db: SiteDb, claim: Claim): Promise<{ id: string; addresses: AddressRow[] }> {
  const { id } = await lockCustomerOf(db, claim);
  return { id, addresses: await findAddresses(db, id) };
}

function requireAddress(addresses: AddressRow[], addressId: string): AddressRow {
  const address = isId(addressId) && addresses.find(({ id }) => id === addressId.toLowerCase());
  if (!address) throw new Problem("address_not_found", (say) => say.customer.noAddress);
  return address;
}

/** The customer changed their own addresses. */
const tellOfAddresses = (db: SiteDb, id: string): void =>
  db.happened({
    type: "customers.changed",
    thing: { kind: "customer", id },
    actor: `customer ${id}`,
    fields: ["addresses"],
  });
