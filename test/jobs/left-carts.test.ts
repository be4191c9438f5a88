import { beforeEach, expect, test } from "vitest";
import { eventNumbering, jobRunner } from "../../src/work.ts";
import { type Shop, settingsWith, tokens } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { at } from "../support/mcp-tasks.ts";
import { post } from "../support/operations.ts";
import { cartWith, order } from "../support/selling.ts";
import { openOwnShop } from "./scene.ts";

const HOUR = 3_600_000;
const NOW = Date.now();
const AMINA = { email: "amina@example.dz", full_name: "Amina Saïdi", phone: "0550 12 34 56" };

let own: Awaited<ReturnType<typeof openOwnShop>>;
let shop: Shop;
let lamp: string;

beforeEach(async () => {
  own = await openOwnShop();
  shop = own.shop;
  lamp = (await shop.product({ name: "Lampe", price: 200_000, stock: 50 })).id;
});

const hoursAgo = (hours: number) => NOW - hours * HOUR;
const signedUp = () => at(hoursAgo(100), async () => (await customerOf(shop, AMINA)).headers);

const leaveAs = (hours: number, headers: Record<string, string>, cartId?: string) =>
  at(hoursAgo(hours), async () => {
    const id = cartId ?? (await shop.post("/cart", {}, headers)).body.id;
    const { status, body } = await shop.post(`/cart/${id}/items`, { product_id: lamp, quantity: 1 }, headers);
    expect(status, JSON.stringify(body)).toBe(200);
    return id as string;
  });

let looks = NOW;

/** The carts that are told of, after another look. */
async function told(): Promise<{ thing_id: string; data: object; actor: string }[]> {
  looks += 60_000; // the server looks once a minute
  const runner = jobRunner({ ...own, settings: settingsWith(), tokens }, { clock: () => looks });
  await runner.addRepeated();
  await runner.runDue();
  const numbering = eventNumbering({ ...own, settings: settingsWith(), tokens });
  while (await shop.transact((db) => numbering.numberEvents(db)));
  return (await post(shop, "events_list", { types: ["carts.abandoned"] }, {}, own.app)).body.data;
}

test("a cart of an account is told of once, 24 hours after its last change", async () => {
  const headers = await signedUp();
  const left = await leaveAs(25, headers);
  await leaveAs(23, headers);

  const [event, ...more] = await told();

  expect(more).toEqual([]);
  expect(event).toMatchObject({ thing_id: left, actor: "server", data: { id: left, lines: 1, units: 1, value: 2000 } });
  expect(await told()).toHaveLength(1);
});

test("a cart that is changed later is not told of again", async () => {
  const headers = await signedUp();
  const left = await leaveAs(80, headers);
  expect(await told()).toHaveLength(1);
  await leaveAs(30, headers, left);

  expect(await told()).toHaveLength(1);
});

test("a cart that had nothing in it when it was looked at is told of when it is filled and left", async () => {
  const headers = await signedUp();
  const empty = await at(hoursAgo(60), async () => (await shop.post("/cart", {}, headers)).body.id as string);
  expect(await told()).toEqual([]);
  await leaveAs(30, headers, empty);

  expect((await told()).map(({ thing_id }) => thing_id)).toEqual([empty]);
});

test("carts of guests, and of who has ordered since, are not told of", async () => {
  await at(hoursAgo(30), () => cartWith(shop, { product_id: lamp, quantity: 1 }));
  await leaveAs(30, await signedUp());
  await at(hoursAgo(26), async () => {
    const cart = await cartWith(shop, { product_id: lamp, quantity: 1 });
    await order(shop, cart, { customer_phone: AMINA.phone });
  });

  expect(await told()).toEqual([]);
});
