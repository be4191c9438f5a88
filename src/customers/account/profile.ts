import { patched, withUpdatedAt } from "../../core/changes.ts";
import type { Sentence } from "../../core/messages/messages.ts";
import { Problem } from "../../core/problem.ts";
import { foldEmail } from "../../core/text/email.ts";
import type { SiteDb } from "../../db/database.ts";
import { updateCustomer } from "../admin-queries.ts";
import { requireFreeEmail, showCustomer } from "../customers.ts";
import type { Customer, ProfilePatch } from "../schema.ts";
import type { SignInServices, SignInStore } from "../session.ts";
import type { Claim } from "../tokens.ts";
import { validateEmail, validateName, validatePhone } from "../validate.ts";
import { lockCustomerOf } from "./locks.ts";

/** What changes. Fields that are undefined stay. */
interface Patch {
  full_name: string | undefined;
  phone: string | null | undefined;
  email: string | undefined;
}

/**
 * Changes the fields that are given of the token's customer. A new e-mail needs the current password, because links for a new password
 * are sent to it. Throws `invalid_token`, `invalid_value`, `email_taken` and `overloaded`.
 */
export async function changeProfile(
  store: SignInStore,
  { passwords }: SignInServices,
  claim: Claim,
  { full_name, phone, email, current_password }: ProfilePatch,
): Promise<Customer> {
  const patch: Patch = {
    full_name: full_name === undefined ? undefined : validateName(full_name),
    phone: phone === undefined ? undefined : validatePhone(phone, store.country),
    email: email === undefined ? undefined : validateEmail(email),
  };
  const isConfirmed = patch.email !== undefined && current_password !== undefined;
  if (isConfirmed) {
    const isRight = await passwords.admit(store.id, async () => {
      const { password_hash } = await store.transact((db) => lockCustomerOf(db, claim));
      return passwords.matches(store.id, password_hash, current_password);
    });
    if (!isRight) throw passwordRefused((say) => say.customer.wrongPassword);
  }
  return store.transact(async (db) => {
    await saveProfile(db, claim, patch, isConfirmed);
    return showCustomer(db, claim);
  });
}

async function saveProfile(db: SiteDb, claim: Claim, patch: Patch, isConfirmed: boolean): Promise<void> {
  const before = await lockCustomerOf(db, claim);
  const after = withUpdatedAt(db.now, before, patched(before, patch));
  if (after === before) return;
  const folded_email = foldEmail(after.email);
  if (folded_email !== foldEmail(before.email)) {
    if (!isConfirmed) throw passwordRefused((say) => say.field.required("current_password"));
    await requireFreeEmail(db, after.email, before.id, (say) => say.customer.emailTaken);
  }
  await updateCustomer(db, { ...after, folded_email });
  db.happened({
    type: "customers.changed",
    thing: { kind: "customer", id: before.id },
    actor: `customer ${before.id}`,
    fields: (["full_name", "email", "phone"] as const).filter((name) => after[name] !== before[name]),
  });
}

const passwordRefused = (told: Sentence): Problem =>
  new Problem("invalid_value", told, { errors: [{ path: "current_password" }] });
