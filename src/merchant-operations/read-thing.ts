import { showCarrier } from "../carriers/admin.ts";
import { showArticle } from "../content/admin.ts";
import { Problem } from "../core/problem.ts";
import { ALL_SCOPES } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import type { ReadThing, Thing } from "../events/events.ts";
import type { Operation, OperationCall } from "../operations/operation.ts";
import { showPromotion } from "../promotions/operations.ts";
import { showRate } from "../shipping/admin.ts";
import { showMenu } from "../store/menus/admin.ts";

/** The server itself, which may read everything; what it reads is masked for who asks for it. */
const SERVER = { id: "", actor: "server" as const, scopes: [...ALL_SCOPES], expires_at: null };

const ignore = () => {};

type Read = (db: SiteDb, id: string) => Promise<object | undefined>;

/**
 * Reads things as the operations that save them answer, or as those that show one of them. Events of variants, carts, keys and imports
 * say all by themselves.
 */
export function readThingBy(operations: readonly Operation[]): ReadThing {
  const by =
    (name: string, argsOf: (id: string) => object): Read =>
    (db, id) =>
      runReading(operations, name, db, argsOf(id));
  const reads: Partial<Record<Thing, Read>> = {
    order: by("orders_get", (order) => ({ order, response_format: "detailed" })),
    customer: by("customers_get", (customer) => ({ customer })),
    product: by("products_get", (product) => ({ product })),
    store: by("store_get", () => ({})),
    promotion: showPromotion,
    page: (db, id) => showArticle(db, "page", id),
    post: (db, id) => showArticle(db, "post", id),
    menu: showMenu,
    shipping_rate: showRate,
    carrier: showCarrier,
  };
  return async (db, thing, id) => {
    try {
      return await reads[thing]?.(db, id);
    } catch (error) {
      if (error instanceof Problem) return undefined; // it is not there any more
      throw error;
    }
  };
}

async function runReading(operations: readonly Operation[], name: string, db: SiteDb, args: object): Promise<object> {
  const operation = operations.find((one) => one.name === name);
  if (operation?.effect !== "read") throw new Error(`${name} is no operation that reads`);
  const call: OperationCall = {
    id: "",
    db,
    merchant: SERVER,
    maxRowsText: Number.POSITIVE_INFINITY,
    changed: ignore,
    touches: ignore,
    undid: ignore,
    cannotBeUndone: ignore,
    requires: ignore,
    mustBeConfirmed: ignore,
    leavesToJob: ignore,
  };
  return (await operation.run(call, args as never)).data;
}
