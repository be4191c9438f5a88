import { createContext, use } from "react";

/** The orders that came while the screens are open, until they are looked at. */
export interface NewOrders {
  count: number;
  look(): void;
}

export const NewOrdersContext = createContext<NewOrders>({ count: 0, look: () => {} });

export const useNewOrders = (): NewOrders => use(NewOrdersContext);
