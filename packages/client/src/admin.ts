import { adminCalls } from "./admin/calls.gen.ts";
import { type ClientSettings, makeCall } from "./runtime/call.ts";

export type * from "./admin/types.gen.ts";
export { type Answer, attempt, type CallOptions, type ClientSettings, type EtagCache } from "./runtime/call.ts";
export { type FieldError, HanoutError } from "./runtime/error.ts";
export { formatMoney } from "./runtime/money.ts";
export { all } from "./runtime/pages.ts";

export interface AdminSettings extends ClientSettings {
  /** A secret key of the store (`sk_…`), never in a browser. Not needed where `headers` or `fetch` say who calls. */
  key?: string;
}

export type Admin = ReturnType<typeof adminCalls>;

/** A client of the merchant's operations: `await createAdmin({ url, key }).orders.search({ status: "pending" })`. */
export const createAdmin = ({ key, ...settings }: AdminSettings): Admin =>
  adminCalls(makeCall(settings, () => ({ ...(key && { authorization: `Bearer ${key}` }) })));
