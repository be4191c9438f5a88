import type { FillOptions, StoreSize } from "./fill/fill.ts";

const SMALL_STORES = 1000;

/** Together with the others, they have more than 10,000 rows in every table that grows with the number of stores. */
const SMALL: StoreSize = {
  products: 20,
  orders: 20,
  customers: 20,
  auditRows: 50,
  collections: 12,
  articles: 6,
  settings: 12,
  files: 12,
};

/** The same with less to fill, for the test. */
const TINY: StoreSize = { ...SMALL, products: 2, orders: 2, customers: 2, auditRows: 2, files: 0 };

const STORE_OF_1000: StoreSize = {
  products: 1000,
  orders: 500,
  customers: 250,
  auditRows: 5000,
  collections: 20,
  articles: 50,
  settings: 12,
  files: 1000,
};
const STORE_OF_200000: StoreSize = {
  products: 200_000,
  orders: 100_000,
  customers: 50_000,
  auditRows: 1_000_000,
  collections: 300,
  articles: 1000,
  settings: 50,
  files: 100_000,
};
/** More than 10,000 rows in every table that grows with the catalogue or the sales. */
const STORE_OF_12000: StoreSize = {
  products: 12_000,
  orders: 12_000,
  customers: 12_000,
  auditRows: 20_000,
  collections: 300,
  articles: 1000,
  settings: 20,
  files: 12_000,
};

/** What `npm run explain` fills: a small and a large store, beside a thousand others. */
export const WHOLE: FillOptions = {
  stores: { "store-of-1000": STORE_OF_1000, "store-of-200000": STORE_OF_200000 },
  smallStores: SMALL_STORES,
  small: SMALL,
};

/** The one store of the test. */
export const TESTED: FillOptions = { stores: { tested: STORE_OF_12000 }, smallStores: SMALL_STORES, small: TINY };

export const QUICK: FillOptions = { ...TESTED, stores: { "store-of-1000": STORE_OF_1000, ...TESTED.stores } };
