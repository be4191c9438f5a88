import { useSuspenseQuery } from "@tanstack/react-query";
import { Navigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { meQuery } from "../api/person.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { lastOf } from "./lastStore.ts";
import { takeWanted } from "./session.ts";

/** Leads on: to what was wanted before signing in, else to the store of last time. */
export function FirstScreen() {
  const { frame } = useTexts();
  const { data } = useSuspenseQuery(meQuery);
  const { history } = useRouter();
  const [wanted] = useState(takeWanted);
  const store = lastOf(data.stores);
  useEffect(() => {
    if (wanted) history.replace(wanted);
  }, [wanted, history]);

  if (wanted) return null;
  if (!store) return <Empty icon="person" title={frame.noStores} />;
  return <Navigate to="/stores/$store" params={{ store: store.slug }} replace />;
}
