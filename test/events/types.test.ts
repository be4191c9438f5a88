import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, expect, test } from "vitest";
import { tellOfLeftCarts } from "../../src/cart/cart.ts";
import { EVENT_TYPES, type EventTypeName } from "../../src/events/events.ts";
import { personOf } from "../staff/people.ts";
import { app, database, type Json, type Shop } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { at } from "../support/mcp-tasks.ts";
import { call, callConfirmed } from "../support/operations.ts";
import { deliveringShop, ordered } from "../support/selling.ts";
import { numberEvents, type ToldEvent } from "./asking.ts";

/** Every type of event is told by the doors that make such a change, with the data that the OpenAPI document promises. */

/** The fields of `data` that programs rely on: one that goes breaks them, so a line here only grows. */
const FIELDS: Record<string, string> = {
  member: "role state",
  order: `id order_number status payment_status payment_method currency subtotal discount shipping_cost rounding total
    refunded_amount items_count items applied_discounts coupon_code customer_name customer_phone customer_email customer_wilaya
    wilaya_code customer_commune delivery_method shipping_address customer_notes carrier tracking_number tracking_url history
    created_at updated_at`,
  customer: `id full_name email phone can_sign_in created_at updated_at orders_count total_spent last_order_at addresses`,
  product: `id slug name status price inventory_quantity vendor category updated_at options variants`,
  variant: `id product_id inventory_quantity`,
  cart: `id customer_id value currency lines units updated_at`,
  import: `created updated unchanged failed state code`,
  promotion: `id code title message promotion_type state discount_type discount_value min_order_amount max_discount_amount
    min_quantity buy_quantity get_quantity target_type target_ids starts_at expires_at usage_limit usage_limit_per_customer uses
    is_combinable is_discoverable is_active created_at updated_at currency`,
  page: `id slug title type description featured_image is_published published_at seo_title seo_description created_at updated_at`,
  post: `id slug title type description featured_image is_published published_at seo_title seo_description created_at updated_at`,
  menu: `id title handle items`,
  shipping_rate: `region name_fr name_ar method price free_above`,
  carrier: `id name tracking_url regions methods home_cost desk_cost return_cost parcel_columns is_active updated_at`,
  store: `id name slug description logo_url custom_domain contact_info social_links theme_settings settings currency
    primary_color locale country time_zone shipping_methods cash_rounding low_stock blocked_phone_policy option_names updated_at`,
  webhook_endpoint: `id address types scopes version is_ordered is_active off_reason old_secret_ends_at`,
  api_key: `kind name prefix scopes expires_at revoked_at`,
};

await app.ready();
const document = app.swagger() as unknown as {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: "document" });

let shop: Shop;
let events: ToldEvent[];

/** Calls an operation, expects success, and returns its data. */
async function done(operation: string, args: object): Promise<Json> {
  const { data, problem } = await callConfirmed(shop, operation, args).then(async (confirmed) =>
    confirmed.problem || confirmed.data?.dry_run ? call(shop, operation, args) : confirmed,
  );
  expect([operation, problem]).toEqual([operation, undefined]);
  return data;
}

beforeAll(async () => {
  shop = await deliveringShop();
  const { data: made } = await call(shop, "products_save", {
    name: "Lamp",
    price: 100,
    inventory_quantity: 7,
    sku: "LAMP",
    status: "active",
  });
  const buy = (quantity: number) => ordered(shop, [{ product_id: made.id, quantity }]);
  const [first, second, third] = [await buy(2), await buy(1), await buy(4)];
  const moves: [string, object][] = [
    ["orders_add_note", { order: first.order_number, text: "Calls back" }],
    ["orders_merge", { order: first.order_number, with: second.order_number }],
    ["orders_confirm", { order: first.order_number }],
    ["orders_move", { orders: [first.order_number], to: "processing" }],
    ["orders_ship", { order: first.order_number }],
    ["orders_mark_delivered", { order: first.order_number }],
    ["orders_return", { order: first.order_number, reason: "damaged" }],
    ["orders_cancel", { order: third.order_number, reason: "refused" }],
    ["customers_save", { full_name: "Nadia Hamidi", email: "nadia@example.dz" }],
    ["customers_save", { customer: "nadia@example.dz", full_name: "Nadia H." }],
    ["products_save", { product: made.id, name: "A lamp" }],
    ["promotions_save", { title: "Ten", discount_type: "percentage", discount_value: 10 }],
    ["content_save", { kind: "page", title: "About" }],
    ["content_save", { kind: "post", title: "News" }],
    ["menus_save", { handle: "footer", items: [{ title: "Contact", url: "/contact" }] }],
    ["shipping_rates_set", { rates: [{ region: "16", method: "home", price: 500 }] }],
    ["carriers_save", { name: "Rapide", home_cost: 350 }],
    ["store_update", { name: "A shop" }],
    ["api_keys_create", { name: "Accountant" }],
    ["api_keys_revoke", { key: "Accountant" }],
    ["webhooks_save", { address: "https://example.com/webhooks", types: ["orders.*"] }],
    ["products_import", { csv: "Handle,Title,Variant Price\nvase,Vase,25" }],
  ];
  for (const [operation, args] of moves) await done(operation, args);
  const { page: owner } = await personOf(shop, "owner");
  const { headers } = await customerOf(shop);
  await shop.post("/auth/me/addresses", ADDRESS, headers);
  await leaveCart(made.id);
  await numberEvents(shop); // while there is something to read
  await done("customers_erase", { customer: "nadia@example.dz" });
  await done("catalog_delete", { kind: "product", item: made.id });
  await numberEvents(shop);
  events = (await owner.run(shop, "events_list", { limit: 500 })).body.data;
}, 60_000);

/** Leaves a cart for 30 hours, and lets the server look for such carts. */
async function leaveCart(product_id: string): Promise<void> {
  await at(Date.now() - 30 * 3_600_000, async () => {
    const { headers } = await customerOf(shop, { email: "left@example.dz", full_name: "Lina", phone: "0661 22 33 44" });
    const { body } = await shop.post("/cart", {}, headers);
    const { status } = await shop.post(`/cart/${body.id}/items`, { product_id, quantity: 1 }, headers);
    expect(status).toBe(200);
  });
  await tellOfLeftCarts(database, new Date().toISOString(), new AbortController().signal);
}

const ADDRESS = {
  line1: "1 rue Didouche",
  city: "Alger",
  state: "Alger",
  country: "DZ",
  postal_code: "16000",
  phone: "0550 12 34 56",
};

test.each(Object.keys(EVENT_TYPES) as EventTypeName[])("%s is told, as its schema says", (type) => {
  const told = events.filter((event) => event.type === type);

  expect(told.length).toBeGreaterThan(0);
  const { schema } = document.webhooks[type]?.post.requestBody.content["application/json"] ?? {};
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
  for (const event of told) expect(validate(event), ajv.errorsText(validate.errors)).toBe(true);
});

test("the document has every type, and no other", () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(EVENT_TYPES));
});

test("data loses no field", () => {
  const seen = new Set(events.flatMap(({ thing, data }) => (data ? [thing] : [])));
  for (const { thing, data } of events) {
    if (!data) continue;
    const lost = (FIELDS[thing] ?? "").split(/\s+/).filter((name) => !(name in data));
    expect([thing, lost]).toEqual([thing, []]);
  }
  expect(Object.keys(FIELDS).toSorted()).toEqual([...seen].toSorted());
});
