import type { StoreSize } from "./fill/fill.ts";

/** The stores of `npm run explain`; both stand beside a thousand small ones. */
export const MEASURED: Record<string, StoreSize> = {
  "store-of-1000": {
    products: 1000,
    orders: 500,
    customers: 250,
    auditRows: 5000,
    collections: 20,
    articles: 50,
    settings: 12,
  },
  "store-of-200000": {
    products: 200_000,
    orders: 100_000,
    customers: 50_000,
    auditRows: 1_000_000,
    collections: 300,
    articles: 1000,
    settings: 50,
  },
};

/** The store of the test. It has more than 10,000 rows in every table that grows with the catalogue or the sales. */
export const TESTED: Record<string, StoreSize> = {
  tested: {
    products: 12_000,
    orders: 12_000,
    customers: 12_000,
    auditRows: 20_000,
    collections: 300,
    articles: 1000,
    settings: 20,
  },
};

export const SMALL_STORES = 1000;

/** Together with the others, they have more than 10,000 rows in every table that grows with the number of stores. */
export const SMALL: StoreSize = {
  products: 20,
  orders: 20,
  customers: 20,
  auditRows: 50,
  collections: 12,
  articles: 6,
  settings: 12,
};

/** The same with less to fill, for the test. */
export const TINY: StoreSize = { ...SMALL, products: 2, orders: 2, customers: 2, auditRows: 2 };
