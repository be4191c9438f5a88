import { Webhook } from "standardwebhooks";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { eventsOf } from "../events/asking.ts";
import { openShop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { call, callConfirmed } from "../support/operations.ts";
import { deliveringShop, ordered } from "../support/selling.ts";
import {
  deliveriesOf,
  done,
  following,
  HOUR,
  refused,
  SECRET,
  save,
  startReceiver,
  startSending,
  tell,
} from "./scene.ts";

const MENUS = { types: ["menus.changed"] };
const ADDRESS = "https://example.com/webhooks";

describe("an endpoint", () => {
  test("is made, changed and deleted, by its id or address; its secret is shown once", async () => {
    const shop = await openShop();
    const made = await save(shop, ADDRESS, { types: ["orders.*"], scopes: ["orders:read"] });
    expect(made).toMatchObject({
      address: ADDRESS,
      types: ["orders.*"],
      scopes: ["orders:read"],
      version: 1,
      is_active: true,
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const changed = await done(shop, "webhooks_save", { endpoint: ADDRESS, ordered: true, is_active: false });
    expect(changed).toMatchObject({ id: made.id, is_ordered: true, is_active: false, types: ["orders.*"] });
    expect(changed.secret).toBeUndefined();

    const stored = await shop.rows(
      Type.Object({ text: Type.String() }),
      sql`select to_jsonb(e)::text as text from webhook_endpoints e where e.site_id = ${shop.id}`,
    );
    expect(JSON.stringify(stored)).not.toContain(made.secret.slice(6, 20));
    expect(await done(shop, "webhooks_delete", { endpoint: made.id })).toMatchObject({ id: made.id, deleted: true });
    expect((await done(shop, "webhooks_list")).data).toEqual([]);
    expect(await refused(shop, "webhooks_delete", { endpoint: made.id })).toMatchObject({ code: "webhook_not_found" });
    const told = await eventsOf(shop, { types: ["webhooks.changed"] });
    expect(told.map(({ fields, data }) => [fields, data?.is_ordered])).toEqual([
      [[], false],
      [["is_ordered", "is_active"], true],
      [[], undefined],
    ]);
    expect(JSON.stringify(told)).not.toContain("whsec");
  });

  test("with types that do not exist, or that its scopes may not see, is refused", async () => {
    const shop = await openShop();
    const asked = (given: object) => refused(shop, "webhooks_save", { address: ADDRESS, ...given });

    expect(await asked({ types: ["order.placed"] })).toMatchObject({
      code: "invalid_value",
      allowed: expect.arrayContaining(["orders.placed"]),
    });
    expect(await asked({ types: ["orders.*"], scopes: ["catalog:read"] })).toMatchObject({
      errors: [{ path: "types", message: '"orders.*" is nothing that these scopes may see' }],
    });
    expect(await asked({})).toMatchObject({ errors: [{ path: "types", message: "is missing" }] });
    expect(await refused(shop, "webhooks_save", { types: ["orders.*"] })).toMatchObject({
      errors: [{ path: "address", message: "is missing" }],
    });
  });

  test("is one of twenty at most", async () => {
    const shop = await openShop();
    for (let i = 0; i < 20; i++) await save(shop, `${ADDRESS}/${i}`);

    expect(await refused(shop, "webhooks_save", { address: ADDRESS, ...MENUS })).toMatchObject({
      errors: [{ path: "address", message: "is one too many: a store has 20 endpoints at most" }],
    });
  });

  test("sees no more than the key that makes it, and only such a key changes it", async () => {
    const shop = await openShop();
    const weak = { secret_key: await keyFor(shop, "settings:write", "orders:read") };
    expect(
      await refused(weak, "webhooks_save", {
        address: ADDRESS,
        types: ["orders.*"],
        scopes: ["orders:read", "customers:read"],
      }),
    ).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "scopes", message: "must be scopes of your own key; it lacks customers:read" }],
    });
    const own = await save(weak, ADDRESS, { types: ["orders.*"] });
    expect(own.scopes).toEqual(["orders:read", "settings:read"]);
    expect(own.secret).toMatch(/^whsec_/);

    const strong = await save(shop, `${ADDRESS}/all`, { types: ["orders.*"] });
    expect(
      await refused(weak, "webhooks_save", { endpoint: strong.id, address: "https://thief.example.com/" }),
    ).toMatchObject({ code: "insufficient_scope" });
    expect(await refused(weak, "webhooks_save", { endpoint: strong.id, rotate_secret: 0 })).toMatchObject({
      code: "insufficient_scope",
    });
  });

  test("without customers:read gets masked people; others get them whole", async () => {
    const [shop, masked, whole] = [await deliveringShop(), await startReceiver(), await startReceiver()];
    await save(shop, masked.url, { types: ["orders.placed"], scopes: ["orders:read"] });
    await save(shop, whole.url, {
      types: ["orders.placed", "customers.created"],
      scopes: ["orders:read", "customers:read"],
    });
    await customerOf(shop);
    const { id } = await shop.product();
    await ordered(shop, [{ product_id: id, quantity: 1 }]);
    await eventsOf(shop);
    await startSending().run(shop);

    expect(masked.got.map(({ body }) => [body.type, body.data.customer_name, body.data.customer_email])).toEqual([
      ["orders.placed", "K*** B***", null],
    ]);
    expect(masked.got[0]?.text).not.toContain("Benali");
    const [placed] = whole.got.filter(({ body }) => body.type === "orders.placed");
    expect(placed?.body.data.customer_name).toBe("Karim Benali");
    expect(whole.got.map(({ body }) => body.type).toSorted()).toEqual(["customers.created", "orders.placed"]);
  });

  test("gets data of less than 20 kB, and where larger data is", async () => {
    const { shop, receiver } = await following(undefined, MENUS);
    const item = (length: number) => ({ id: "m", title: "é".repeat(length), handle: "m", items: [] });
    await tell(shop, "small", 1, item(9000));
    await tell(shop, "large", 1, item(10_000));
    await startSending().run(shop);

    const [small, large] = ["small", "large"].map((thing) => receiver.got.find(({ body }) => body.thing_id === thing));
    expect(Buffer.byteLength(small?.text ?? "")).toBeLessThan(20_000);
    expect(small?.body.data.title).toHaveLength(9000);
    expect(large?.body.data).toBeNull();
    const { operation, arguments: args } = large?.body.data_from ?? {};
    const { data } = await done(shop, operation, args);
    expect(data).toMatchObject([{ number: large?.body.number, data: item(10_000) }]);
  });
});

describe("a secret that is rotated", () => {
  test("signs beside the new one until its end, and not after", async () => {
    const { shop, receiver, endpoint } = await following(undefined, MENUS);
    const sending = startSending();
    const { secret, old_secret_ends_at } = await done(shop, "webhooks_save", {
      endpoint: endpoint.id,
      rotate_secret: 24,
    });
    const isSigned = (by: string) => {
      const { text, headers } = receiver.got.at(-1) ?? { text: "", headers: {} };
      const at = new Date(Number(headers["webhook-timestamp" as never]) * 1000);
      const wanted = new Webhook(by).sign(headers["webhook-id" as never], at, text);
      return String(headers["webhook-signature" as never])
        .split(" ")
        .includes(wanted);
    };
    expect(Date.parse(old_secret_ends_at) - Date.now()).toBeGreaterThan(23.9 * HOUR);
    await tell(shop, "main");
    await sending.run(shop);
    expect([isSigned(secret), isSigned(endpoint.secret)]).toEqual([true, true]);

    sending.pass(24 * HOUR);
    await tell(shop, "main");
    await sending.run(shop);
    expect(receiver.got).toHaveLength(2);
    expect([isSigned(secret), isSigned(endpoint.secret)]).toEqual([true, false]);

    const { secret: third } = await done(shop, "webhooks_save", { endpoint: endpoint.id, rotate_secret: 0 });
    await tell(shop, "main");
    await sending.run(shop);
    expect([isSigned(third), isSigned(secret)]).toEqual([true, false]);
  });
});

describe("when CUSTOMER_TOKEN_KEYS is rotated", () => {
  const NEW = "a newer secret of thirty-two characters";

  test("secrets are encrypted anew, and the old key may be taken away", async () => {
    const { shop, receiver, endpoint } = await following(undefined, MENUS);
    for (const secrets of [[NEW, SECRET], [NEW]]) {
      await tell(shop, "main");
      await startSending({}, { secrets }).run(shop);
    }

    expect(receiver.got).toHaveLength(2);
    for (const { text, headers } of receiver.got)
      expect(new Webhook(endpoint.secret).verify(text, headers)).toBeTruthy();
  });

  test("too early, the endpoint is switched off and says so, until its secret is rotated", async () => {
    const { shop, receiver, endpoint } = await following(undefined, MENUS);
    await tell(shop, "main");
    const sending = startSending({}, { secrets: [NEW] });
    await sending.run(shop);
    const off = { is_active: false, off_reason: "Its secret cannot be read any more; rotate it." };
    expect((await done(shop, "webhooks_list")).data[0]).toMatchObject(off);
    expect(sending.said).toEqual([expect.objectContaining(off)]);

    await shop.transact((db) =>
      db.run(sql`update webhook_endpoints set sealed_secret = '' where site_id = ${db.siteId} and id = ${endpoint.id}`),
    );
    const on = { endpoint: endpoint.id, is_active: true };
    expect(await refused(shop, "webhooks_save", on)).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "rotate_secret", message: expect.stringContaining("it needs a new one") }],
    });
    expect((await done(shop, "webhooks_list")).data[0]).toMatchObject(off);
    const { secret } = await done(shop, "webhooks_save", { ...on, rotate_secret: 1 });
    await startSending().run(shop);
    const [{ text, headers }] = receiver.got as [(typeof receiver.got)[0]];
    expect(new Webhook(secret).verify(text, headers)).toMatchObject({ type: "menus.changed" });
  });
});

describe("webhooks_resend", () => {
  test("sends one event, or a range, again, and those that were never sent", async () => {
    const { shop, receiver, endpoint } = await following(undefined, MENUS);
    const sending = startSending();
    await tell(shop, "main", 5);
    await sending.run(shop);
    const [first] = receiver.got.map(({ body }) => body.number).toSorted((a, b) => a - b);
    const late = await startReceiver();
    const second = await save(shop, late.url, MENUS);

    expect(await done(shop, "webhooks_resend", { endpoint: endpoint.id, from: first })).toMatchObject({
      resent: 1,
      has_more: false,
    });
    expect(await done(shop, "webhooks_resend", { endpoint: second.id, from: 1, to: first + 3 })).toMatchObject({
      resent: 4,
    });
    await sending.run(shop);

    expect(receiver.got.map(({ body }) => body.number).filter((number) => number === first)).toHaveLength(2);
    expect(receiver.got).toHaveLength(6);
    expect(late.got.map(({ body }) => body.number).toSorted((a, b) => a - b)).toEqual(
      [0, 1, 2, 3].map((i) => first + i),
    );
    const [again] = receiver.got.filter(({ body }) => body.number === first);
    expect(receiver.got.at(-1)?.headers["webhook-id"]).toBe(again?.headers["webhook-id"]);
  });

  test("goes on where a large range was cut, and keeps the order of an ordered endpoint", async () => {
    const { shop, receiver, endpoint } = await following(undefined, { ...MENUS, ordered: true });
    const sending = startSending();
    for (let i = 0; i < 3; i++) await tell(shop, "main", 400);
    await sending.run(shop);
    receiver.got.length = 0;
    const cut = await done(shop, "webhooks_resend", { endpoint: endpoint.id, from: 1, to: 1_000_000 });
    expect(cut).toMatchObject({ resent: 1000, has_more: true });
    const rest = await done(shop, "webhooks_resend", {
      endpoint: endpoint.id,
      from: cut.last_number + 1,
      to: 1_000_000,
    });
    expect(rest).toMatchObject({ resent: 200, has_more: false });
    await sending.run(shop);

    expect(receiver.got.map(({ body }) => body.thing_number)).toEqual(Array.from({ length: 1200 }, (_, i) => i + 1));
  }, 120_000);

  test("of a dry run, or to an endpoint that is off, sends nothing", async () => {
    const { shop, receiver, endpoint } = await following(undefined, MENUS);
    const sending = startSending();
    await tell(shop, "main");
    await sending.run(shop);
    await done(shop, "webhooks_resend", { endpoint: endpoint.id, from: 1, to: 10, dry_run: true });
    await sending.run(shop);
    expect(receiver.got).toHaveLength(1);

    await done(shop, "webhooks_save", { endpoint: endpoint.id, is_active: false });
    const off = {
      code: "invalid_value",
      errors: [{ path: "endpoint", message: "is off: switch it on with webhooks_save" }],
    };
    expect(await refused(shop, "webhooks_resend", { endpoint: endpoint.id, from: 1 })).toMatchObject(off);
    expect(await refused(shop, "webhooks_test", { endpoint: endpoint.id })).toMatchObject(off);
    expect(await refused(shop, "webhooks_resend", { endpoint: endpoint.id, from: 2, to: 1 })).toMatchObject({
      code: "invalid_value",
    });
  });
});

describe("webhooks_test", () => {
  test("sends a webhook of its own type, signed, and tells no event", async () => {
    const { shop, receiver, endpoint } = await following(undefined, MENUS);
    const { id } = await done(shop, "webhooks_test", { endpoint: endpoint.id });
    await startSending().run(shop);

    const [{ text, headers }] = receiver.got as [(typeof receiver.got)[0]];
    expect(new Webhook(endpoint.secret).verify(text, headers)).toMatchObject({ type: "webhooks.test", number: 0 });
    expect(await deliveriesOf(shop, endpoint)).toMatchObject([{ id, type: "webhooks.test", state: "delivered" }]);
    expect(await eventsOf(shop, { types: ["webhooks.*"] })).toHaveLength(1);
  });
});

describe("what a receiver answered", () => {
  test("is hidden from keys that see less than the endpoint", async () => {
    const { shop, endpoint } = await following(() => (response) => void response.end("Karim Benali"), MENUS);
    await tell(shop, "main");
    await startSending().run(shop);
    const readers = await Promise.all([keyFor(shop, "settings:read"), keyFor(shop, "settings:read", "customers:read")]);

    expect((await deliveriesOf(shop, endpoint))[0].answer).toBe("Karim Benali");
    for (const secret_key of readers) {
      const [delivery] = await deliveriesOf({ secret_key }, endpoint);
      expect([delivery.state, delivery.answer ?? null]).toEqual(["delivered", null]);
    }
  });

  test("to a person's events goes when she is erased", async () => {
    const shop = await deliveringShop();
    const receiver = await startReceiver(
      (_, { text }) =>
        (response) =>
          void response.end(text),
    );
    const endpoint = await save(shop, receiver.url, { types: ["orders.placed"] });
    const { id } = await shop.product();
    await ordered(shop, [{ product_id: id, quantity: 1 }]);
    await eventsOf(shop);
    await startSending().run(shop);
    expect((await deliveriesOf(shop, endpoint))[0].answer).toContain("Karim Benali");

    const { problem } = await call(shop, "orders_cancel", {
      order: receiver.got[0]?.body.data.order_number,
      reason: "refused",
    });
    expect(problem).toBeUndefined();
    await callConfirmed(shop, "customers_erase", { customer: "0550 12 34 56" });
    await eventsOf(shop);

    expect((await deliveriesOf(shop, endpoint))[0].answer).toBeUndefined();
    await done(shop, "webhooks_resend", { endpoint: endpoint.id, from: receiver.got[0]?.body.number });
    await startSending().run(shop);
    expect(receiver.got.at(-1)?.body).toMatchObject({ type: "orders.placed", data: null });
  });
});

test("the job that sends is no job that merchants see or cancel", async () => {
  const { shop, endpoint } = await following(undefined, MENUS);
  await tell(shop, "main");

  expect((await done(shop, "jobs_list")).data).toEqual([]);
  expect(await refused(shop, "jobs_cancel", { id: endpoint.id })).toMatchObject({ code: "job_not_found" });
});

test("an endpoint of another store is nobody's business", async () => {
  const [{ endpoint }, other] = [await following(undefined, MENUS), await openShop()];
  const asked: [string, object][] = [
    ["webhooks_save", { is_active: false }],
    ["webhooks_delete", {}],
    ["webhooks_deliveries", {}],
    ["webhooks_resend", { from: 1 }],
    ["webhooks_test", {}],
  ];
  for (const [operation, args] of asked) {
    expect(await refused(other, operation, { endpoint: endpoint.id, ...args })).toMatchObject({
      code: "webhook_not_found",
    });
  }
});
