import { ActionIcon, Button, Loader, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue, useIntersection } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useApi, useStore } from "../api/api.ts";
import { useNewOrders } from "../api/new-orders.ts";
import { type Operation, operationsQuery } from "../api/operations.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { Icon } from "../parts/Icon.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { numberText } from "../parts/numbers.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { useDialog } from "../parts/screen/useDialog.ts";
import { localDay } from "../parts/writing/dates.ts";
import { exportOrders } from "./exportOrders.ts";
import { FilterBar } from "./FilterBar.tsx";
import { type OrdersSearch, readOrdersSearch } from "./filters.ts";
import { type Move, MoveOrders } from "./MoveOrders.tsx";
import { OrderList } from "./OrderList.tsx";
import classes from "./Orders.module.css";
import { ProductHints } from "./ProductHints.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { useOrders } from "./useOrders.ts";
import { Views } from "./Views.tsx";

const route = getRouteApi("/stores/$store/orders");

/** Milliseconds after the last key before orders are searched. */
const SETTLED = 200;
/** As many as can be moved at once. */
const MAX_CHOSEN = 100;

/** The orders of the store: views, filters, search, and moving several at once. What is shown stands in the address. */
export function OrdersScreen() {
  const { problems } = useTexts();
  const { data: operations } = useQuery(operationsQuery(useApi()));
  if (!operations) return null;
  if (operations.every(({ name }) => name !== "orders_search")) {
    return <Empty icon="bag" title={problems.codes.insufficient_scope} />;
  }
  return <Orders operations={operations} />;
}

function Orders({ operations }: { operations: readonly Operation[] }) {
  const { language, texts } = useLanguage();
  const { orders: words } = texts;
  const api = useApi();
  const { time_zone: timeZone, currency, scopes } = useStore();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const today = localDay(new Date(), timeZone);
  const find = (name: string) => operations.find((operation) => operation.name === name);
  const mover = find("orders_move");
  const {
    orders,
    first,
    error,
    isFetching,
    isPlaceholderData,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useOrders(search, today);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isChoosing, setChoosing] = useState(false);
  const { dialog: move, open, close } = useDialog<Move>();
  const saving = useMutation({
    mutationFn: () => exportOrders(api, texts, { search, today, currency, timeZone, language }),
    networkMode: "always",
  });

  const change = (part: { [name in keyof OrdersSearch]: OrdersSearch[name] | undefined }, replace = false) =>
    navigate({ search: readOrdersSearch({ ...search, ...part }), replace });
  const choose = (numbers: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const number of numbers) isChosen ? next.add(number) : next.delete(number);
    setChosen(new Set([...next].slice(0, MAX_CHOSEN)));
  };
  const end = () => {
    setChosen(new Set());
    setChoosing(false);
  };
  const shown = orders.filter(({ order_number }) => chosen.has(order_number));
  const { view = "all", q, ...filters } = search;
  const isNarrowed = q !== undefined || Object.keys(filters).length > 0;
  const { ref: bottom, entry } = useIntersection({ rootMargin: "600px" });
  const isAtBottom = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isAtBottom && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [isAtBottom, hasNextPage, isFetchingNextPage, error, fetchNextPage]);

  const newOrders = <NewOnes search={search} onShow={() => void refetch()} />;
  return (
    <>
      {isChoosing ? (
        <PageHead
          title={words.selected(chosen.size)}
          onBack={end}
          actions={
            <Button
              variant="transparent"
              onClick={() =>
                choose(
                  orders.map(({ order_number }) => order_number),
                  true,
                )
              }
            >
              {words.selectAll}
            </Button>
          }
        />
      ) : (
        <PageHead
          title={words.title}
          actions={
            <>
              <span className="mantine-hidden-from-sm">{newOrders}</span>
              {mover && (
                <ActionIcon hiddenFrom="sm" aria-label={words.choose} onClick={() => setChoosing(true)}>
                  <Icon name="check" />
                </ActionIcon>
              )}
              {scopes.includes("orders:read") && (
                <Button
                  variant="default"
                  visibleFrom="sm"
                  leftSection={<Icon name="download" size={18} />}
                  disabled={saving.isPending || orders.length === 0}
                  onClick={() => saving.mutate()}
                >
                  {saving.isPending ? words.saving : words.save}
                </Button>
              )}
              {find("orders_create") && (
                <>
                  <Button
                    variant="default"
                    visibleFrom="sm"
                    leftSection={<Icon name="plus" size={18} />}
                    component={Link}
                    to="/stores/$store/orders/new"
                    params={{ store: api.store } as never}
                  >
                    {words.create}
                  </Button>
                  <ActionIcon
                    hiddenFrom="sm"
                    aria-label={words.create}
                    component={Link}
                    to="/stores/$store/orders/new"
                    params={{ store: api.store } as never}
                  >
                    <Icon name="plus" />
                  </ActionIcon>
                </>
              )}
            </>
          }
        />
      )}
      {!isChoosing && (
        <>
          {scopes.includes("orders:read") && <Views />}
          <div className={classes.filters}>
            <SearchField
              key={JSON.stringify({ ...search, q: undefined })}
              q={q}
              isBusy={isFetching && q !== undefined}
              onSearch={(typed) => change({ q: typed }, true)}
            />
            <FilterBar search={search} onChange={change}>
              {scopes.includes("orders:read") && (
                <UnstyledButton
                  className={`${classes.chip} mantine-hidden-from-sm`}
                  data-action=""
                  aria-label={words.save}
                  disabled={saving.isPending || orders.length === 0}
                  onClick={() => saving.mutate()}
                >
                  <Icon name="download" size={16} />
                  {saving.isPending ? words.saving : "CSV"}
                </UnstyledButton>
              )}
            </FilterBar>
            <span className={`${classes.newPlace} mantine-visible-from-sm`}>{newOrders}</span>
          </div>
          {q && <ProductHints words={q} onChoose={(item) => change({ item, q: undefined })} />}
        </>
      )}
      {saving.error && <Problem error={saving.error} />}
      {error && <Problem error={error} onRetry={refetch} />}
      {!first && isFetching && (
        <div className={classes.loading}>
          <LoadingRows rows={8} />
        </div>
      )}
      {first && orders.length > 0 && (
        <div aria-busy={isPlaceholderData} data-old={isPlaceholderData || undefined} className={classes.list}>
          <OrderList
            orders={orders}
            chosen={chosen}
            isChoosing={isChoosing}
            canChoose={mover !== undefined}
            onChoose={choose}
          />
          <div ref={bottom} className={classes.foot}>
            <span>{words.shown(orders.length, `${numberText(first.total)}${first.total_is_partial ? "+" : ""}`)}</span>
            {hasNextPage && (
              <Button variant="subtle" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
                {isFetchingNextPage ? texts.change.reading : words.readMore}
              </Button>
            )}
          </div>
        </div>
      )}
      {first && orders.length === 0 && !isPlaceholderData && (
        <Empty
          icon={isNarrowed ? "search" : "bag"}
          title={words.none[isNarrowed ? "found" : view]}
          text={isNarrowed ? words.noneHint : undefined}
          action={
            q !== undefined &&
            (view !== "all" || Object.keys(filters).length > 0) && (
              <Button
                variant="default"
                component={Link}
                to="/stores/$store/orders"
                params={{ store: api.store } as never}
                search={{ q } as never}
              >
                {words.searchAll}
              </Button>
            )
          }
        />
      )}
      {(isChoosing || shown.length > 0) && <SelectionBar orders={shown} onMove={open} onEnd={end} />}
      {move && mover && chosen.size > 0 && (
        <MoveOrders
          operation={mover}
          to={move}
          orders={shown}
          onClose={close}
          onMoved={(numbers) => choose(numbers, false)}
        />
      )}
    </>
  );
}

/** The field for words. The list follows the keys; Back leads to what was shown before the first. */
function SearchField({
  q,
  isBusy,
  onSearch,
}: {
  q: string | undefined;
  isBusy: boolean;
  onSearch: (typed: string | undefined) => void;
}) {
  const { texts } = useLanguage();
  const [typed, setTyped] = useState(q ?? "");
  const [settled] = useDebouncedValue(typed.trim(), SETTLED);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is searched
  useEffect(() => {
    if (settled !== (q ?? "")) onSearch(settled || undefined);
  }, [settled]);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={texts.orders.find}
      placeholder={texts.orders.find}
      maxLength={100}
      leftSection={<Icon name="search" size={18} />}
      rightSection={isBusy ? <Loader size={16} /> : undefined}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** That orders came. They are read when it is touched, so that the list stays where it is until then. */
function NewOnes({ search, onShow }: { search: OrdersSearch; onShow: () => void }) {
  const { texts } = useLanguage();
  const navigate = route.useNavigate();
  const { count, look } = useNewOrders();
  if (count === 0) return null;
  const { view, status } = search;
  const hasThem = (view === undefined || view === "to_confirm") && (status === undefined || status === "pending");
  return (
    <UnstyledButton
      className={classes.newOnes}
      role="status"
      onClick={() => {
        look();
        window.scrollTo(0, 0);
        if (hasThem) onShow();
        else void navigate({ search: { view: "to_confirm" } });
      }}
    >
      {texts.orders.newOnes(count)}
    </UnstyledButton>
  );
}
