import { Link } from "@tanstack/react-router";
import type { PropsWithChildren } from "react";
import { useApi } from "../api/api.ts";

interface CustomerLinkProps {
  order: { customer_id?: string | null; customer_phone?: string | null };
  className?: string | undefined;
}

/** Leads to the page of who ordered: of the account, else of the number. */
export function CustomerLink({ order, className, children }: PropsWithChildren<CustomerLinkProps>) {
  const { store } = useApi();
  const id = order.customer_id ?? order.customer_phone;
  if (!id) return null;
  return (
    <Link to="/stores/$store/customers/$id" params={{ store, id }} className={className}>
      {children}
    </Link>
  );
}
