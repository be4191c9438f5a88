import type { Store } from "@hanout/client/shop";

/** How to reach the shop; what it has not told is undefined. */
export function contactOf(store: Store): { phone?: string; email?: string; address?: string } {
  const { phone, email, address } = store.contact_info ?? {};
  return { phone: textOf(phone), email: textOf(email), address: textOf(address) };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
