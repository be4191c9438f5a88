import { newId } from "../../src/core/ids.ts";
import { asStored } from "../../src/core/media.ts";
import { darElBahdja } from "../../src/demo/dar-el-bahdja/store.ts";
import { loadDemoStore } from "../../src/demo/demo.ts";
import { type Site, siteOf } from "../../src/http/site.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { findStoreBySlug } from "../../src/store/store.ts";
import { eventNumbering } from "../../src/work.ts";
import { addFileRow } from "../files/support.ts";
import { database, keyring, settingsWith, tokens } from "./app.ts";
import { call } from "./operations.ts";

/** The first demo store under a slug of its own: what the examples are about. */
export async function openDemo(): Promise<{ id: string; slug: string; secret_key: string }> {
  const slug = `demo-${newId()}`;
  const { secret_key } = await loadDemoStore(database, { ...darElBahdja, slug });
  const { id = "" } = (await findStoreBySlug(database.directory, slug)) ?? {};
  return { id, slug, secret_key };
}

const PHONE_ORDER = {
  items: [{ item: "TAP-PRI-1", quantity: 1 }],
  customer_name: "Karim Benali",
  customer_phone: "0550 12 34 56",
};
const TO: Record<string, string[]> = {
  orders_ship: ["orders_confirm"],
  orders_mark_delivered: ["orders_confirm", "orders_ship"],
  orders_return: ["orders_confirm", "orders_ship", "orders_mark_delivered"],
};

async function storeOf({ secret_key }: { secret_key: string }): Promise<Site> {
  const owner = await keyring.findOwner(secret_key);
  if (!owner) throw new Error("the key has no store");
  return siteOf(owner, database, asStored);
}

/** A job that waits, as a large import leaves one; returns its id. */
const leaveJob = async (shop: { secret_key: string }): Promise<string> =>
  (await storeOf(shop)).transact(async (db) => db.later({ kind: "products_import", arguments: {}, actor: "key Test" }));

/** An event with a number. */
async function tellSomething(shop: { secret_key: string }): Promise<void> {
  await call(shop, "menus_save", { handle: "told", title: newId(), items: [] });
  const site = await storeOf(shop);
  const numbering = eventNumbering({ settings: settingsWith(), database, keyring, tokens });
  while (await site.transact((db) => numbering.numberEvents(db)));
}

const newAddress = () => `https://example.com/${newId()}`;

/** The tool's example; of a webhook, with one that was just made; of an undo, with a change that was just made; of a carrier's payment, with an order that it has; of the tools for one order, with an order that is where they want it. */
export async function exampleFor(shop: { secret_key: string }, { name, input, example }: Operation): Promise<object> {
  if (name === "changes_undo") {
    const { data } = await call(shop, "menus_save", { handle: "undone", title: "Undone", items: [] });
    return { ...example, changes: [data.change_id] };
  }
  if (name.startsWith("webhooks_") && "endpoint" in example) {
    if (name === "webhooks_resend") await tellSomething(shop);
    const given = { address: newAddress(), types: ["menus.*"] };
    return { ...example, endpoint: (await call(shop, "webhooks_save", given)).data.id };
  }
  if (name.startsWith("files_") && "file" in example) {
    return { ...example, file: await (await storeOf(shop)).transact(addFileRow) };
  }
  if (name === "files_adopt") {
    await call(shop, "products_save", { name: "Adopted", price: 10, images: [{ url: `${newAddress()}.png` }] });
  }
  if (name === "jobs_cancel") return { id: await leaveJob(shop) };
  if (name === "cod_reconcile") {
    const { data } = await call(shop, "orders_create", PHONE_ORDER);
    const order = { order: data.order_number };
    await call(shop, "orders_confirm", order);
    await call(shop, "orders_ship", { ...order, carrier: "Rapide Express" });
    return { ...example, rows: [{ ref: data.order_number, amount: data.total }] };
  }
  if (!name.startsWith("orders_") || !("order" in input.properties || "orders" in input.properties)) return example;
  const { data } = await call(shop, "orders_create", PHONE_ORDER);
  if ("orders" in input.properties) return { ...example, orders: [data.order_number] };
  for (const move of TO[name] ?? []) await call(shop, move, { order: data.order_number });
  const other = "with" in input.properties ? (await call(shop, "orders_create", PHONE_ORDER)).data : undefined;
  return { ...example, order: data.order_number, ...(other && { with: other.order_number }) };
}
