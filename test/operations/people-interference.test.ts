import { expect, test } from "vitest";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../src/core/scopes.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { mayUse, type Operation } from "../../src/operations/operation.ts";
import { keyring, openShop, type Shop, tokens } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { keyFor, legacy } from "../support/mcp-wire.ts";
import { call, post } from "../support/operations.ts";

/**
 * Two stores differ only in who a person is. A key without customers:read gets the same answers of both, whatever it sends: also
 * when it guesses the person of the first store.
 */

const BLIND = SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE));
const operations = merchantOperations(keyring, tokens).filter((one) => mayUse({ scopes: BLIND }, one));

const KARIM = {
  customer_name: "Karim Benali",
  customer_phone: "+213550123456",
  customer_email: "karim@example.dz",
  customer_wilaya: "Oran",
  customer_commune: "Bir El Djir",
  shipping_address: { line1: "12 rue Larbi" },
  customer_notes: "Sonnez deux fois",
};
/** The same as far as masked names and numbers tell. */
const KAMEL: typeof KARIM = {
  customer_name: "Kamel Brahimi",
  customer_phone: "+213661998856",
  customer_email: "kamel.b@example.com",
  customer_wilaya: "Oran",
  customer_commune: "Es Senia",
  shipping_address: { line1: "Cité 200 logements, bât. C" },
  customer_notes: "Appelez avant de venir, après 17 h",
};

interface Scene {
  shop: Shop;
  blind: string;
  /** Numbers of the person's orders, and of another's. */
  orders: string[];
}

/** A store where the person has an account, a cart, orders in all stages, notes and a block, and has used a coupon. */
async function openScene(person: typeof KARIM): Promise<Scene> {
  const shop = await openShop();
  const lamp = await shop.product({ name: "Lamp", slug: "lamp", variants: [{ sku: "LAMP", inventory_quantity: 500 }] });
  await call(shop, "carriers_save", { name: "Yalidine", home_cost: 300, regions: ["Oran", "Alger"] });
  await call(shop, "promotions_save", {
    title: "Once",
    code: "ONCE",
    discount_type: "percentage",
    discount_value: 10,
    usage_limit_per_customer: 1,
  });
  await call(shop, "promotions_save", {
    title: "First",
    discount_type: "fixed_amount",
    discount_value: 1,
    usage_limit_per_customer: 1,
  });
  const { headers } = await customerOf(shop, {
    email: person.customer_email,
    full_name: person.customer_name,
    phone: person.customer_phone,
  });
  const of = async (given: object): Promise<string> => {
    const { data, problem } = await call(shop, "orders_create", {
      items: [{ item: "LAMP", quantity: 2 }],
      ...person,
      ...given,
    });
    expect(problem).toBeUndefined();
    return data.order_number;
  };
  const stages = [
    [],
    ["orders_confirm"],
    ["orders_confirm", "orders_ship", "orders_mark_delivered"],
    ["orders_cancel"],
  ];
  const orders: string[] = [];
  for (const [i, moves] of stages.entries()) {
    const order = await of(i === 0 ? { coupon_code: "ONCE" } : i === 1 ? { customer: person.customer_email } : {});
    for (const move of moves) await call(shop, move, { order, ...(move === "orders_ship" && { carrier: "Yalidine" }) });
    await call(shop, "orders_log_call", { order, outcome: "busy", text: `${person.customer_name} was busy` });
    orders.push(order);
  }
  const other = { customer_name: "Nadia", customer_phone: "0770 11 22 33", customer_email: "nadia@example.dz" };
  orders.push(await of(other), await of(other));
  await call(shop, "orders_merge", { order: orders[0], with: await of({}) });
  await call(shop, "orders_update", { order: orders[0], customer_notes: `For ${person.customer_name}` });
  await call(shop, "blocked_phones_save", { phones: [person.customer_phone], note: person.customer_name });
  const { body: cart } = await shop.post("/cart", {}, headers);
  await shop.post(`/cart/${cart.id}/items`, { product_id: lamp.id, quantity: 1 }, headers);
  return { shop, blind: await keyFor(shop, ...BLIND), orders };
}

const GUESSES = [KARIM.customer_name, KARIM.customer_phone, KARIM.shipping_address];

/** Operations that know of people; of the others, only the examples are called. */
const KNOWS_PEOPLE = ({ area, name }: Operation): boolean =>
  ["orders", "reports", "any"].includes(area) || name === "promotions_check";

/** Every call with a guess of the first store's person in one argument, beside those of its example. */
function guessesOf(operation: Operation, { orders }: Scene): object[] {
  const { name, input, example, takes = [] } = operation;
  const known = {
    ...("order" in input.properties && { order: orders[0] }),
    ...("orders" in input.properties && { orders: orders.slice(0, 2) }),
    ...("with" in input.properties && { with: orders[4] }),
    ...(["orders_create", "promotions_check"].includes(name) && { items: [{ item: "LAMP", quantity: 1 }] }),
    ...(takes.includes("dry_run") && { dry_run: true }),
  };
  const given = Object.entries(input.properties).filter(([one, schema]) => !COMMON.includes(one) && takesText(schema));
  const guessed = (KNOWS_PEOPLE(operation) ? given : []).flatMap(([argument]) =>
    GUESSES.map((guess) => ({ ...example, ...known, [argument]: guess })),
  );
  const further = (FURTHER[name] ?? []).map((more) => ({ ...example, ...known, ...more }));
  const whole = orders.map((order) => ({ ...example, ...known, ...("order" in known && { order }) }));
  const detailed = {
    ...known,
    ...("response_format" in input.properties && { response_format: "detailed", limit: 50 }),
  };
  return [detailed, ...("order" in known ? whole : [{ ...example, ...known }]), ...further, ...guessed];
}
const takesText = ({ type, enum: values }: { type?: unknown; enum?: unknown }): boolean =>
  values === undefined && [type].flat().some((one) => one === "string" || one === "object");
const REPORTS = ["sales", "best_sellers", "wilayas", "carriers", "carrier_debts", "rates", "customers", "coupons"];
const FURTHER: Record<string, object[]> = {
  analytics_report: REPORTS.map((report) => ({ report, by: undefined, compare: true })),
  orders_create: [{ coupon_code: "ONCE" }, { customer_email: KARIM.customer_email }],
  orders_update: [{ items: [{ line: "LAMP", quantity: 3 }] }],
  promotions_check: [{ code: "ONCE" }],
};
const COMMON = ["dry_run", "idempotency_key", "confirm_token", "cursor", "limit", "response_format"];

const PASSING = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>"],
  [/ORD-\d{4}-[0-9A-Z]+/g, "<order>"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"],
  [/\d{4}-\d\d-\d\d \d\d:\d\d/g, "<clock>"],
  [/"(confirm_token|key|prefix|next_cursor|slug|request_id)":"[^"]*"/g, '"$1":"…"'],
  [/[a-z]k_[A-Za-z0-9_-]{8}/g, "<key>"],
] as const;

/** An answer without what two stores cannot have in common. */
const common = ({ shop }: Scene, answer: unknown): string =>
  PASSING.reduce((text, [pattern, shown]) => text.replace(pattern, shown), JSON.stringify(answer)).replaceAll(
    shop.slug,
    "<shop>",
  );

/** What the key reads of a store, in the order in which it asks. */
async function readings(scene: Scene): Promise<Record<string, string>> {
  const { shop, blind, orders } = scene;
  const asked: [string, object][] = [
    ["orders_search", { response_format: "detailed", limit: 50 }],
    ["orders_search", { limit: 50 }],
    ["orders_get", { order: orders[0], response_format: "detailed" }],
    ["carts_abandoned", { min_hours: 0 }],
    ["changes_list", { limit: 50, response_format: "detailed", operation: "orders_create" }],
    ["promotions_search", { response_format: "detailed" }],
    ...REPORTS.filter((report) => report !== "customers").map((report): [string, object] => [
      "analytics_report",
      { report },
    ]),
  ];
  const read: Record<string, string> = {};
  for (const [name, args] of asked)
    read[`${name} ${JSON.stringify(args).replace(/ORD-[^"]+/, "")}`] = common(
      scene,
      await call(shop, name, args, blind),
    );
  const uri = `hanout://orders/${orders[0]}`;
  read.resource = common(scene, (await legacy(blind, "resources/read", { params: { uri } })).body.result);
  return read;
}

const answerOf = async (scene: Scene, { name }: Operation, args: object = {}): Promise<string> =>
  common(scene, await call(scene.shop, name, args, scene.blind));

test("without customers:read, answers do not depend on who a person is", async () => {
  const scenes = [await openScene(KARIM), await openScene(KAMEL)] as const;
  expect(await readings(scenes[1])).toEqual(await readings(scenes[0]));

  const differing: unknown[] = [];
  for (const operation of operations.filter(
    ({ takes = [], effect }) => effect === "read" || takes.includes("dry_run"),
  )) {
    const [calls, others] = [guessesOf(operation, scenes[0]), guessesOf(operation, scenes[1])];
    for (const [i, args] of calls.entries()) {
      const [one, other] = await Promise.all([
        answerOf(scenes[0], operation, args),
        answerOf(scenes[1], operation, others[i]),
      ]);
      if (one !== other) differing.push([operation.name, args, one, other]);
    }
  }
  expect(differing).toEqual([]);
}, 300_000);

test("without customers:read, an order with a guessed person tells nothing of others", async () => {
  const scenes = [await openScene(KARIM), await openScene(KAMEL)] as const;
  const readAfter: Record<string, string>[] = [];
  for (const scene of scenes) {
    for (const given of [
      KARIM,
      { ...KARIM, customer_phone: "0799 99 99 99" },
      { ...KARIM, customer_email: "x@example.dz" },
    ]) {
      const args = { items: [{ item: "LAMP", quantity: 1 }], ...given };
      const { status, body } = await post({ secret_key: scene.blind }, "orders_create", args);
      expect(status, JSON.stringify(body)).toBe(200);
      await call(
        scene.shop,
        "orders_update",
        { order: body.order_number, items: [{ line: "LAMP", quantity: 3 }] },
        scene.blind,
      );
    }
    readAfter.push(await readings(scene));
  }
  expect(readAfter[1]).toEqual(readAfter[0]);
}, 120_000);
