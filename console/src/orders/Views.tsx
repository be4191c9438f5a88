import { Button, Group, Popover, TextInput, UnstyledButton } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApi } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import tabs from "../parts/lists/Tabs.module.css";
import { isSame, type OrdersSearch, VIEW_NAMES, type ViewName } from "./filters.ts";
import classes from "./Orders.module.css";
import { MAX_NAME, type OwnView, useOwnViews } from "./ownViews.ts";
import { viewCountQuery } from "./useOrders.ts";

const route = getRouteApi("/stores/$store/orders");
/** Those that wait for somebody have a count. */
const COUNTED: readonly ViewName[] = VIEW_NAMES.filter((view) => view !== "all");

const searchOf = (view: ViewName): OrdersSearch => (view === "all" ? {} : { view });

/** The views as tabs: those of every store, and one's own. */
export function Views() {
  const { orders } = useTexts();
  const api = useApi();
  const search = route.useSearch();
  const { views, keep, forget } = useOwnViews();
  const counts = useQueries({ queries: COUNTED.map((view) => viewCountQuery(api, view)) });
  const own = views.find((view) => isSame(view.search, search));
  const tab = (key: string, to: OrdersSearch, isCurrent: boolean, name: ReactNode) => (
    <Link
      key={key}
      to="/stores/$store/orders"
      params={{ store: api.store }}
      search={to}
      activeProps={{}}
      activeOptions={{ exact: true }} // else it is current with any filters
      aria-current={isCurrent ? "page" : undefined}
    >
      {name}
    </Link>
  );
  return (
    <nav className={`${tabs.tabs} ${classes.tabs}`} aria-label={orders.views}>
      {VIEW_NAMES.map((view) => {
        const count = counts[COUNTED.indexOf(view)]?.data;
        return tab(
          view,
          searchOf(view),
          !own && (search.view ?? "all") === view,
          <>
            {orders.view[view]}
            {count !== undefined && count !== "0" && (
              <span className={tabs.count}>
                <Island>{count}</Island>
              </span>
            )}
          </>,
        );
      })}
      {views.map((view) => tab(`own ${view.name}`, view.search, view === own, <Typed>{view.name}</Typed>))}
      {own ? (
        <UnstyledButton
          className={classes.tabAction}
          aria-label={orders.forgetView(own.name)}
          title={orders.forgetView(own.name)}
          onClick={() => forget(own.name)}
        >
          <Icon name="close" size={16} />
        </UnstyledButton>
      ) : (
        <KeepView search={search} onKeep={keep} />
      )}
    </nav>
  );
}

/** Keeps the filters under a name. */
function KeepView({ search, onKeep }: { search: OrdersSearch; onKeep: (view: OwnView) => void }) {
  const { orders } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const isAnything = Object.keys(search).some((key) => key !== "view");
  const keep = () => {
    onKeep({ name: name.trim(), search });
    setName("");
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.tabAction}
          aria-label={orders.keepView}
          title={orders.keepView}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="plus" size={18} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {isAnything ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== "") keep();
            }}
          >
            <Group gap="xs" align="end" wrap="nowrap">
              <TextInput
                data-autofocus
                label={orders.viewName}
                maxLength={MAX_NAME}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" disabled={name.trim() === ""}>
                {orders.keep}
              </Button>
            </Group>
          </form>
        ) : (
          orders.chooseFilter
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
