import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Api } from "../api/api.ts";
import type { NewOrders } from "../api/new-orders.ts";
import { ofStore } from "../api/store-queries.ts";
import { listenToTabs, tellTabs } from "../api/tabs.ts";
import { followStore, type Told } from "./follow.ts";
import { isSoundWanted, playSound } from "./sound.ts";

/**
 * What happens in the store while its screens are open: how many orders came, until they are looked at. What others change is marked as
 * old, and read again when it is next shown: nothing moves under a person's finger. What is changed in another tab is read again at once.
 */
export function useStoreEvents(api: Api): NewOrders {
  const queries = useQueryClient();
  const [count, setCount] = useState(0);

  useEffect(() => {
    const { store } = api;
    setCount(0);
    const end = new AbortController();
    const onEvent = ({ type }: Told) => {
      void queries.invalidateQueries({ ...ofStore(api), refetchType: "none" });
      if (type === "orders.placed") setCount((orders) => orders + 1);
    };
    const unlisten = listenToTabs((message) => {
      if (message.kind === "signed in" || message.store !== store) return;
      if (message.kind === "changed") void queries.invalidateQueries(ofStore(api));
      if (message.kind === "event") onEvent(message.event);
      if (message.kind === "orders seen") setCount(0);
    });
    followStore(api, end.signal, (event) => {
      tellTabs({ kind: "event", store, event });
      onEvent(event);
      if (event.type === "orders.placed" && isSoundWanted()) playSound(); // in one tab only
    });
    return () => {
      end.abort();
      unlisten();
    };
  }, [api, queries]);

  const look = useCallback(() => {
    setCount(0);
    tellTabs({ kind: "orders seen", store: api.store });
  }, [api]);
  return useMemo(() => ({ count, look }), [count, look]);
}
