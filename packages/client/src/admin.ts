import { adminCalls } from "./admin/calls.gen.ts";
import { type CallOptions, type ClientSettings, makeCall, makeSend } from "./runtime/call.ts";
import { type StreamOptions, streamEvents } from "./runtime/stream.ts";

export type * from "./admin/types.gen.ts";
export * from "./runtime/runtime.ts";
export type { StoreEvent, StreamOptions } from "./runtime/stream.ts";

export interface AdminSettings extends ClientSettings {
  /** A secret key of the store (`sk_…`), never in a browser. Not needed where `headers` or `fetch` say who calls. */
  key?: string;
}

export type Admin = ReturnType<typeof createAdmin>;

/** A client of the merchant's operations: `await createAdmin({ url, key }).orders.search({ status: "pending" })`. */
export function createAdmin({ key, ...settings }: AdminSettings) {
  const send = makeSend(settings, () => ({ ...(key && { authorization: `Bearer ${key}` }) }));
  const call = makeCall(send, settings);
  const calls = adminCalls(call);
  /** Calls an operation by its name, for programs that learn from `operations.list` which there are. Send the key where it takes one. */
  const run = (name: string, body: object, options: CallOptions = {}) =>
    call<unknown, string>(
      "POST",
      `/api/v1/admin/${encodeURIComponent(name)}`,
      { body, keyed: options.idempotencyKey !== undefined },
      options,
    );
  const stream = (options?: StreamOptions) => streamEvents(send, "/api/v1/admin/events", options);
  return { ...calls, run, events: { ...calls.events, stream } };
}
