import { type Admin, createAdmin } from "@hanout/client/admin";
import { createContext, use } from "react";
import { notedFetch } from "./connection.ts";
import { CONSOLE_HEADERS } from "./console-headers.ts";
import type { Store } from "./person.ts";

/** The operations of one store, in the name of who is signed in. */
export interface Api {
  /** The slug: the first part of each key of what is read of the store. */
  store: string;
  admin: Admin;
}

export const apiOf = (store: string): Api => ({
  store,
  admin: createAdmin({ url: "", fetch: notedFetch, headers: { ...CONSOLE_HEADERS, "x-hanout-store": store } }),
});

export const ApiContext = createContext<Api | undefined>(undefined);
export const StoreContext = createContext<Store | undefined>(undefined);

/** The operations of the store that the address names. */
export const useApi = (): Api => required(use(ApiContext));

/** The store that the address names. */
export const useStore = (): Store => required(use(StoreContext));

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("This belongs to a store, and is shown outside of one.");
  return value;
}
