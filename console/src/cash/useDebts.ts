import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.ts";

/** What a carrier owes. */
export interface Debt {
  carrier: string | null;
  unpaid: number;
  owed: number;
  oldest_unpaid_at: string | null;
}

const MAX_CARRIERS = 100;

/** What each carrier collected and has not paid. */
export function useDebts() {
  const { store, admin } = useApi();
  return useQuery({
    queryKey: [store, "carrier debts"],
    queryFn: async ({ signal }) => {
      const args = { report: "carrier_debts", limit: MAX_CARRIERS };
      return ((await admin.run("analytics_report", args, { signal })) as { data: Debt[] }).data;
    },
  });
}
