import { idOf, newId } from "../../core/ids.ts";
import { Problem } from "../../core/problem.ts";
import { foldEmail } from "../../core/text/email.ts";
import type { SiteDb } from "../../db/database.ts";
import { sendMail } from "../../mail/mail.ts";
import { findAccount } from "../customers.ts";
import { type CustomerRow, findCustomerById, updatePassword } from "../queries.ts";
import type { ResetPassword, Session } from "../schema.ts";
import { openSession, type SignInServices, type SignInStore } from "../session.ts";
import type { CustomerTokens } from "../tokens.ts";
import { validatePassword } from "../validate.ts";
import { customerOfResetToken, isResetTokenOf } from "./reset-tokens.ts";

/** Of several requests for one account within so many milliseconds, one sends a mail: nobody fills somebody's mailbox. */
const MAIL_EVERY_MS = 5 * 60_000;

/**
 * Has a link for a new password sent to this address, in the language of `locale`, when an account has it. An address without an account costs the same
 * work: a mail to nobody is planned.
 */
export async function forgotPassword(store: SignInStore, email: string, locale: string): Promise<void> {
  await store.transact(async (db) => {
    const account = await findAccount(db, email);
    const version = account?.password_version ?? 0;
    const window = Math.floor(Date.parse(db.now) / MAIL_EVERY_MS);
    sendMail(db, {
      mail: "new_password",
      about: { customer_id: account?.id ?? newId(), locale },
      id: idOf([db.siteId, foldEmail(email), version, window]),
    });
  });
}

/**
 * Sets a new password by the token of a link, and signs in; all tokens of the customer end. Throws `invalid_reset_token`,
 * `invalid_value` and `overloaded`.
 */
export async function resetPassword(
  store: SignInStore,
  { tokens, passwords }: SignInServices,
  { token, password }: ResetPassword,
): Promise<Session> {
  validatePassword(password);
  const customer = await store.transact((db) => requireResettable(db, tokens, token));
  const hash = await passwords.admit(store.id, () => passwords.hash(store.id, password));
  const changed = await store.transact(async (db) => {
    const after = await updatePassword(db, customer, hash);
    if (!after) throw invalidResetToken(); // another request was faster
    const thing = { kind: "customer", id: after.id };
    db.happened({ type: "customers.changed", thing, actor: `customer ${after.id}`, fields: ["password"] });
    return after;
  });
  return openSession(store, tokens, changed);
}

async function requireResettable(db: SiteDb, tokens: CustomerTokens, token: string): Promise<CustomerRow> {
  const id = customerOfResetToken(token, db.now);
  const customer = id === undefined ? undefined : await findCustomerById(db, id);
  if (!customer || !isResetTokenOf(tokens, db.siteId, customer, token)) throw invalidResetToken();
  return customer;
}

const invalidResetToken = () =>
  new Problem("invalid_reset_token", (say) => say.customer.resetLinkEnded, { errors: [{ path: "token" }] });
