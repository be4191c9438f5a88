import type { Admin } from "@hanout/client/admin";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.ts";
import { type Operation, takes } from "../api/operations.ts";
import type { Arguments } from "./run.ts";

export type Thing = Record<string, unknown>;

interface Reader {
  operation: string;
  /** What the reader is asked with; undefined: the call creates something. */
  asks(args: Arguments): Arguments | undefined;
  /** Where it lists others, too: the argument that names the one, and the fields that it may name it by. */
  among?: { argument: string; fields: readonly string[] };
  /** The thing with its fields as the arguments are called, where they differ. */
  shows?: (thing: Thing) => Thing;
}

const by = (operation: string, name: string, more: Arguments = {}): Reader => ({
  operation,
  asks: ({ [name]: ref }) => (typeof ref === "string" ? { [name]: ref, ...more } : undefined),
});

const WHOLE = { response_format: "detailed" };
/** Longest pages, so that a list is read in few. */
const LISTED = { ...WHOLE, limit: 100 };
const MAX_PAGES = 10;

/** What shows the thing that an operation changes, as it is now. The server's hint for `stale` names the same. */
const READERS: Record<string, Reader> = {
  store_update: { operation: "store_get", asks: () => ({}) },
  menus_save: by("menus_get", "handle"),
  products_save: { ...by("products_get", "product", WHOLE), shows: withOnlyVariant },
  categories_save: {
    operation: "categories_list",
    asks: ({ category }) => (typeof category === "string" ? LISTED : undefined),
    among: { argument: "category", fields: ["slug", "id", "name"] },
  },
  promotions_save: {
    operation: "promotions_search",
    asks: ({ promotion }) => (typeof promotion === "string" ? LISTED : undefined),
    among: { argument: "promotion", fields: ["code", "id"] },
  },
  collections_save: by("collections_search", "collection", WHOLE),
  orders_update: by("orders_get", "order", WHOLE),
  customers_save: by("customers_get", "customer"),
  content_save: {
    operation: "content_get",
    asks: ({ kind, slug }) => (typeof kind === "string" && typeof slug === "string" ? { kind, slug } : undefined),
  },
};

/** A product without options is sold as its only variant: its price and stock are those of the product. */
function withOnlyVariant(product: Thing): Thing {
  const [only, ...others] = product.variants as Thing[];
  return others.length > 0 ? product : { ...only, ...product };
}

/**
 * The thing that a call is about, as it was when the person began: what they saw, and must not be overwritten unseen. Undefined for a call
 * that creates something, or that has no such thing. `readNow` reads it again.
 */
export function useBegun(operation: Operation, args: Arguments) {
  const { store, admin } = useApi();
  const reader = takes(operation, "expected_updated_at") ? READERS[operation.name] : undefined;
  const asks = reader?.asks(args);
  const name = reader?.among && args[reader.among.argument];
  const { data, refetch } = useQuery({
    queryKey: [store, "begun", operation.name, asks, name],
    queryFn: ({ signal }) => (reader && asks ? read(admin, reader, asks, name, signal) : null),
    enabled: reader !== undefined && asks !== undefined,
    staleTime: Number.POSITIVE_INFINITY, // what the person began with, however long it takes them
    gcTime: 0,
    retry: false,
  });
  return { begun: data ?? undefined, readNow: async () => (await refetch()).data ?? undefined };
}

interface Answer {
  data?: unknown;
  next_cursor?: string | null;
}

/** The thing itself. Some readers list things: the first is the one that was asked for, or the one of this name. */
async function read(admin: Admin, reader: Reader, asks: Arguments, name: unknown, signal: AbortSignal) {
  let args = asks;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = (await admin.run(reader.operation, args, { signal })) as Answer;
    const things = (Array.isArray(answer.data) ? answer.data : [answer]) as Thing[];
    const { among } = reader;
    const thing = among ? things.find((one) => among.fields.some((field) => sameName(one[field], name))) : things[0];
    if (typeof thing?.updated_at === "string") return reader.shows?.(thing) ?? thing;
    if (!among || !answer.next_cursor) return null;
    args = { ...asks, cursor: answer.next_cursor };
  }
  return null;
}

const sameName = (one: unknown, other: unknown): boolean => String(one).toLowerCase() === String(other).toLowerCase();
