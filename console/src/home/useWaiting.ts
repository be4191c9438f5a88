import { useQuery } from "@tanstack/react-query";
import { useApi, useStore } from "../api/api.ts";

/** The orders that wait to be confirmed. */
export interface Waiting {
  count: number;
  /** The same as text: `14`, or `99+`. */
  text: string;
  /** When the oldest was placed; undefined when there is none, or too many to tell. */
  oldest: string | undefined;
}

const MAX_READ = 100;

/** How many orders wait, and since when. */
export function useWaiting(isAllowed: boolean): Waiting | undefined {
  const { store, admin } = useApi();
  const { scopes } = useStore();
  // Who only calls sees those to call now.
  const which = scopes.includes("orders:read") ? { status: "pending" as const } : { to_call: true };
  const { data } = useQuery({
    queryKey: [store, "orders_search", "waiting"],
    queryFn: ({ signal }) => admin.orders.search({ ...which, limit: MAX_READ }, { signal }),
    enabled: isAllowed,
  });
  if (!data) return undefined;
  const { total, data: orders, next_cursor } = data;
  return {
    count: total,
    text: total >= MAX_READ ? `${MAX_READ - 1}+` : String(total),
    oldest: next_cursor === null ? orders.at(-1)?.created_at : undefined,
  };
}
