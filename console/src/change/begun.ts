import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.ts";
import { type Operation, takes } from "../api/operations.ts";
import type { Arguments } from "./run.ts";

export type Thing = Record<string, unknown>;

interface Reader {
  operation: string;
  /** What the reader is asked with; undefined: the call creates something. */
  asks(args: Arguments): Arguments | undefined;
}

const by = (operation: string, name: string, more: Arguments = {}): Reader => ({
  operation,
  asks: ({ [name]: ref }) => (typeof ref === "string" ? { [name]: ref, ...more } : undefined),
});

const WHOLE = { response_format: "detailed" };

/** What shows the thing that an operation changes, as it is now. The server's hint for `stale` names the same. */
const READERS: Record<string, Reader> = {
  store_update: { operation: "store_get", asks: () => ({}) },
  menus_save: by("menus_get", "handle"),
  products_save: by("products_get", "product", WHOLE),
  collections_save: by("collections_search", "collection", WHOLE),
  orders_update: by("orders_get", "order", WHOLE),
  customers_save: by("customers_get", "customer"),
  content_save: {
    operation: "content_get",
    asks: ({ kind, slug }) => (typeof kind === "string" && typeof slug === "string" ? { kind, slug } : undefined),
  },
};

/**
 * The thing that a call is about, as it was when the person began: what they saw, and must not be overwritten unseen. Undefined for a call
 * that creates something, or that has no such thing. `readNow` reads it again.
 */
export function useBegun(operation: Operation, args: Arguments) {
  const { store, admin } = useApi();
  const reader = takes(operation, "expected_updated_at") ? READERS[operation.name] : undefined;
  const asks = reader?.asks(args);
  const { data, refetch } = useQuery({
    queryKey: [store, "begun", operation.name, asks],
    queryFn: async ({ signal }) => thingOf(await admin.run(reader?.operation ?? "", asks ?? {}, { signal })),
    enabled: reader !== undefined && asks !== undefined,
    staleTime: Number.POSITIVE_INFINITY, // what the person began with, however long it takes them
    gcTime: 0,
    retry: false,
  });
  return { begun: data ?? undefined, readNow: async () => (await refetch()).data ?? undefined };
}

/** The thing itself: some readers list things, of which one was asked for. */
function thingOf(answer: unknown): Thing | null {
  const { data } = answer as { data?: unknown };
  const thing = Array.isArray(data) ? data[0] : answer;
  return typeof thing?.updated_at === "string" ? thing : null;
}
