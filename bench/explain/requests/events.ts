import { EventNumbering } from "../../../src/events/events.ts";
import { readThingBy } from "../../../src/merchant-operations/read-thing.ts";
import { orderMail, planOrderMails } from "../../../src/orders/orders.ts";
import { OPERATIONS, type Use } from "../scene.ts";
import { ask } from "./asking.ts";

/** What follows the commits of all uses before, and programs that ask for it. */
export const EVENTS: Record<string, Use> = {
  "events: numbering": async ({ database, store }) => {
    const numbering = new EventNumbering(database, readThingBy(OPERATIONS), planOrderMails);
    numbering.start();
    await numbering.stop();
    while (await database.transact(store.tenant, (db) => numbering.numberEvents(db)));
  },
  "events: a mail about an order": ({ database, store, facts }) =>
    database.transact(store.tenant, (db) => orderMail(db, "placed", { order_id: facts.order.id })),
  "events_list: a rare type": ask("events_list", { after: 1, types: ["keys.changed"] }),
  "events_list: of a thing": ask("events_list", { thing: "store", thing_id: "explained" }),
};
