import { setTimeout as pause } from "node:timers/promises";
import { STOREFRONT } from "../../../src/app.ts";
import { createPromotion } from "../../../src/promotions/promotions.ts";
import { sendRequest } from "../../harness/http.ts";
import type { Server } from "../../harness/server.ts";
import { tenantOf } from "../../harness/stores.ts";
import { type Fault, unmetCriteria } from "../fault.ts";
import { isServed } from "../load.ts";
import { requireFile } from "../programs.ts";
import { conclude, seedOne, startShoppers } from "../scene.ts";
import { type SeededStore, startOrders } from "../stores-and-orders.ts";
import { counted } from "./criteria.ts";

const DAY_MS = 86_400_000;
const LIBRARY = "faketime/libfaketimeMT.so.1";
const FOLDERS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"];

export const clockOff: Fault = {
  name: "clock-two-days-off",
  about:
    "Three servers of one database take orders at the same time: one with the right clock, one two days ahead, one two days behind.",
  databases: ["postgres", "citus"],
  quick: false,
  run: async (context) => {
    const library = requireFile(
      FOLDERS.map((folder) => `${folder}/${LIBRARY}`),
      "libfaketime",
      "apt-get install libfaketime",
    );
    const database = await context.newDatabase();
    const store = await seedOne(database);
    // The promotion starts tomorrow, so only the server whose clock is ahead may apply it.
    const promotion = {
      title: "Tomorrow",
      discount_type: "percentage",
      discount_value: 1000,
      starts_at: new Date(Date.now() + DAY_MS).toISOString(),
    } as const;
    await database.use((db) => db.transact(tenantOf(store.id), (site) => createPromotion(site, promotion)));
    const startAt = (days: number): Promise<Server> =>
      context.startServer({
        ...database.environment,
        ...(days && {
          LD_PRELOAD: library,
          FAKETIME: `${days > 0 ? "+" : ""}${days}d`,
          FAKETIME_DONT_FAKE_MONOTONIC: "1",
        }),
      });
    const right = await startAt(0);
    const ahead = await startAt(2);
    const behind = await startAt(-2);
    const clocks = await Promise.all([right, ahead, behind].map(clockOf));
    const shoppers = startShoppers(context, right.url, store, { readers: 4, buyers: 4 });
    const others = [ahead, behind].map(({ url }) =>
      startOrders(context, { api: url + STOREFRONT, store, clients: 4, pauseMs: 20 }),
    );
    await pause(5000);
    await Promise.all(others.map((other) => other.stop()));
    shoppers.orders.acknowledged.push(...others.flatMap(({ acknowledged }) => acknowledged));
    const seen = await timeDependentFailures(store, { right, ahead, behind });
    const concluded = await conclude(shoppers, database, store);
    const all = [...shoppers.answers(), ...others.flatMap(({ answers }) => answers)];
    const failed = all.filter((answer) => !isServed(answer));
    return {
      ...concluded,
      measured: [`clocks off by ${clocks.join(", ")} h; failed requests: ${counted(failed)}`, ...seen].join("; "),
      failures: unmetCriteria([
        [Math.abs(clocks[1]! - 48) < 1 && Math.abs(clocks[2]! + 48) < 1, "the clocks are two days off"],
        [failed.length === 0, `no request fails, not ${counted(failed)}`],
        [others.every(({ acknowledged }) => acknowledged.length > 0), "both others take orders"],
        [!seen.some((sentence) => / 5\d\d/.test(sentence)), "nobody is answered 5xx"],
      ]),
    };
  },
};

/** Returns by how many hours a server's clock differs from this machine's, according to the Date header. */
async function clockOf({ url }: Server): Promise<number> {
  const { headers } = await sendRequest({ url: `${url}/livez` });
  return Math.round((new Date(String(headers.date)).getTime() - Date.now()) / 3_600_000);
}

type Clocks = Record<"right" | "ahead" | "behind", Server>;

/** Tries tokens, promotions and idempotency keys on all servers, and describes each result in one sentence. */
async function timeDependentFailures(store: SeededStore, clocks: Clocks): Promise<string[]> {
  const servers = Object.entries(clocks);
  const send = (server: Server, path: string, body?: object, headers: Record<string, string> = {}) =>
    sendRequest({
      url: server.url + STOREFRONT + path,
      ...(body && { method: "POST", body }),
      headers: { "x-api-key": store.publishable_key, ...headers },
    });
  const sentences: string[] = [];

  for (const [issuer, server] of servers) {
    const person = { email: `${issuer}@example.dz`, password: "a long password", full_name: "Client" };
    const { token } = JSON.parse((await send(server, "/auth/signup", person)).text);
    const seen: string[] = [];
    for (const [name, other] of servers) {
      const { what } = await send(other, "/auth/me", undefined, { authorization: `Bearer ${token}` });
      seen.push(`${name} ${what}`);
    }
    sentences.push(`a token of ${issuer} is answered by ${seen.join(", ")}`);
  }

  for (const [name, server] of servers) {
    const { what, text } = await send(server, "/coupons/validate", { cart_total: 1000 });
    sentences.push(
      `a promotion of tomorrow at ${name}: ${what} ${JSON.parse(text).valid ? "applies" : "does not apply"}`,
    );
  }

  for (const [from, to] of [
    ["ahead", "behind"],
    ["behind", "ahead"],
    ["right", "ahead"],
  ] as const) {
    const cart = JSON.parse((await send(clocks[from], "/cart", {})).text).id;
    await send(clocks[to], `/cart/${cart}/items`, { product_id: store.product_id, quantity: 1 });
    const order = { cart_id: cart, customer_name: "Client", customer_phone: "0550123456" };
    const first = await send(clocks[from], "/orders", order, { "idempotency-key": cart });
    const again = await send(clocks[to], "/orders", order, { "idempotency-key": cart });
    const { code } = JSON.parse(again.text);
    sentences.push(`an order at ${from}: ${first.what}, repeated at ${to}: ${again.what} ${code ?? "the same"}`);
  }
  return sentences;
}
