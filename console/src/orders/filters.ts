import { daysAfter } from "../parts/writing/dates.ts";

export const STATUSES = [
  "pending",
  "confirmed",
  "processing",
  "shipped",
  "delivered",
  "returned",
  "cancelled",
] as const;
export const PAYMENTS = ["unpaid", "paid", "partially_refunded", "refunded"] as const;
export const PERIODS = ["today", "7", "30"] as const;

/** The views that every store has, with what each is of. */
export const VIEWS = {
  to_confirm: { status: "pending" },
  to_ship: { to_ship: true },
  on_the_way: { status: "shipped" },
  returns: { status: "returned" },
  all: {},
} as const satisfies Record<string, Readonly<Record<string, unknown>>>;
export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

/** What a list of orders is narrowed by, beside its view. */
export interface Filters {
  period?: (typeof PERIODS)[number];
  status?: (typeof STATUSES)[number];
  wilaya?: string;
  carrier?: string;
  /** A product's slug. */
  item?: string;
  payment?: (typeof PAYMENTS)[number];
  /** Amounts in major units. */
  least?: number;
  most?: number;
  owed?: true;
}

/** What a list of orders is asked for, as it stands in the address. */
export interface OrdersSearch extends Filters {
  view?: Exclude<ViewName, "all">;
  /** The words that are searched. */
  q?: string;
}

const MAX_WORDS = 100;
const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === String(value));
const text = (value: unknown): string | undefined =>
  (typeof value === "string" || typeof value === "number") && String(value).trim() !== ""
    ? String(value).slice(0, MAX_WORDS)
    : undefined;
const amount = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;

/** What an address asks for; what it could not mean is left out. */
export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  const view = oneOf(VIEW_NAMES, search.view);
  const read: Partial<Record<keyof OrdersSearch, unknown>> = {
    view: view === "all" ? undefined : view,
    q: text(search.q),
    period: oneOf(PERIODS, search.period),
    status: view === undefined || view === "all" ? oneOf(STATUSES, search.status) : undefined,
    wilaya: text(search.wilaya),
    carrier: text(search.carrier),
    item: text(search.item),
    payment: oneOf(PAYMENTS, search.payment),
    least: amount(search.least),
    most: amount(search.most),
    owed: search.owed === true || undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as OrdersSearch;
}

const DAYS: Record<(typeof PERIODS)[number], number> = { today: 0, "7": 6, "30": 29 };

/** The arguments of `orders_search`. `today`: the day of the store. */
export function argumentsOf({ view, q, period, payment, least, most, ...same }: OrdersSearch, today: string) {
  return {
    ...VIEWS[view ?? "all"],
    ...same,
    ...(q && { query: q }),
    ...(period && { from: daysAfter(today, -DAYS[period]) }),
    ...(payment && { payment_status: payment }),
    ...(least !== undefined && { min_total: least }),
    ...(most !== undefined && { max_total: most }),
  };
}

/** Words that find the orders of one shopper. */
const OF_ONE = /\p{L}{3}|(\p{N}\P{N}*){6}/u;

/** The same for whom the store shows only the orders to call, and those of one shopper who is searched. */
export const argumentsAtDesk = (search: OrdersSearch, today: string) => ({
  ...argumentsOf(search, today),
  ...(!OF_ONE.test(search.q ?? "") && { to_call: true }),
});

/** Whether two lists are of the same. */
export const isSame = (one: OrdersSearch, other: OrdersSearch): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
