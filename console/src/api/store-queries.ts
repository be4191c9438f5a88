import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "./api.ts";
import { tellTabs } from "./tabs.ts";

/** All that is read of a store, but what belongs to one form, and what it can do. */
export const ofStore = ({ store }: Pick<Api, "store">) => ({
  queryKey: [store],
  predicate: ({ queryKey: [, kind] }: { queryKey: readonly unknown[] }) =>
    kind !== "operations" && kind !== "dry run" && kind !== "begun",
});

/** Reads again what is shown of the store, here and in the other tabs. */
export async function readStoreAgain(queries: QueryClient, api: Api): Promise<void> {
  tellTabs({ kind: "changed", store: api.store });
  await queries.invalidateQueries(ofStore(api));
}
