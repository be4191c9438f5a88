import { Type } from "typebox";
import { expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { changeOrderStatus } from "../../../src/orders/orders.ts";
import { type Answer, openShop, type Shop } from "../../support/app.ts";
import { entries } from "../../support/mcp-tasks.ts";
import { call, callConfirmed, previewTool } from "../../support/operations.ts";
import { cartWith, order } from "../../support/selling.ts";

const PASSWORD = "couscous du vendredi";

async function signUpCustomer(shop: Shop, email = "karim@example.dz", full_name = "Karim Benali") {
  const { body } = await shop.post("/auth/signup", { email, password: PASSWORD, full_name, phone: "0550 12 34 56" });
  return { id: body.customer.id as string, bearer: { authorization: `Bearer ${body.token}` } };
}

async function placeOrderAs(shop: Shop, bearer: Record<string, string>, given: object = {}): Promise<Answer["body"]> {
  const { id } = await shop.product({ price: 100_000 });
  const placed = await order(shop, await cartWith(shop, { product_id: id, quantity: 2 }), given, bearer);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return placed.body;
}

const ADDRESS = { line1: "12, rue des Oliviers", city: "Hydra", state: "Alger", country: "DZ", postal_code: "16035" };

test("customers are found by name, e-mail and phone number, with their total spending", async () => {
  const shop = await openShop();
  const { bearer } = await signUpCustomer(shop, "amelie@example.dz", "Amélie Ben Saïd");
  await signUpCustomer(shop, "ahmed@example.dz", "أحمد بن علي");
  const elsewhere = { customer_phone: "0661 02 03 04" }; // the two accounts share their phone number
  const cancelled = await placeOrderAs(shop, bearer, elsewhere);
  await shop.transact((db) => changeOrderStatus(db, cancelled.id, "cancelled", "key test"));
  await placeOrderAs(shop, bearer, elsewhere);
  const emails = async (args: object) =>
    (await call(shop, "customers_search", args)).data.data.map(({ email }: { email: string }) => email);

  for (const query of ["amelie", "SAID ben", "AMELIE@", "Amélie"]) {
    expect(await emails({ query }), query).toEqual(["amelie@example.dz"]);
  }
  expect(await emails({ query: "احمد" })).toEqual(["ahmed@example.dz"]);
  expect(await emails({ query: "0550 12" })).toEqual(["ahmed@example.dz", "amelie@example.dz"]);
  expect(await emails({ query: 550123456 })).toHaveLength(2);
  for (const query of ["%", "___", "karim", "+999"]) expect(await emails({ query }), query).toEqual([]);

  const first = await call(shop, "customers_search", { limit: 1 });
  expect(first.data).toMatchObject({
    total: 2,
    data: [{ email: "ahmed@example.dz", orders_count: 0, total_spent: 0 }],
  });
  const second = await call(shop, "customers_search", {
    limit: 1,
    cursor: first.data.next_cursor,
    response_format: "detailed",
  });
  expect(second.data).toMatchObject({
    data: [{ email: "amelie@example.dz", can_sign_in: true, orders_count: 2, total_spent: 2000 }],
    next_cursor: null,
  });
});

test("a customer whose phone number was not normalised is found by its digits", async () => {
  const shop = await openShop();
  const { body } = await shop.post("/auth/signup", {
    email: "karim@example.dz",
    password: PASSWORD,
    full_name: "Karim",
    phone: "12 34-56",
  });
  expect(body.customer.phone).toBe("12 34-56");

  for (const customer of ["123456", "12 34-56", "(12) 3456"]) {
    expect((await call(shop, "customers_get", { customer })).data, customer).toMatchObject({ id: body.customer.id });
  }
  expect((await call(shop, "customers_get", { customer: "1234567" })).problem?.code).toBe("customer_not_found");
});

test("a customer is shown by id, e-mail and phone, with addresses; their texts are sanitized and returned only as data", async () => {
  const shop = await openShop();
  const { id, bearer } = await signUpCustomer(shop, "karim@example.dz", "Karim\u202e Benali\u{e0041}");
  await shop.post("/auth/me/addresses", { ...ADDRESS, label: "Mai\u200fson", phone: "0550123456" }, bearer);

  for (const customer of [id, id.toUpperCase(), "KARIM@example.dz ", "0550 12 34 56", "+213550123456"]) {
    const { data, text } = await call(shop, "customers_get", { customer });
    expect(data, customer).toMatchObject({ id, full_name: "Karim Benali", addresses: [{ label: "Maison" }] });
    expect(data).not.toHaveProperty("password_hash");
    expect(text).not.toContain("Karim");
  }
  await signUpCustomer(shop, "twin@example.dz");
  expect((await call(shop, "customers_get", { customer: "0550123456" })).problem).toMatchObject({
    code: "invalid_value",
    errors: [{ path: "customer" }],
  });
  expect((await call(shop, "customers_get", { customer: "nobody@example.dz" })).problem?.code).toBe(
    "customer_not_found",
  );
});

test("a customer that the merchant created cannot sign in, and a sign-up with the same e-mail is refused", async () => {
  const shop = await openShop();

  const made = await call(shop, "customers_save", {
    full_name: " Nadia ",
    email: "Nadia@example.dz",
    phone: "0661020304",
  });
  expect(made.data).toMatchObject({ full_name: "Nadia", phone: "+213661020304", can_sign_in: false });
  expect(made.text).not.toContain("Nadia");

  const wrong = await shop.post("/auth/login", { email: "nobody@example.dz", password: PASSWORD });
  const passwordless = await shop.post("/auth/login", { email: "nadia@example.dz", password: PASSWORD });
  const comparable = ({ body: { request_id: _, ...body }, status }: Answer) => ({ status, body });
  expect(comparable(passwordless)).toEqual(comparable(wrong));
  expect(wrong.status).toBe(401);
  const signUp = await shop.post("/auth/signup", { email: "nadia@example.dz", password: PASSWORD, full_name: "Eve" });
  expect([signUp.status, signUp.body.code]).toEqual([409, "email_taken"]);
});

test("a change keeps the other fields, and the customer signs in with the new e-mail", async () => {
  const shop = await openShop();
  const { id, bearer } = await signUpCustomer(shop);

  const changed = await call(shop, "customers_save", {
    customer: "karim@example.dz",
    email: "k@example.dz",
    phone: null,
  });

  expect(changed.data).toMatchObject({ id, full_name: "Karim Benali", email: "k@example.dz", phone: null });
  expect((await shop.post("/auth/login", { email: "K@example.dz", password: PASSWORD })).status).toBe(200);
  expect((await shop.post("/auth/login", { email: "karim@example.dz", password: PASSWORD })).status).toBe(401);
  expect((await shop.get("/auth/me", bearer)).body.customer).toMatchObject({ email: "k@example.dz" });
  expect(await entries(shop)).toMatchObject([
    { label: id, before: { email: "(personal)", phone: "(personal)" }, after: { email: "(personal)", phone: null } },
  ]);
});

test("invalid values are refused, with the field", async () => {
  const shop = await openShop();
  await signUpCustomer(shop);
  await call(shop, "customers_save", { full_name: "Nadia", email: "nadia@example.dz" });
  const nadia = { customer: "nadia@example.dz" };

  for (const [args, code, path] of [
    [{ email: "new@example.dz" }, "invalid_value", "full_name"],
    [{ full_name: "New" }, "invalid_value", "email"],
    [{ full_name: "New", email: "KARIM@example.dz" }, "email_taken", "email"],
    [{ ...nadia, email: "Karim@example.dz" }, "email_taken", "email"],
    [{ ...nadia, email: "no e-mail" }, "invalid_value", "email"],
    [{ ...nadia, full_name: " " }, "invalid_value", "full_name"],
    [{ ...nadia, phone: "call me" }, "invalid_value", "phone"],
    [{ ...nadia, password: "12345678" }, "invalid_value", "password"],
    [{ ...nadia, phone: "0550", expected_updated_at: "2020-01-01T00:00:00Z" }, "invalid_value", "phone"],
    [{ ...nadia, phone: null, expected_updated_at: "2020-01-01T00:00:00Z" }, "stale", "expected_updated_at"],
    [{ customer: "x", full_name: "X" }, "customer_not_found", undefined],
  ] as const) {
    const { problem } = await call(shop, "customers_save", args);
    expect([problem?.code, problem?.errors[0]?.path], JSON.stringify(args)).toEqual([code, path]);
  }
});

test("of two concurrent changes to one e-mail, one succeeds", async () => {
  const shop = await openShop();
  for (const email of ["a@example.dz", "b@example.dz"]) await call(shop, "customers_save", { full_name: "N", email });

  const answers = await Promise.all(
    ["a@example.dz", "b@example.dz"].map((customer) =>
      call(shop, "customers_save", { customer, email: "c@example.dz" }),
    ),
  );

  expect(answers.map(({ problem }) => problem?.code).sort()).toEqual(["email_taken", undefined]);
});

test("erasing a customer deletes the account and makes its orders anonymous", async () => {
  const shop = await openShop();
  const { id, bearer } = await signUpCustomer(shop);
  await shop.post("/auth/me/addresses", { ...ADDRESS, phone: "0550123456" }, bearer);
  const given = {
    customer_name: "Karim Hidden",
    customer_email: "karim@example.dz",
    customer_wilaya: "16 - Alger",
    customer_commune: "Hiddenville",
    customer_notes: "Hidden note",
    shipping_address: { line1: "Hidden street" },
  };
  const placed = await placeOrderAs(shop, { ...bearer, "idempotency-key": "k1" }, given);
  await placeOrderAs(shop, bearer, { ...given, customer_wilaya: "Hidden house", customer_commune: "Kouba" });
  const { body: cart } = await shop.post("/cart", {}, bearer);
  await shop.transact((db) =>
    db.run(sql`
      insert into order_notes (site_id, order_id, id, sequence, outcome, text, actor, created_at)
      values (${shop.id}, ${placed.id}, ${placed.id}, 2, null, 'Hidden', 'key', ${new Date().toISOString()})
    `),
  );
  await call(shop, "customers_save", { customer: id, full_name: "Karim Hidden", idempotency_key: "k2" });

  expect((await call(shop, "customers_erase", { customer: id })).problem?.code).toBe("confirmation_required");
  const dry = await call(shop, "customers_erase", { customer: id, dry_run: true });
  expect(dry.data.changes).toMatchObject([
    { entity: "customer", id, before: { full_name: "Karim Hidden", addresses: [{ city: "Hydra" }] }, after: null },
    { entity: "order", before: { customer_name: "Karim Hidden" }, after: { customer_name: "(erased)" } },
    { entity: "order" },
  ]);
  expect((await shop.get("/auth/me", bearer)).status).toBe(200);

  const erased = await callConfirmed(shop, "customers_erase", { customer: "karim@example.dz" });
  expect(erased.data).toMatchObject({ id, erased: true, orders_anonymised: 2 });
  expect(erased.text).toContain(placed.order_number);

  expect((await shop.get("/auth/me", bearer)).status).toBe(401);
  expect((await shop.post("/auth/login", { email: "karim@example.dz", password: PASSWORD })).status).toBe(401);
  expect((await shop.get(`/cart/${cart.id}`)).status).toBe(200);
  const { body } = await shop.get(`/orders/${placed.order_number}`);
  expect(body).toMatchObject({ total: placed.total, wilaya_code: "16", customer_wilaya: "16 - Alger" });
  for (const table of ["customers", "addresses", "orders", "order_notes", "idempotency_keys", "audit_log", "carts"]) {
    const rows = await shop.rows(
      Type.Object({ row: Type.String() }),
      sql`select row_to_json(t)::text as row from ${tableNamed(table)} t where site_id = ${shop.id}`,
    );
    expect(JSON.stringify(rows), table).not.toMatch(/hidden|karim|12 34 56|550123456|Hydra/i);
  }
  expect((await call(shop, "customers_get", { customer: id })).problem?.code).toBe("customer_not_found");
  expect(
    (await shop.post("/auth/signup", { email: "karim@example.dz", password: PASSWORD, full_name: "K" })).status,
  ).toBe(201);
});

/** A table name cannot be a parameter of a statement. */
const TABLES = {
  customers: sql`customers`,
  addresses: sql`addresses`,
  orders: sql`orders`,
  order_notes: sql`order_notes`,
  idempotency_keys: sql`idempotency_keys`,
  audit_log: sql`audit_log`,
  carts: sql`carts`,
};
const tableNamed = (name: string) => TABLES[name as keyof typeof TABLES];

test("an order placed while its customer is erased is refused or made anonymous", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ stock: 100 });
  for (let round = 0; round < 5; round++) {
    const customer = await signUpCustomer(shop, `c${round}@example.dz`);
    const carts = [
      await cartWith(shop, { product_id: id, quantity: 1 }),
      await cartWith(shop, { product_id: id, quantity: 1 }),
    ];

    const erase = await previewTool(shop, "customers_erase", { customer: customer.id });
    const [erased, ...placed] = await Promise.all([
      erase(),
      ...carts.map((cart) => order(shop, cart, { customer_name: "Karim Hidden" }, customer.bearer)),
    ]);

    expect(erased?.problem).toBeUndefined();
    for (const { status } of placed) expect([201, 401]).toContain(status);
  }
  const rows = await shop.rows(
    Type.Object({ customer_name: Type.String() }),
    sql`select customer_name from orders where site_id = ${shop.id} and customer_name <> '(erased)'`,
  );
  expect(rows).toEqual([]);
});

test("another store's customer is not found", async () => {
  const [ours, theirs] = [await openShop(), await openShop()];
  const { id, bearer } = await signUpCustomer(theirs);

  for (const customer of [id, "karim@example.dz", "0550123456"]) {
    for (const [tool, args] of [
      ["customers_get", {}],
      ["customers_save", { full_name: "Ours" }],
      ["customers_erase", {}],
    ] as const) {
      expect((await call(ours, tool, { customer, ...args })).problem?.code, tool).toBe("customer_not_found");
    }
  }
  expect((await call(ours, "customers_search", {})).data.total).toBe(0);
  expect((await theirs.get("/auth/me", bearer)).body.customer.full_name).toBe("Karim Benali");
});

test("an account is found by a phone number that is valid in no country, in any spelling", async () => {
  const shop = await openShop();
  const { data } = await call(shop, "customers_save", { full_name: "Nadia", email: "n@example.dz", phone: "12 34-56" });

  for (const customer of ["12 34-56", "123456", " 12.34.56 "]) {
    expect((await call(shop, "customers_get", { customer })).data, customer).toMatchObject({ id: data.id });
  }
  expect((await call(shop, "customers_get", { customer: "1234567" })).problem?.code).toBe("customer_not_found");
});
