import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, Outlet, useParams } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { ApiContext, apiOf, StoreContext } from "../api/api.ts";
import { meQuery } from "../api/person.ts";
import { NewOrders, StoreEvents } from "../events/NewOrders.tsx";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { useIsPhone } from "../parts/screen/useIsPhone.ts";
import { ConnectionNotice } from "./ConnectionNotice.tsx";
import { keepLast } from "./lastStore.ts";
import { Rail } from "./navigation/Rail.tsx";
import { SearchPlace } from "./navigation/SearchPlace.tsx";
import { TabBar } from "./navigation/TabBar.tsx";
import classes from "./Shell.module.css";

/** What stands around every screen of a store: the navigation, and notices about the connection. */
export function Shell() {
  const { frame, problems } = useTexts();
  const { store: slug } = useParams({ from: "/stores/$store" });
  const { data: me } = useSuspenseQuery(meQuery);
  const isPhone = useIsPhone();
  const store = me.stores.find((one) => one.slug === slug);
  const api = useMemo(() => apiOf(slug), [slug]);
  useEffect(() => {
    if (store) keepLast(store);
  }, [store]);

  if (!store) {
    return (
      <Empty
        icon="person"
        title={problems.codes.store_not_found}
        action={
          <Button variant="default" component={Link} to="/">
            {frame.toStart}
          </Button>
        }
      />
    );
  }
  return (
    <ApiContext value={api}>
      <StoreContext value={store}>
        <StoreEvents>
          <a href="#content" className={classes.skip}>
            {frame.skip}
          </a>
          <div className={classes.shell}>
            {!isPhone && <Rail me={me} />}
            <main id="content" className={classes.content}>
              <ConnectionNotice />
              <Outlet />
            </main>
            {isPhone && <TabBar />}
            <SearchPlace />
            <NewOrders />
          </div>
        </StoreEvents>
      </StoreContext>
    </ApiContext>
  );
}
