import type { CallOptions } from "./runtime/call.ts";

type Group = Record<string, (...given: never[]) => unknown>;

/** The arguments of a call, without its options. */
type ArgumentsOf<P extends unknown[]> = P extends [infer First, ...infer More]
  ? [First, ...ArgumentsOf<More>]
  : Required<P> extends [...infer Optional, CallOptions]
    ? Partial<Optional>
    : [];

/** Options for `useQuery`, `prefetchQuery` and the like. */
export interface QueryOptions<T> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
}

type QueryOf<F> = F extends (...given: infer P) => infer R
  ? "effect" extends keyof R
    ? (...given: ArgumentsOf<P>) => QueryOptions<Awaited<R>>
    : never
  : never;

/** The calls that change nothing, by the same names. */
export type Queries<Client> = {
  [G in keyof Client]: {
    [V in keyof Client[G] as QueryOf<Client[G][V]> extends never ? never : V]: QueryOf<Client[G][V]>;
  };
};

/**
 * TanStack Query options for the reads of a client: `useQuery(queries.products.list({ limit: 3 }))`. The key is `[scope, group,
 * verb, …arguments]`, so `invalidateQueries({ queryKey: ["hanout", "products"] })` drops all of products. Give each store, language and customer of
 * one QueryClient a scope of its own.
 */
export function queriesOf<Client extends object>(client: Client, scope: string = "hanout"): Queries<Client> {
  const groups = Object.entries(client as Record<string, Group>).map(([group, calls]) => {
    const queries = Object.entries(calls).map(([verb, call]) => [verb, queryOf([scope, group, verb], call)]);
    return [group, Object.fromEntries(queries)];
  });
  return Object.fromEntries(groups) as Queries<Client>;
}

const queryOf =
  (name: string[], call: Group[string]) =>
  (...given: unknown[]): QueryOptions<unknown> => ({
    queryKey: [...name, ...given],
    queryFn: ({ signal }) => {
      const places = Array.from({ length: call.length - 1 }, (_, at) => given[at]); // the last one is for options
      return call(...([...places, { signal }] as never[])) as Promise<unknown>;
    },
  });
