import type { Admin } from "@hanout/client/admin";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "./api.ts";
import { operationsQuery } from "./operations.ts";

export type Carrier = Awaited<ReturnType<Admin["carriers"]["list"]>>["data"][number];

/** The active carriers of the store, for who may list them. */
export function useCarriers() {
  const api = useApi();
  const { data: operations = [] } = useQuery(operationsQuery(api));
  return useQuery({
    queryKey: [api.store, "carriers_list"],
    queryFn: ({ signal }) => api.admin.carriers.list({ limit: 100 }, { signal }),
    select: ({ data }) => data.filter(({ is_active }) => is_active),
    enabled: operations.some(({ name }) => name === "carriers_list"),
  });
}
