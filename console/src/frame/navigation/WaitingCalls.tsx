import { useQuery } from "@tanstack/react-query";
import { useApi, useStore } from "../../api/api.ts";
import { Island } from "../../parts/Island.tsx";
import { numberText } from "../../parts/numbers.ts";

const SHOWS_ORDERS = ["orders:desk", "orders:read", "orders:write", "orders:money"];
const MINUTE = 60_000;

/** How many shoppers wait for a call; nothing where nobody does, and for who may not see orders. */
export function WaitingCalls({ className }: { className: string | undefined }) {
  const { store, admin } = useApi();
  const { scopes } = useStore();
  const { data } = useQuery({
    queryKey: [store, "orders", "to call"],
    queryFn: ({ signal }) => admin.orders.search({ to_call: true, limit: 1 }, { signal }),
    enabled: SHOWS_ORDERS.some((scope) => scopes.includes(scope)),
    staleTime: MINUTE,
    refetchInterval: MINUTE,
  });
  if (!data?.total) return null;
  return (
    <span className={className}>
      <Island>{numberText(data.total)}</Island>
    </span>
  );
}
