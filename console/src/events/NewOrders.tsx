import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useApi } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import classes from "./NewOrders.module.css";
import { useStoreEvents } from "./useStoreEvents.ts";

/** Says that orders came, and leads to them. It stands in a place that is kept for it, and nothing else moves. */
export function NewOrders() {
  const { frame } = useTexts();
  const api = useApi();
  const navigate = useNavigate();
  const { newOrders, look } = useStoreEvents(api);
  useEffect(() => {
    document.title = newOrders > 0 ? `(${newOrders}) ${frame.name}` : frame.name;
  }, [newOrders, frame.name]);

  const show = () => {
    look();
    void navigate({
      to: "/stores/$store/operations/$name",
      params: { store: api.store, name: "orders_search" },
      search: { status: "pending" },
    });
  };
  return (
    <div className={classes.place} role="status">
      {newOrders > 0 && (
        <Button variant="light" radius="xl" leftSection={<Icon name="bag" size={18} />} onClick={show}>
          {frame.newOrders(newOrders)}
        </Button>
      )}
    </div>
  );
}
