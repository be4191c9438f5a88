import type { Area } from "../core/scopes.ts";

/** Which operation reads a thing, and with which arguments. */
export interface Reading {
  operation: string;
  argumentsOf(thingId: string): Record<string, unknown>;
}

/** A kind of event. */
export interface EventType {
  /** One sentence, for the documentation. */
  says: string;
  /** What it is about, as the audit log names it. */
  thing: string;
  /** Whose `:read` a key needs to see it. */
  area: Area;
  /** The release that has it first. */
  since: string;
  /** What `data` is; undefined: the event has none, or has it from the change itself. */
  reads?: Reading;
}

const by = (operation: string, argument: string): Reading => ({
  operation,
  argumentsOf: (thingId) => ({ [argument]: thingId }),
});
const whole = (operation: string): Reading => ({ operation, argumentsOf: () => ({}) });

const SINCE = "0.1.0";
const order = (says: string): EventType => ({ says, thing: "order", area: "orders", since: SINCE });
const customer = (says: string): EventType => ({ says, thing: "customer", area: "customers", since: SINCE });
const product = (says: string): EventType => ({
  says,
  thing: "product",
  area: "catalog",
  since: SINCE,
  reads: by("products_get", "product"),
});
const stock = (says: string): EventType => ({ says, thing: "variant", area: "catalog", since: SINCE });
const settings = (thing: string, says: string, reads?: Reading): EventType => ({
  says,
  thing,
  area: "settings",
  since: SINCE,
  ...(reads && { reads }),
});

/** Every type of event. A name never changes its meaning; what is new gets a name of its own. */
export const EVENT_TYPES = {
  "orders.placed": order("A shopper or a merchant placed an order."),
  "orders.changed": order("Lines, recipient, address, delivery, notes or calls of an order changed."),
  "orders.confirmed": order("An order was confirmed."),
  "orders.processing": order("An order is being prepared."),
  "orders.shipped": order("An order was given to the carrier."),
  "orders.delivered": order("An order was delivered."),
  "orders.cancelled": order("An order was cancelled."),
  "orders.returned": order("All of an order came back."),
  "orders.payment_changed": order("What was paid or refunded of an order changed."),
  "orders.merged": order("An order took the lines of another, which was cancelled."),
  "customers.created": { ...customer("An account was created."), reads: by("customers_get", "customer") },
  "customers.changed": { ...customer("An account or its addresses changed."), reads: by("customers_get", "customer") },
  "customers.erased": customer("A person was erased."),
  "products.created": product("A product was created."),
  "products.changed": product("A product, or one of its variants, changed."),
  "products.deleted": { ...product("A product was deleted."), reads: undefined as never },
  "stock.low": stock("The stock of a variant fell to the store's bound for low stock, or below."),
  "stock.out": stock("A variant is out of stock."),
  "stock.back": stock("A variant that was out of stock is back."),
  "promotions.changed": {
    says: "A promotion was created, changed or deleted.",
    thing: "promotion",
    area: "catalog",
    since: SINCE,
  },
  "content.changed": {
    says: "A page or post was created, changed or deleted.",
    thing: "page",
    area: "content",
    since: SINCE,
  },
  "menus.changed": { says: "A menu changed.", thing: "menu", area: "content", since: SINCE },
  "shipping.changed": settings("shipping_rate", "Delivery rates changed.", whole("shipping_rates_list")),
  "carriers.changed": settings("carrier", "A carrier changed.", whole("carriers_list")),
  "store.changed": settings("store", "Settings of the store changed.", whole("store_get")),
  "carts.abandoned": {
    says: "A cart of an account was left for 24 hours.",
    thing: "cart",
    area: "orders",
    since: SINCE,
  },
  "imports.finished": { says: "An import of products ended.", thing: "import", area: "catalog", since: SINCE },
  "keys.changed": { says: "An API key was created or revoked.", thing: "api_key", area: "keys", since: SINCE },
} as const satisfies Record<string, EventType>;

export type EventTypeName = keyof typeof EVENT_TYPES;
