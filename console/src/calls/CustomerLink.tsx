import { Link } from "@tanstack/react-router";
import type { PropsWithChildren } from "react";
import { useApi } from "../api/api.ts";
import { Icon } from "../parts/Icon.tsx";
import type { CalledOrder } from "./outcomes.ts";

/** Leads to the page of who ordered. */
export function CustomerLink({
  order: { customer_id, customer_phone },
  className,
  children,
}: PropsWithChildren<{ order: CalledOrder; className: string | undefined }>) {
  const { store } = useApi();
  return (
    <Link to="/stores/$store/customers/$id" params={{ store, id: customer_id ?? customer_phone }} className={className}>
      {children}
      <Icon name="open" size={18} />
    </Link>
  );
}
