import type { Area } from "../core/scopes.ts";

/** A kind of event. */
export interface EventType {
  /** One sentence, for the documentation. */
  says: string;
  /** What it is about, as the audit log names it: one of these. */
  things: readonly Thing[];
  /** Whose `:read` a key needs to see it. */
  area: Area;
  /** The release that has it first. */
  since: string;
}

/** What events are about, with the operation that lists such things: what to call after an event that says only that many changed. */
export const THINGS = {
  order: { list: "orders_search" },
  customer: { list: "customers_search" },
  product: { list: "products_search" },
  variant: { list: "inventory_search" },
  cart: { list: "carts_abandoned" },
  promotion: { list: "promotions_search" },
  page: { list: "content_search" },
  post: { list: "content_search" },
  menu: { list: "menus_get" },
  shipping_rate: { list: "shipping_rates_list" },
  carrier: { list: "carriers_list" },
  store: { list: "store_get" },
  api_key: { list: "api_keys_list" },
  member: { list: "staff_list" },
  import: { list: "changes_list" },
  webhook_endpoint: { list: "webhooks_list" },
} as const satisfies Record<string, { list: string }>;
export type Thing = keyof typeof THINGS;

const SINCE = "0.1.0";
const of =
  (things: Thing | readonly Thing[], area: Area) =>
  (says: string): EventType => ({ says, things: [things].flat(), area, since: SINCE });

const order = of("order", "orders");
const customer = of("customer", "customers");
const product = of("product", "catalog");
const stock = of("variant", "catalog");

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
  "customers.created": customer("An account was created."),
  "customers.changed": customer("An account or its addresses changed."),
  "customers.erased": customer("A person was erased, or an undo took an account away."),
  "products.created": product("A product was created."),
  "products.changed": product("A product, or one of its variants, changed; not for its stock alone."),
  "products.deleted": product("A product was deleted."),
  "stock.low": stock(
    "The stock of a variant fell to what the store calls low (`low_stock` of store_update), or below.",
  ),
  "stock.out": stock("A variant is out of stock."),
  "stock.back": stock("A variant that was out of stock is back."),
  "carts.abandoned": of("cart", "orders")("A cart was left for 24 hours. Told once for each cart."),
  "promotions.changed": of("promotion", "catalog")("A promotion was created, changed or deleted."),
  "content.changed": of(["page", "post"], "content")("A page or post was created, changed or deleted."),
  "menus.changed": of("menu", "content")("A menu was created, changed or deleted."),
  "shipping.changed": of("shipping_rate", "settings")("A delivery rate was set or removed."),
  "carriers.changed": of("carrier", "settings")("A carrier was created or changed."),
  "store.changed": of("store", "settings")("The store was created, or its settings changed."),
  "keys.changed": of("api_key", "keys")("An API key was created or revoked."),
  "staff.changed": of(
    "member",
    "staff",
  )("Somebody was invited to work in the store, accepted, got another role, or left."),
  "imports.finished": of(
    "import",
    "catalog",
  )("An import of products ended: `state` says whether it is `done`, `failed` (`code` says why) or `cancelled`."),
  "webhooks.changed": of(
    "webhook_endpoint",
    "settings",
  )("A webhook endpoint was created, changed or deleted, or the server switched it off (`off_reason`)."),
} as const satisfies Record<string, EventType>;

export type EventTypeName = keyof typeof EVENT_TYPES;
