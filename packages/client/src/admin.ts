import { adminCalls } from "./admin/calls.gen.ts";
import { type ClientSettings, makeCall, makeSend } from "./runtime/call.ts";

export type * from "./admin/types.gen.ts";
export * from "./runtime/runtime.ts";

export interface AdminSettings extends ClientSettings {
  /** A secret key of the store (`sk_…`), never in a browser. Not needed where `headers` or `fetch` say who calls. */
  key?: string;
}

export type Admin = ReturnType<typeof adminCalls>;

/** A client of the merchant's operations: `await createAdmin({ url, key }).orders.search({ status: "pending" })`. */
export function createAdmin({ key, ...settings }: AdminSettings): Admin {
  const send = makeSend(settings, () => ({ ...(key && { authorization: `Bearer ${key}` }) }));
  return adminCalls(makeCall(send, settings));
}
