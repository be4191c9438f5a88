import { CONSOLE_HEADERS } from "./console-headers.ts";

/** Gives an order back that the person was to call. The browser sends it even while it leaves the page. */
export function releaseCall(store: string, orderNumber: string): void {
  void fetch("/api/v1/admin/orders_next_call", {
    method: "POST",
    keepalive: true,
    headers: { ...CONSOLE_HEADERS, "x-hanout-store": store, "content-type": "application/json" },
    body: JSON.stringify({ release: orderNumber }),
  }).catch(() => {}); // then it comes back by itself after ten minutes
}
