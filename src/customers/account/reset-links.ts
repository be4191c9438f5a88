import type { SiteDb } from "../../db/database.ts";
import { type About, type Mail, mailMessages } from "../../mail/mail.ts";
import { storeLetterhead } from "../../store/store.ts";
import { customerNotFound } from "../customer-refs.ts";
import { findCustomerById } from "../queries.ts";
import type { CustomerTokens } from "../tokens.ts";
import { issueResetToken } from "./reset-tokens.ts";

/** The mail with a link for a new password; undefined when the customer is gone, or the store has no page for it. */
export async function newPasswordMail(
  db: SiteDb,
  tokens: CustomerTokens,
  { customer_id = "", locale = "" }: About,
): Promise<Mail | undefined> {
  const [customer, store] = await Promise.all([findCustomerById(db, customer_id), storeLetterhead(db)]);
  if (!customer || store.passwordResetUrl === null) return undefined;
  const { token } = issueResetToken(tokens, db.siteId, customer, db.now);
  const { hello, newPassword } = mailMessages({ locale, country: db.country });
  return {
    to: customer.email,
    sender: store.name,
    replyTo: store.replyTo,
    locale,
    subject: newPassword.subject(store.name),
    parts: [
      hello(customer.full_name),
      newPassword.text(store.name),
      { link: linkOf(store.passwordResetUrl, token), label: newPassword.link },
      newPassword.ignore,
    ],
  };
}

/** A link for a new password, for a merchant to pass on; `link` is null when the store has no page for it. Throws `customer_not_found`. */
export async function makeResetLink(db: SiteDb, tokens: CustomerTokens, customerId: string) {
  const [customer, { passwordResetUrl }] = await Promise.all([findCustomerById(db, customerId), storeLetterhead(db)]);
  if (!customer) throw customerNotFound();
  const { token, expires_at } = issueResetToken(tokens, db.siteId, customer, db.now);
  return { token, link: passwordResetUrl && linkOf(passwordResetUrl, token), expires_at };
}

const linkOf = (template: string, token: string): string => template.replaceAll("{token}", token);
