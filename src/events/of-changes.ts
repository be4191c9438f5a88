import type { Actor } from "../core/actor.ts";
import type { NewEvent } from "../db/event-queries.ts";
import type { EventTypeName } from "./types.ts";

/** A change that a merchant's call made, without the fields that stayed the same. */
export interface ToldChange {
  /** `product`, `order`, … */
  entity: string;
  id: string;
  /** Null when the call created it. */
  before: object | null;
  /** Null when the call deleted it. */
  after: object | null;
  /** The whole thing, where it is in memory. */
  snapshot?: object | null | undefined;
  /** Its type, where before and after do not say it. */
  event?: string | undefined;
  /** Of a variant: its product. */
  product_id?: string | undefined;
}

/** The types that a change of a thing can be. */
interface Types {
  created: EventTypeName;
  changed: EventTypeName;
  deleted: EventTypeName;
}

const always = (type: EventTypeName): Types => ({ created: type, changed: type, deleted: type });

const TYPES_OF: Readonly<Record<string, Types>> = {
  product: { created: "products.created", changed: "products.changed", deleted: "products.deleted" },
  customer: { created: "customers.created", changed: "customers.changed", deleted: "customers.erased" },
  promotion: always("promotions.changed"),
  page: always("content.changed"),
  post: always("content.changed"),
  menu: always("menus.changed"),
  shipping_rate: always("shipping.changed"),
  carrier: always("carriers.changed"),
  store: always("store.changed"),
  api_key: always("keys.changed"),
  webhook_endpoint: always("webhooks.changed"),
  member: always("staff.changed"),
};

/** What a changed status of an order is called. A pending order is placed, which `placeOrder` tells. */
const OF_STATUS: Readonly<Record<string, EventTypeName>> = {
  confirmed: "orders.confirmed",
  processing: "orders.processing",
  shipped: "orders.shipped",
  delivered: "orders.delivered",
  cancelled: "orders.cancelled",
  returned: "orders.returned",
};

/** The events of a call's changes. */
export function eventsOf(changes: readonly ToldChange[], actor: Actor): NewEvent[] {
  const products = new Set(changes.flatMap(({ entity, id }) => (entity === "product" ? [id] : [])));
  return changes.flatMap((change) => {
    if (change.entity === "variant") return eventsOfVariant(change, actor, products);
    return typesOf(change).map((type) => eventOf(type, change, actor));
  });
}

/** A variant is a part of its product, which is told of once. Its stock has events of its own. */
function eventsOfVariant(change: ToldChange, actor: Actor, told: Set<string>): NewEvent[] {
  const { before, after, product_id } = change;
  const isStock = before && after && Object.keys(after).every((name) => name === "inventory_quantity");
  if (product_id === undefined || isStock || told.has(product_id)) return [];
  told.add(product_id);
  return [{ type: "products.changed", thing: { kind: "product", id: product_id }, actor, fields: ["variants"] }];
}

/** An order whose status and payment change by one call has an event for each. */
function typesOf({ entity, before, after, event }: ToldChange): string[] {
  if (event !== undefined) return [event];
  if (entity === "order") return before && after ? typesOfOrder(after) : [];
  const types = TYPES_OF[entity];
  if (!types) return [];
  return [before === null ? types.created : after === null ? types.deleted : types.changed];
}

function typesOfOrder(after: object): EventTypeName[] {
  const { status, payment_status } = after as { status?: string; payment_status?: string };
  const moved = status === undefined ? undefined : OF_STATUS[status];
  const types: EventTypeName[] = moved ? [moved] : [];
  if (payment_status !== undefined) types.push("orders.payment_changed");
  return types.length > 0 ? types : ["orders.changed"];
}

const eventOf = (type: string, { entity, id, before, after, snapshot }: ToldChange, actor: Actor): NewEvent => ({
  type,
  thing: { kind: entity, id },
  actor,
  fields: before && after ? Object.keys(after) : [],
  ...(snapshot && { data: snapshot }),
});
