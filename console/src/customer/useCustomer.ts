import type { AdminOrder, CustomerProfile, HanoutError } from "@hanout/client/admin";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.ts";

/** How many orders are shown, the newest. */
const MAX_ORDERS = 50;

export interface KnownCustomer {
  /** What names them to operations: the account's id, or the phone number. */
  ref: string;
  /** Null: they order without an account. */
  account: CustomerProfile | null;
  name: string;
  phone: string | null;
  /** The newest first. */
  orders: AdminOrder[];
  total: number;
  /** Whether their number is blocked, and why. */
  blocked: { note?: string } | null;
}

/** A customer by the id of the account or by phone number: what the account says, the orders, and whether the number is blocked. */
export function useCustomer(ref: string) {
  const { store, admin } = useApi();
  const found = useQuery({
    queryKey: [store, "orders", "of customer", ref],
    queryFn: ({ signal }) =>
      admin.orders.search({ customer: ref, limit: MAX_ORDERS, response_format: "detailed" }, { signal }),
    retry: false,
  });
  const account = useQuery<CustomerProfile | null, HanoutError>({
    queryKey: [store, "customer", ref],
    queryFn: ({ signal }) =>
      admin.customers.get({ customer: ref }, { signal }).catch((error: HanoutError) => {
        if (error.code === "customer_not_found") return null;
        throw error;
      }),
    retry: false,
  });
  const orders = (found.data?.data ?? []) as AdminOrder[];
  const [newest] = orders;
  const phone = account.data?.phone ?? newest?.customer_phone ?? null;
  const blocked = useQuery({
    queryKey: [store, "blocked phones", phone],
    queryFn: async ({ signal }) =>
      (await admin.blockedPhones.list({ query: phone ?? "", limit: 10 }, { signal })).data.find(
        (one) => one.phone === phone,
      ) ?? null,
    enabled: phone !== null,
  });

  const known: KnownCustomer | undefined =
    found.data && account.data !== undefined
      ? {
          ref: account.data?.id ?? phone ?? ref,
          account: account.data,
          name: account.data?.full_name ?? newest?.customer_name ?? ref,
          phone,
          orders,
          total: found.data.total,
          blocked: blocked.data ?? null,
        }
      : undefined;
  const error = (found.error ?? account.error) as HanoutError | null;
  const retry = () => {
    void found.refetch();
    void account.refetch();
  };
  return { known, error, retry };
}
