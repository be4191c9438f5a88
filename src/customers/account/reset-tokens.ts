import { createHmac, timingSafeEqual } from "node:crypto";
import { foldEmail } from "../../core/text/email.ts";
import type { CustomerRow } from "../queries.ts";
import type { CustomerTokens } from "../tokens.ts";

/**
 * Tokens of links by which customers choose a new password: the customer's id, when it ends, and an HMAC over both, the store, the e-mail
 * and the version of the password. So nothing is stored, a token works once, and it ends with any other change of password or e-mail.
 */

/** What a token is about. */
export type ResettableAccount = Pick<CustomerRow, "id" | "email" | "password_version">;

/** How long a link works. */
export const RESET_LINK_MS = 3_600_000;

const ID_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 24;

/** A token for this account, made at `now` (ISO 8601), and when it ends. */
export function issueResetToken(tokens: CustomerTokens, siteId: string, account: ResettableAccount, now: string) {
  const endsAt = Date.parse(now) + RESET_LINK_MS;
  const head = Buffer.alloc(ID_BYTES + TIME_BYTES);
  head.write(account.id.replaceAll("-", ""), "hex");
  head.writeUIntBE(endsAt, ID_BYTES, TIME_BYTES);
  const [key] = keysOf(tokens);
  const token = Buffer.concat([head, macOf(key as Buffer, siteId, head, account)]).toString("base64url");
  return { token, expires_at: new Date(endsAt).toISOString() };
}

/** The id of the customer whom a token names, which anybody may have written; undefined when it is none or ended before `now`. */
export function customerOfResetToken(token: string, now: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== ID_BYTES + TIME_BYTES + MAC_BYTES) return undefined;
  if (bytes.readUIntBE(ID_BYTES, TIME_BYTES) <= Date.parse(now)) return undefined;
  return bytes.toString("hex", 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether the token was made for this account as it is now. */
export function isResetTokenOf(
  tokens: CustomerTokens,
  siteId: string,
  account: ResettableAccount,
  token: string,
): boolean {
  const bytes = Buffer.from(token, "base64url");
  const head = bytes.subarray(0, ID_BYTES + TIME_BYTES);
  const mac = bytes.subarray(ID_BYTES + TIME_BYTES);
  return keysOf(tokens).some((key) => timingSafeEqual(mac, macOf(key, siteId, head, account)));
}

const keysOf = (tokens: CustomerTokens): Buffer[] => tokens.keysFor("password_reset");

const macOf = (key: Buffer, siteId: string, head: Buffer, { email, password_version }: ResettableAccount): Buffer =>
  createHmac("sha256", key)
    .update(head)
    .update(JSON.stringify([siteId, foldEmail(email), password_version]))
    .digest()
    .subarray(0, MAC_BYTES);
