import { Button } from "@mantine/core";
import { useMatchRoute, useNavigate } from "@tanstack/react-router";
import { type PropsWithChildren, useEffect } from "react";
import { useApi } from "../api/api.ts";
import { NewOrdersContext, useNewOrders } from "../api/new-orders.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import classes from "./NewOrders.module.css";
import { useStoreEvents } from "./useStoreEvents.ts";

/** Follows the store, and tells all below it how many orders came. */
export function StoreEvents({ children }: PropsWithChildren) {
  const newOrders = useStoreEvents(useApi());
  return <NewOrdersContext value={newOrders}>{children}</NewOrdersContext>;
}

/**
 * Says that orders came, and leads to them. It stands in a place that is kept for it, and nothing else moves. The list of orders says it itself; on a phone
 * the call desk has its buttons there, under the thumb.
 */
export function NewOrders() {
  const { frame } = useTexts();
  const { store } = useApi();
  const navigate = useNavigate();
  const matchRoute = useMatchRoute();
  const isAtOrders = matchRoute({ to: "/stores/$store/orders" });
  const isAtCalls = matchRoute({ to: "/stores/$store/calls" });
  const { count, look } = useNewOrders();
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${frame.name}` : frame.name;
  }, [count, frame.name]);

  const show = () => {
    look();
    void navigate({ to: "/stores/$store/orders", params: { store }, search: { view: "to_confirm" } });
  };
  return (
    <div className={classes.place} role="status">
      {count > 0 && !isAtOrders && (
        <Button
          variant="light"
          radius="xl"
          leftSection={<Icon name="bag" size={18} />}
          onClick={show}
          {...(isAtCalls && { visibleFrom: "sm" })}
        >
          {frame.newOrders(count)}
        </Button>
      )}
    </div>
  );
}
