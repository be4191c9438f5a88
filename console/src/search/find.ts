import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";
import type { Operation } from "../api/operations.ts";
import { SCREENS, type Screen } from "../frame/navigation/screens.ts";
import type { Texts } from "../messages/texts.ts";
import type { IconName } from "../parts/Icon.tsx";
import { matches } from "../parts/matches.ts";
import { moneyText } from "../parts/numbers.ts";

/** Something that the search found, and where it leads. */
export interface Found {
  key: string;
  icon: IconName;
  title: string;
  about?: string;
  to: Screen["to"] | typeof ORDER | typeof NEW_ORDER;
  /** Of an order: its number. */
  number?: string;
  /** Of the general screen: which operation, and with what. */
  name?: string;
  search?: Record<string, unknown>;
}

export interface FoundGroup {
  kind: "orders" | "products" | "customers" | "screens";
  found: Found[];
}

const SHOWN = 5;
const SCREENS_SHOWN = 6;

/** Finds orders, products and customers, each where the person may. */
export const foundQuery = (api: Api, words: string, operations: readonly Operation[]) =>
  queryOptions({
    queryKey: [api.store, "found", words],
    queryFn: async ({ signal }): Promise<FoundGroup[]> => {
      const may = (name: string) => operations.some((operation) => operation.name === name);
      const asked = { query: words, limit: SHOWN };
      const { orders, products, customers } = api.admin;
      return Promise.all([
        may("orders_search") ? orders.search(asked, { signal }).then(ofOrders) : none("orders"),
        may("products_search") ? products.search(asked, { signal }).then(ofProducts) : none("products"),
        may("customers_search") ? customers.search(asked, { signal }).then(ofCustomers) : none("customers"),
      ]);
    },
    enabled: words !== "" && operations.length > 0,
    placeholderData: keepPreviousData,
  });

const OPERATION = "/stores/$store/operations/$name";
const ORDER = "/stores/$store/orders/$number";
const NEW_ORDER = "/stores/$store/orders/new";

const none = (kind: FoundGroup["kind"]): FoundGroup => ({ kind, found: [] });

interface OrderRow {
  order_number: string;
  customer_name: string | null;
  customer_phone: string | null;
  total: number;
  currency: string;
}

const ofOrders = ({ data }: { data: OrderRow[] }): FoundGroup => ({
  kind: "orders",
  found: data.map(({ order_number: order, customer_name, customer_phone, total, currency }) => ({
    key: order,
    icon: "bag",
    title: customer_name ?? order,
    about: [order, customer_phone, moneyText(total, currency)].filter(Boolean).join(" · "),
    to: ORDER,
    number: order,
  })),
});

const ofProducts = ({
  currency,
  data,
}: {
  currency: string;
  data: { slug: string; name: string; price: number }[];
}): FoundGroup => ({
  kind: "products",
  found: data.map(({ slug: product, name, price }) => ({
    key: product,
    icon: "tag",
    title: name,
    about: moneyText(price, currency),
    to: OPERATION,
    name: "products_get",
    search: { product },
  })),
});

interface CustomerRow {
  id: string;
  full_name?: string | null;
  email?: string | null;
  phone?: string | null;
}

const ofCustomers = ({ data }: { data: CustomerRow[] }): FoundGroup => ({
  kind: "customers",
  found: data.map(({ id: customer, full_name, email, phone }) => ({
    key: customer,
    icon: "users",
    title: full_name ?? email ?? phone ?? "",
    about: [phone, email].filter(Boolean).join(" · "),
    to: OPERATION,
    name: "customers_get",
    search: { customer },
  })),
});

/** The screens whose names have the words; each operation is one. */
export function findScreens(
  words: string,
  operations: readonly Operation[],
  { operations: texts, frame, newOrder }: Texts,
): Found[] {
  const tasks: Found[] = operations.some(({ name }) => name === "orders_create")
    ? [{ key: NEW_ORDER, icon: "plus", title: newOrder.title, to: NEW_ORDER }]
    : [];
  const screens = SCREENS.map(({ text, ...screen }): Found => ({ key: text, title: frame[text], ...screen }));
  if (words.trim() === "") return [...screens, ...tasks];
  const own = [...screens, ...tasks].filter(({ title }) => matches(words, title));
  const found = operations.filter(({ name, title }) => matches(words, `${texts.titles[name] ?? ""} ${title}`));
  return [
    ...own,
    ...found.map(
      ({ name, title }): Found => ({
        key: name,
        icon: "bolt",
        title: texts.titles[name] ?? title,
        to: OPERATION,
        name,
      }),
    ),
  ].slice(0, SCREENS_SHOWN);
}
