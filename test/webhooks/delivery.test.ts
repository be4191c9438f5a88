import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { verifyWebhook } from "../../packages/client/src/webhooks.ts";
import { eventsOf, typesOf } from "../events/asking.ts";
import { deliveriesOf, done, following, type Got, startSending, tell } from "./scene.ts";

const verified = (secret: string, { text, headers }: Got): unknown => new Webhook(secret).verify(text, headers);

describe("a webhook", () => {
  test("says what happened, signed as Standard Webhooks 1.0.0 says", async () => {
    const { shop, receiver, endpoint } = await following();
    await tell(shop, "main", 1, { id: "main", title: "Menu", handle: "main", items: [] });

    await startSending().run(shop);

    const [event] = await eventsOf(shop, { types: ["menus.changed"] });
    const menus = receiver.got.filter(({ body }) => body.type === "menus.changed");
    expect(menus).toHaveLength(1);
    const [got] = menus as [Got];
    expect(got.body).toEqual({
      type: "menus.changed",
      timestamp: event?.created_at,
      number: event?.number,
      thing_number: 1,
      thing: "menu",
      thing_id: "main",
      data: { id: "main", title: "Menu", handle: "main", items: [] },
    });
    expect(got.headers).toMatchObject({ "webhook-id": event?.id, "content-type": "application/json" });
    expect(verified(endpoint.secret, got)).toEqual(got.body);
    expect(await verifyWebhook({ body: got.text, headers: got.headers, secret: endpoint.secret })).toEqual(got.body);
    expect(() => verified(`whsec_${Buffer.alloc(32).toString("base64")}`, got)).toThrow("No matching signature found");
  });

  test("comes of each event of the endpoint's types, once, and of what happened after the endpoint was made", async () => {
    const { shop, receiver } = await following(undefined, { types: ["menus.changed"] });
    const sending = startSending();
    await tell(shop, "a", 120);
    await shop.product();
    await sending.run(shop);
    await tell(shop, "b", 2);
    await sending.run(shop);
    await sending.run(shop);

    const told = typesOf(await eventsOf(shop));
    expect(new Set(told)).toContain("webhooks.changed");
    expect(receiver.got.map(({ body }) => body.type)).toEqual(Array(122).fill("menus.changed"));
    const numbers = receiver.got.map(({ body }) => body.number).toSorted((a, b) => a - b);
    expect(new Set(numbers).size).toBe(122);
  });

  test("is listed with what the receiver answered", async () => {
    const { shop, endpoint } = await following(() => (response) => void response.writeHead(202).end("é".repeat(5000)));
    await tell(shop, "main");
    await startSending().run(shop);

    const [delivery] = await deliveriesOf(shop, endpoint, { state: "delivered" });
    expect(delivery).toMatchObject({ state: "delivered", status: 202, attempts: 1, type: expect.any(String) });
    expect(Buffer.byteLength(delivery.answer)).toBeLessThanOrEqual(4100);
    expect(delivery.answer.startsWith("éééé")).toBe(true);
    const { data } = await done(shop, "webhooks_list");
    expect(data[0]).toMatchObject({
      id: endpoint.id,
      waiting: 0,
      is_active: true,
      last_success_at: expect.any(String),
    });
    expect(JSON.stringify(data)).not.toContain("whsec");
  });
});
