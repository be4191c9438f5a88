import { beforeAll, describe, expect, test } from "vitest";
import { STOREFRONT } from "../../src/app.ts";
import type { Driver } from "../../src/db/database.ts";
import { suspendStore } from "../../src/tenants/tenants.ts";
import { type Answer, app, buildTestApp, driver, type Json, openShop, type Shop } from "../support/app.ts";
import { bearer, signUp } from "../support/customers.ts";
import { withHooks } from "../support/faulty-driver.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { BUYER, cartWith, order, variantsOf } from "../support/selling.ts";

const NOWHERE = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";

await app.ready();
const document = app.swagger() as unknown as {
  paths: Record<string, Record<string, { responses: Record<string, { description: string } | { $ref: string }> }>>;
  components: { responses: Record<string, { description: string }> };
};
const descriptionOf = (response: { description: string } | { $ref: string }): string =>
  "$ref" in response
    ? (document.components.responses[response.$ref.split("/").at(-1) ?? ""]?.description ?? "")
    : response.description;

/** Every code that a route of the storefront declares. */
const declared = new Set(
  Object.entries(document.paths)
    .filter(([path]) => path.startsWith(STOREFRONT))
    .flatMap(([, methods]) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((response) => [...descriptionOf(response).matchAll(/`(\w+)`: /g)].map(([, code = ""]) => code)),
);

/** Sends the request that is refused, with these headers. */
type Cause = (headers: Record<string, string>) => Promise<Answer>;

let shop: Shop;
let causes: Record<string, Cause>;
beforeAll(async () => {
  shop = await openShop();
  causes = { ...(await causesIn(shop)), ...(await causesOfFailures()) };
});

/** How to cause each refusal that a working server gives. */
async function causesIn(own: Shop): Promise<Record<string, Cause>> {
  const { id: product_id } = await own.product({ stock: 2 });
  const { id: endless } = await own.product({ variants: [{ continue_selling_when_out_of_stock: true }] });
  const values = Array.from({ length: 201 }, (_, i) => `N${i}`);
  const many = await own.product({
    options: [{ name: "Number", values }],
    variants: values.map((value) => ({ option_values: { Number: value } })),
  });
  const variants = Object.values(await variantsOf(own, many.slug));
  const hidden = await own.product({ name: "Gone", slug: "gone" });
  const parted = await cartWith(own, { product_id: hidden.id, quantity: 1 });
  const [line] = (await own.get(`/cart/${parted}`)).body.items;
  await runTool(own, "products_set_status", { products: ["gone"], status: "draft" });
  const [empty, full, heavy, plain, ordered] = [
    await cartWith(own),
    await cartWith(
      own,
      ...variants.slice(0, 200).map((variant_id) => ({ product_id: many.id, variant_id, quantity: 1 })),
    ),
    await cartWith(own, { product_id: endless, quantity: 9999 }),
    await cartWith(own, { product_id, quantity: 1 }),
    await cartWith(own, { product_id, quantity: 1 }),
  ];
  expect((await order(own, ordered, {}, { "idempotency-key": "used" })).status).toBe(201);
  const { body: session } = await signUp(own);
  const me = bearer(session.token);
  const home = { line1: "1", city: "Hydra", state: "Alger", country: "DZ", postal_code: "16035", phone: "0550123456" };
  for (let i = 0; i < 50; i++) await own.post("/auth/me/addresses", home, me);
  await runTool(own, "store_update", { blocked_phone_policy: "refuse" });
  await runTool(own, "blocked_phones_save", { phones: ["0661 00 00 00"] });

  const get =
    (path: string): Cause =>
    (headers) =>
      own.get(path, headers);
  const post =
    (path: string, body: object | string): Cause =>
    (headers) =>
      own.post(path, body, headers);
  const add = (cart: string, item: object) => post(`/cart/${cart}/items`, { quantity: 1, ...item });
  const place =
    (cart: string, given: object = {}, more: Record<string, string> = {}): Cause =>
    (headers) =>
      order(own, cart, given, { ...more, ...headers });
  return {
    invalid_request: get("/products?limit=x"),
    malformed_json: post("/auth/login", "{bad"),
    invalid_api_key: (headers) => own.get("/store", { "x-api-key": "pk_no", ...headers }),
    invalid_token: get("/auth/me"),
    invalid_credentials: post("/auth/login", { email: "nobody@example.dz", password: "wrong" }),
    invalid_reset_token: post("/auth/password/reset", { token: "x", password: "long enough" }),
    email_taken: (headers) =>
      own.post("/auth/signup", { email: session.user.email, password: "long enough", full_name: "K" }, headers),
    too_many_addresses: (headers) => own.post("/auth/me/addresses", home, { ...me, ...headers }),
    address_not_found: (headers) => own.delete(`/auth/me/addresses/${NOWHERE}`, undefined, { ...me, ...headers }),
    menu_not_found: get("/store/menus/none"),
    page_not_found: get("/pages/none"),
    post_not_found: get("/blogs/none"),
    collection_not_found: get("/collections/none"),
    product_not_found: get("/products/none"),
    variant_not_found: add(empty, { product_id, variant_id: NOWHERE }),
    variant_required: add(empty, { product_id: many.id }),
    cart_not_found: get(`/cart/${NOWHERE}`),
    cart_item_not_found: (headers) => own.delete(`/cart/${plain}/items/${NOWHERE}`, undefined, headers),
    item_unavailable: (headers) => own.patch(`/cart/${parted}/items/${line.id}`, { quantity: 2 }, headers),
    cart_converted: add(ordered, { product_id }),
    cart_full: add(full, { product_id: many.id, variant_id: variants[200] }),
    cart_empty: place(empty),
    quantity_out_of_range: add(heavy, { product_id: endless }),
    insufficient_stock: add(empty, { product_id, quantity: 3 }),
    invalid_value: place(plain, { customer_phone: "none" }),
    coupon_not_applicable: place(plain, { coupon_code: "NOPE" }),
    order_refused: place(plain, { customer_phone: "0661 00 00 00" }),
    order_not_found: get("/orders/ORD-2026-NOWHERE1"),
    idempotency_key_reused: place(plain, {}, { "idempotency-key": "used" }),
  };
}

/** How to cause the refusals of a server that is limited, ill or broken, or that runs the same request already. */
async function causesOfFailures(): Promise<Record<string, Cause>> {
  const failingWith = async (error: Error): Promise<Cause> => {
    let fails = false;
    const via = await buildTestApp(
      {},
      withHooks(driver, {
        afterStatement: () => {
          if (fails) throw error;
        },
      }),
    );
    const own = await openShop({ via });
    fails = true;
    return (headers) => own.get("/products", headers);
  };
  const closed = await openShop();
  await closed.transact(suspendStore);
  const limited = await openShop({ via: await buildTestApp({ RATE_LIMIT_PER_KEY: 1 }) });
  await limited.get("/store");
  const locked = await openShop({ via: await buildTestApp({}, withoutLocks(driver)) });
  const { id: product_id } = await locked.product();
  const cart = await cartWith(locked, { product_id, quantity: 1 });
  return {
    rate_limited: (headers) => limited.get("/store", headers),
    overloaded: await failingWith(Object.assign(new Error("statement timeout"), { code: "57014" })),
    unavailable: await failingWith(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })),
    internal_error: await failingWith(new Error("a fault of ours")),
    store_suspended: (headers) => closed.get("/store", headers),
    idempotency_in_progress: (headers) => order(locked, cart, BUYER, { "idempotency-key": "one", ...headers }),
  };
}

/** The driver as another transaction sees it that holds every lock. */
const withoutLocks = (real: Driver): Driver => ({
  ...real,
  transaction: (work, siteId) =>
    real.transaction(
      (inner) =>
        work({
          ...inner,
          query: async (text, ...given) => {
            const rows = await inner.query(text, ...given);
            return text.includes("pg_try_advisory_xact_lock") ? [{ locked: false }] : rows;
          },
        }),
      siteId,
    ),
});

test("every code that a route declares is caused here", () => {
  expect(Object.keys(causes).sort()).toEqual([...declared].sort());
});

const ARABIC = /\p{Script=Arabic}/u;
/** English words, which a sentence in another language would have if it were not translated. */
const ENGLISH = /\b(the|this|is|not|must|has|have|you|your|too|many|again)\b/i;

describe.each([...declared])("%s", (code) => {
  test("is said in three languages; nothing but texts differs", async () => {
    const answers: Answer[] = [];
    for (const language of ["ar", "fr", "en"]) {
      const answer = await (causes[code] as Cause)({ "accept-language": language });
      expect([answer.body.code, answer.headers["content-language"]]).toEqual([code, language]);
      answers.push(answer);
    }
    const [arabic, french, english] = answers.map(({ body }) => body.detail);

    expect(arabic).toMatch(ARABIC);
    expect(`${french} ${english}`).not.toMatch(ARABIC);
    for (const detail of [arabic, french]) expect(detail).not.toMatch(ENGLISH);
    expect(french).not.toBe(english);
    for (const detail of [arabic, french, english]) {
      expect(detail).toMatch(code === "email_taken" || code === "invalid_credentials" ? /./ : /[.…]$/);
      expect(detail).not.toMatch(/undefined|\b[a-z]+_[a-z_]+ (must|is)\b/);
    }
    const withoutTexts = answers.map(({ status, body: { request_id: _, detail: __, errors, ...rest } }) => ({
      status,
      ...rest,
      paths: errors.map(({ path }: Json) => path),
    }));
    expect(withoutTexts).toEqual([withoutTexts[0], withoutTexts[0], withoutTexts[0]]);
  });
});
