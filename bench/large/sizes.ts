import type { StoreSize } from "../explain/fill/fill.ts";

/** How much a database contains. One store has a fifth of the products and orders; the others share the rest equally. */
export interface DatabaseSize {
  stores: number;
  products: number;
  orders: number;
}

const LARGE: DatabaseSize = { stores: 10_000, products: 1_000_000, orders: 200_000 };

/** What the large database is compared with. */
export const SMALL: DatabaseSize = { stores: 10, products: 1000, orders: 200 };

const PART_OF_THE_LARGEST = 0.2;

/** The large database, or a part of it: `scale` is from 0 to 1. It never has fewer stores than the small one. */
export const largeSize = (scale: number): DatabaseSize => ({
  stores: Math.max(SMALL.stores, Math.round(LARGE.stores * scale)),
  products: Math.max(SMALL.products, Math.round(LARGE.products * scale)),
  orders: Math.max(SMALL.orders, Math.round(LARGE.orders * scale)),
});

/** The sizes of the largest store and of each of the others. Together they have at least what the database should. */
export function storeSizes({ stores, products, orders }: DatabaseSize): { largest: StoreSize; ordinary: StoreSize } {
  const largest = { products: products * PART_OF_THE_LARGEST, orders: orders * PART_OF_THE_LARGEST };
  const share = (total: number, taken: number) => Math.ceil((total - taken) / (stores - 1));
  return {
    largest: sizeOf(largest),
    ordinary: sizeOf({ products: share(products, largest.products), orders: share(orders, largest.orders) }),
  };
}

const sizeOf = ({ products, orders }: { products: number; orders: number }): StoreSize => ({
  products: Math.round(products),
  orders: Math.round(orders),
  customers: Math.ceil(orders / 2),
  auditRows: 0,
  collections: 0,
  articles: 5,
  settings: 2,
  files: 0,
});
