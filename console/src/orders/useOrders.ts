import type { AdminOrder } from "@hanout/client/admin";
import { keepPreviousData, queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Api, useApi, useStore } from "../api/api.ts";
import { argumentsAtDesk, argumentsOf, type OrdersSearch, VIEWS, type ViewName } from "./filters.ts";

/** An order as the list shows it. What is known of people is null to whom the store does not show them. */
export type ListedOrder = Pick<
  AdminOrder,
  | "order_number"
  | "status"
  | "payment_status"
  | "total"
  | "currency"
  | "customer_wilaya"
  | "wilaya_code"
  | "customer_commune"
  | "carrier"
  | "tracking_number"
  | "reason"
  | "calls"
  | "created_at"
> & {
  customer_name: string | null;
  customer_phone: string | null;
  items: Pick<AdminOrder["items"][number], "id" | "product_name" | "product_image" | "quantity">[];
  notes: { outcome: string | null; call_again_at: string | null }[];
  is_blocked: boolean | null;
};

export interface OrdersPage {
  data: ListedOrder[];
  total: number;
  total_is_partial?: boolean;
  next_cursor: string | null;
}

const PAGE = 25;

/** The orders of a list, page by page. Other filters show what was there until theirs is read. */
export function useOrders(search: OrdersSearch, today: string) {
  const { store, admin } = useApi();
  const { scopes } = useStore();
  const asked = scopes.includes("orders:read") ? argumentsOf : argumentsAtDesk;
  const args = { ...asked(search, today), response_format: "detailed", limit: PAGE };
  const query = useInfiniteQuery({
    queryKey: [store, "orders_search", args],
    queryFn: ({ signal, pageParam }) =>
      admin.run("orders_search", pageParam === null ? args : { ...args, cursor: pageParam }, {
        signal,
      }) as Promise<unknown> as Promise<OrdersPage>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
  const orders = useMemo(() => unique(query.data?.pages.flatMap(({ data }) => data) ?? []), [query.data]);
  return { ...query, orders, first: query.data?.pages[0] };
}

/** Pages that were read at different times may share an order. */
const unique = (orders: readonly ListedOrder[]): ListedOrder[] => [
  ...new Map(orders.map((order) => [order.order_number, order])).values(),
];

/** How many are counted of a view: what waits beyond that is a lot. */
const MAX_COUNTED = 99;

/** How many orders a view has: `14`, `99+`. */
export const viewCountQuery = ({ store, admin }: Api, view: ViewName) =>
  queryOptions({
    queryKey: [store, "orders_search", "count", view],
    queryFn: async ({ signal }) => {
      const { total } = await admin.orders.search({ ...VIEWS[view], limit: 1 }, { signal });
      return total > MAX_COUNTED ? `${MAX_COUNTED}+` : String(total);
    },
  });
