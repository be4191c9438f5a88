import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, useApi, useStore } from "../api/api.ts";
import { type KnownStore, MAX_WAITING_READ, waitingArgs } from "./asked.ts";

/** The orders that wait to be confirmed. */
export interface Waiting {
  count: number;
  /** The same as text: `14`, or `99+`. */
  text: string;
  /** When the oldest was placed; undefined when there is none, or too many to tell. */
  oldest: string | undefined;
}

/** The orders that wait in a store. */
export const waitingQuery = ({ store, admin }: Api, known: Pick<KnownStore, "scopes">) =>
  queryOptions({
    queryKey: [store, "orders_search", "waiting"],
    queryFn: ({ signal }) => admin.orders.search(waitingArgs(known), { signal }),
  });

/** How many orders wait, and since when. */
export function useWaiting(isAllowed: boolean): Waiting | undefined {
  const { data } = useQuery({ ...waitingQuery(useApi(), useStore()), enabled: isAllowed });
  if (!data) return undefined;
  const { total, data: orders, next_cursor } = data;
  return {
    count: total,
    text: total >= MAX_WAITING_READ ? `${MAX_WAITING_READ - 1}+` : String(total),
    oldest: next_cursor === null ? orders.at(-1)?.created_at : undefined,
  };
}
