import { describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { RETRIES_MS } from "../../src/webhooks/webhooks.ts";
import { eventsOf } from "../events/asking.ts";
import { call } from "../support/operations.ts";
import {
  DAY,
  deliveriesOf,
  done,
  following,
  HOUR,
  MINUTE,
  SECOND,
  startReceiver,
  startSending,
  tell,
} from "./scene.ts";

const waitOf = ({ due_at, attempted_at }: { due_at: string; attempted_at: string }): number =>
  Date.parse(due_at) - Date.parse(attempted_at);

const MENUS = { types: ["menus.changed"] };

describe("a delivery that fails", () => {
  test("is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then it is failed", async () => {
    const { shop, receiver, endpoint } = await following(() => 500, MENUS);
    const sending = startSending();
    await tell(shop, "main");
    const waits: number[] = [];
    for (const _ of RETRIES_MS) {
      await sending.run(shop);
      const [delivery] = await deliveriesOf(shop, endpoint);
      expect(delivery).toMatchObject({ state: "waiting", status: 500, problem: "It answered 500." });
      waits.push(waitOf(delivery));
      sending.pass(waitOf(delivery) - SECOND);
      await sending.run(shop);
      expect((await deliveriesOf(shop, endpoint))[0].attempts).toBe(waits.length);
      sending.pass(SECOND);
    }
    await sending.run(shop);

    expect(waits).toEqual([
      ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
    ]);
    expect((await deliveriesOf(shop, endpoint))[0]).toMatchObject({ state: "failed", attempts: 10 });
    expect(receiver.got).toHaveLength(10);
    expect(new Set(receiver.got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("leaves the receiver alone for as long as it asks, at most a day", async () => {
    const asked = ["7", "400", "1000000"];
    const { shop, endpoint } = await following(
      (nth) => (response) => void response.writeHead(429, { "retry-after": asked[nth] }).end(),
      MENUS,
    );
    const sending = startSending();
    await tell(shop, "main");
    const waits: number[] = [];
    for (const _ of asked) {
      await sending.run(shop);
      const [delivery] = await deliveriesOf(shop, endpoint);
      waits.push(waitOf(delivery));
      sending.pass(waitOf(delivery));
    }

    expect(waits).toEqual([7 * SECOND, 400 * SECOND, DAY]);
  });

  test("comes up to a fifth later, by chance", async () => {
    const { shop, endpoint } = await following(() => 503, MENUS);
    await tell(shop, "main");
    await startSending({}, { random: () => 1 }).run(shop);

    expect((await deliveriesOf(shop, endpoint)).map(waitOf)).toEqual([6 * SECOND]);
  });

  test.each([
    [301, "It answered 301: redirects are not followed."],
    [404, "It answered 404."],
  ])("answered %i says so", async (status, problem) => {
    const other = await startReceiver();
    const { shop, endpoint } = await following(
      () => (response) => void response.writeHead(status, { location: other.url }).end(),
      MENUS,
    );
    await tell(shop, "main");
    await startSending().run(shop);

    expect((await deliveriesOf(shop, endpoint))[0]).toMatchObject({ state: "waiting", status, problem });
    expect(other.got).toEqual([]);
  });

  test.each<[string, Parameters<typeof startReceiver>[0], object]>([
    [
      "closes the connection",
      () => (response) => void response.socket?.destroy(),
      { problem: "It closed the connection without an answer." },
    ],
    [
      "switches to another protocol",
      () => (response) =>
        void response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
      { status: 101, problem: "It answered 101." },
    ],
    ["never answers", () => () => {}, { problem: "It did not answer within 15 seconds." }],
    [
      "never ends its answer",
      () => (response) => void response.writeHead(200).write("."),
      { problem: "It did not answer within 15 seconds." },
    ],
    [
      "answers without end",
      () => (response) => {
        const more = () => {
          while (response.writable && response.write("x".repeat(10_000)));
        };
        response.writeHead(200);
        response.on("drain", more);
        more();
      },
      { state: "delivered", answer: "x".repeat(4096) },
    ],
  ])("because the receiver %s says so, and holds nothing up", async (_, answers, expected) => {
    const { shop, endpoint } = await following(answers, MENUS);
    await tell(shop, "main");
    await startSending({ timeoutMs: 300 }).run(shop);

    expect((await deliveriesOf(shop, endpoint))[0]).toMatchObject(expected);
  });
});

describe("an endpoint is switched off", () => {
  test("when it answers 410, and keeps what waits until it is switched on", async () => {
    let status = 410;
    const { shop, receiver, endpoint } = await following(() => status, MENUS);
    const sending = startSending();
    await tell(shop, "main");
    await sending.run(shop);
    const off = (await done(shop, "webhooks_list")).data[0];
    await tell(shop, "main");
    sending.pass(DAY);
    await sending.run(shop);
    expect(receiver.got).toHaveLength(1);

    status = 200;
    await done(shop, "webhooks_save", { endpoint: endpoint.id, is_active: true });
    await sending.run(shop);

    expect(off).toMatchObject({ is_active: false, off_reason: "It answered 410 Gone." });
    expect((await done(shop, "webhooks_list")).data[0]).toMatchObject({ is_active: true });
    expect((await done(shop, "webhooks_list")).data[0].off_reason).toBeUndefined();
    expect(receiver.got.map(({ body }) => body.thing_number)).toEqual([1, 1, 2]);
  });

  test("after a last retry, when nothing succeeded for three days: the list, an event, the log and the audit log say so", async () => {
    const { shop, endpoint } = await following(() => 500, MENUS);
    const sending = startSending();
    await tell(shop, "main");
    for (const wait of [...RETRIES_MS, 0]) {
      await sending.run(shop);
      sending.pass(wait);
    }
    await sending.run(shop);

    const off = { is_active: false, off_reason: "Nothing was delivered for three days." };
    expect((await done(shop, "webhooks_list")).data[0]).toMatchObject(off);
    const [event] = await eventsOf(shop, { types: ["webhooks.changed"], after: 2 });
    expect(event).toMatchObject({
      actor: "server",
      thing_id: endpoint.id,
      fields: ["is_active", "off_reason"],
      data: off,
    });
    expect(sending.said).toEqual([{ site_id: shop.id, id: endpoint.id, address: endpoint.address, ...off }]);
    const { data } = await call(shop, "changes_list", { of: endpoint.id, response_format: "detailed" });
    expect(data.data[0]).toMatchObject({ actor: "server", entity: "webhook_endpoint", after: off });
  });

  test("but not when it was saved meanwhile: it gets three days anew", async () => {
    const { shop, endpoint } = await following(() => 500, MENUS);
    const sending = startSending();
    await tell(shop, "main");
    for (const wait of RETRIES_MS) {
      await sending.run(shop);
      sending.pass(wait);
    }
    const saved = new Date(sending.now() - DAY).toISOString();
    await shop.transact((db) =>
      db.run(
        sql`update webhook_endpoints set updated_at = ${saved} where site_id = ${db.siteId} and id = ${endpoint.id}`,
      ),
    );
    await sending.run(shop);

    expect(await deliveriesOf(shop, endpoint, { state: "failed" })).toHaveLength(1);
    expect((await done(shop, "webhooks_list")).data[0]).toMatchObject({ is_active: true });
  });

  test("but not when something was delivered meanwhile", async () => {
    const { shop, endpoint } = await following((_, { body }) => (body.thing_id === "bad" ? 500 : 200), MENUS);
    const sending = startSending();
    await tell(shop, "bad");
    for (const wait of [...RETRIES_MS, 0]) {
      await sending.run(shop);
      sending.pass(wait);
      await tell(shop, "good");
    }
    await sending.run(shop);

    expect(await deliveriesOf(shop, endpoint, { state: "failed" })).toHaveLength(1);
    expect((await done(shop, "webhooks_list")).data[0]).toMatchObject({ is_active: true });
  });
});

describe("an ordered endpoint", () => {
  test("gets the events of a thing one after the other: the next waits for the one before", async () => {
    let isDown = true;
    const { shop, receiver } = await following((_, { body }) => (isDown && body.thing_id === "a" ? 500 : 200), {
      ...MENUS,
      ordered: true,
    });
    const sending = startSending();
    const order = (thing: string) =>
      receiver.got.filter(({ body }) => body.thing_id === thing).map(({ body }) => body.thing_number);
    for (let i = 0; i < 3; i++) {
      await tell(shop, "a");
      await tell(shop, "b");
    }
    await sending.run(shop);
    expect([order("a"), order("b")]).toEqual([[1], [1, 2, 3]]);
    await tell(shop, "a");
    isDown = false;
    sending.pass(5 * SECOND);
    await sending.run(shop);

    expect(order("a")).toEqual([1, 1, 2, 3, 4]);
  });

  test("goes on after a delivery that failed for good", async () => {
    const { shop, receiver, endpoint } = await following(
      (_, { body }) => (body.thing_id === "a" && body.thing_number === 1 ? 500 : 200),
      { ...MENUS, ordered: true },
    );
    const sending = startSending();
    await tell(shop, "a", 3);
    for (const wait of [...RETRIES_MS, 0]) {
      await sending.run(shop);
      sending.pass(wait);
      await tell(shop, "b");
    }
    await sending.run(shop);

    const numbers = receiver.got.filter(({ body }) => body.thing_id === "a").map(({ body }) => body.thing_number);
    expect(numbers).toEqual([...Array(10).fill(1), 2, 3]);
    expect(await deliveriesOf(shop, endpoint, { state: "failed" })).toHaveLength(1);
  });

  test("keeps the order when an earlier event is sent again", async () => {
    let isDown = true;
    const { shop, receiver, endpoint } = await following(
      (_, { body }) => (isDown && body.thing_number === 2 ? 500 : 200),
      { ...MENUS, ordered: true },
    );
    const sending = startSending();
    await tell(shop, "a", 3);
    await sending.run(shop);
    const [first] = receiver.got;
    await done(shop, "webhooks_resend", { endpoint: endpoint.id, from: first?.body.number });
    sending.pass(SECOND);
    await sending.run(shop);
    const order = () => receiver.got.map(({ body }) => body.thing_number);
    expect(order()).toEqual([1, 2, 1]);
    isDown = false;
    sending.pass(4 * SECOND);
    await sending.run(shop);

    expect(order()).toEqual([1, 2, 1, 2, 3]);
  });

  test("lets all go when it is not ordered any more", async () => {
    const { shop, receiver, endpoint } = await following(() => 500, { ...MENUS, ordered: true });
    const sending = startSending();
    await tell(shop, "a", 3);
    await sending.run(shop);
    await done(shop, "webhooks_save", { endpoint: endpoint.id, ordered: false });
    await sending.run(shop);

    expect(receiver.got.map(({ body }) => body.thing_number).toSorted()).toEqual([1, 2, 3]);
  });
});
