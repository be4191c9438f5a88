import { describe, expect, test } from "vitest";
import { ADMIN, STOREFRONT } from "../../src/app.ts";
import { type Answer, app, buildTestApp, type Json, openShop } from "../support/app.ts";
import { signUp } from "../support/customers.ts";
import { refused, runTool } from "../support/mcp-tasks.ts";
import { post } from "../support/operations.ts";
import { cartWith, order, ordered, promote, validate } from "../support/selling.ts";

const NO_PAGE = {
  ar: "لا توجد في هذا المتجر صفحة باسم «⁨x⁩».",
  fr: "Cette boutique n’a pas de page «\u00a0x\u00a0».",
  en: 'This store has no page "x".',
};
const PHONE = { customer_name: "K", customer_phone: "none", cart_id: "x" };
const FRENCH = { "accept-language": "fr" };
const ARABIC = { "accept-language": "ar" };

describe("a refusal has the language", () => {
  test.each([
    ["en", "", undefined, "en"],
    ["fr-DZ", "", undefined, "fr"],
    ["ar", "", undefined, "ar"],
    ["de", "", undefined, "en"],
    ["de", "", "es,de", "en"],
    ["fr", "?locale=ar", "en", "ar"],
    ["ar", "?locale=en", undefined, "en"],
    ["ar", "?locale=de", undefined, "ar"],
    ["ar", "?locale=FR", "fr", "fr"],
    ["ar", "?locale=", undefined, "ar"],
    ["ar", "?locale=fr&locale=en", undefined, "ar"],
    ["en", "", "fr-FR,fr;q=0.9,en;q=0.8", "fr"],
    ["en", "", "en;q=0.5, ar-DZ;q=0.7, fr;q=0.6", "ar"],
    ["fr", "", "de,es;q=0.8,ar;q=0.1", "ar"],
    ["fr", "", "es", "fr"],
    ["fr", "", "*", "fr"],
    ["ar", "", "es,*;q=0.5", "ar"],
    ["fr", "", "fr;q=0,en;q=0.2", "en"],
    ["fr", "", ";;,=", "fr"],
  ] as const)("of a store in %s, with %s and Accept-Language %s: %s", async (locale, query, header, language) => {
    const shop = await openShop({ locale });

    const { body, headers } = await shop.get(
      `/pages/x${query}`,
      header === undefined ? {} : { "accept-language": header },
    );

    expect(body).toMatchObject({ code: "page_not_found", title: "There is no such page", detail: NO_PAGE[language] });
    expect(headers["content-language"]).toBe(language);
    expect(String(headers.vary)).toContain("accept-language");
  });

  test("that the caller asks for, also before the store is known", async () => {
    const limited = await buildTestApp({ RATE_LIMIT_PER_ADDRESS: 2, BODY_LIMIT_BYTES: 100 });
    const ask = async (options: object, via = app) => {
      const { headers, ...answer } = await via.inject({
        url: `${STOREFRONT}/cart?locale=fr`,
        method: "POST",
        ...options,
      });
      return [answer.json().detail, headers["content-language"]];
    };
    const json = { "content-type": "application/json" };
    const key = { "x-api-key": (await openShop({ locale: "ar" })).publishable_key };

    expect(await ask({})).toEqual(["Envoyez une clé API valide de la boutique dans l’en-tête x-api-key.", "fr"]);
    expect(await ask({ url: `${STOREFRONT}/store`, method: "GET" })).toEqual([
      "Send a valid API key of the store in the x-api-key header.",
      "en",
    ]);
    expect(await ask({ url: `${STOREFRONT}/nowhere`, headers: { ...key, ...FRENCH } })).toEqual([
      "Il n’y a rien à cette adresse.",
      "fr",
    ]);
    expect(await ask({ headers: { ...key, ...json }, payload: "{bad" })).toEqual([
      "Le contenu de la requête n’est pas un JSON valide.",
      "fr",
    ]);
    expect(await ask({ headers: { ...key, ...json }, payload: `"${"x".repeat(200)}"` }, limited)).toEqual([
      "Le contenu de la requête dépasse la taille acceptée par ce serveur.",
      "fr",
    ]);
    await ask({}, limited);
    expect(await ask({}, limited)).toEqual([
      expect.stringMatching(/^Trop de requêtes depuis cette adresse\. Réessayez dans \d+ secondes?\.$/),
      "fr",
    ]);
  });

  test("English for the two sentences that storefronts compare, unless Arabic or French is asked for", async () => {
    const shop = await openShop({ locale: "ar" });
    await signUp(shop);
    const taken = "Email already registered in this store";
    const details = async (headers: Record<string, string>, query = "") => {
      const person = { email: "karim@example.dz", password: "another one", full_name: "K" };
      const again = await shop.post(`/auth/signup${query}`, person, headers);
      const wrong = await shop.post(`/auth/login${query}`, person, headers);
      expect([again.status, wrong.status]).toEqual([409, 401]);
      expect(again.body.errors).toEqual([{ path: "email", message: again.body.detail }]);
      expect(again.headers["content-language"]).toBe(wrong.headers["content-language"]);
      return [again.body.detail, wrong.body.detail, again.headers["content-language"]];
    };

    for (const accept of [undefined, "*", "de", "en,fr;q=0.5"]) {
      const headers = accept === undefined ? {} : { "accept-language": accept };
      expect(await details(headers)).toEqual([taken, "Invalid credentials", "en"]);
    }
    const french = [
      "Un compte existe déjà avec cette adresse e-mail dans cette boutique.",
      "L’adresse e-mail ou le mot de passe est incorrect.",
      "fr",
    ];
    expect(await details(FRENCH)).toEqual(french);
    expect(await details({}, "?locale=fr")).toEqual(french);
    expect(await details({}, "?locale=ar")).toEqual([
      "هذا البريد الإلكتروني مسجّل من قبل في هذا المتجر.",
      "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
      "ar",
    ]);
  });
});

test("fields are named as forms name them", async () => {
  const shop = await openShop({ locale: "fr" });
  const details = async (body: object) =>
    Promise.all(
      ["fr", "ar", "en"].map(async (locale) => {
        const answer = (await shop.post(`/orders?locale=${locale}`, body)).body;
        expect(answer.errors).toEqual([{ path: expect.stringMatching(/^[\w.]+$/), message: answer.detail }]);
        return answer.detail;
      }),
    );

  expect(await details(PHONE)).toEqual([
    "Le numéro de téléphone n’est pas valide.",
    "رقم الهاتف غير صالح.",
    "The phone number is not valid.",
  ]);
  expect(await details({ ...PHONE, customer_name: " " })).toEqual([
    "Indiquez le nom.",
    "يُرجى إدخال الاسم.",
    "The name is required.",
  ]);
  expect(await details({ ...PHONE, customer_phone: undefined })).toEqual([
    "Indiquez le numéro de téléphone.",
    "يُرجى إدخال رقم الهاتف.",
    "The phone number is required.",
  ]);
  expect(await details({ ...PHONE, customer_name: "n".repeat(201) })).toEqual([
    "Le nom ne doit pas dépasser 200 caractères.",
    "يجب ألّا يتجاوز الاسم 200 حرف.",
    "The name must have at most 200 characters.",
  ]);
  expect(await details({ ...PHONE, customer_phone: "0550123456", shipping_address: { method: "drone" } })).toEqual([
    "Le mode de livraison doit avoir l’une de ces valeurs\u00a0: home, desk.",
    "يجب أن تكون طريقة التوصيل إحدى القيم التالية: \u2068home, desk\u2069.",
    "The delivery method must be one of: home, desk.",
  ]);
});

const varies = ({ headers }: Answer) => /accept-language/i.test(String(headers.vary));

describe("the headers that name the language", () => {
  test("stand on no answer that is the same in every language, which is kept once for all", async () => {
    const shop = await openShop({ locale: "fr" });
    const { id: product_id, slug } = await shop.product();
    await promote(shop, { title: "T", discount_type: "percentage", discount_value: 1000 });
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    const [first] = (await shop.get("/products")).body.data;

    for (const path of ["/store", "/products", `/products/${slug}`, "/search?q=product", `/cart/${cart}`]) {
      const plain = await shop.get(path);
      for (const headers of [FRENCH, ARABIC, {}]) {
        const answer = await shop.get(`${path}${path.includes("?") ? "&" : "?"}locale=ar`, headers);
        expect([answer.status, answer.body, varies(answer)]).toEqual([200, plain.body, false]);
        expect([answer.headers["content-language"], answer.headers.etag]).toEqual([undefined, plain.headers.etag]);
      }
    }
    expect(first.discount_text).toBe("T\u00a0: 10\u00a0% de remise");
  });

  test("stand on refusals of public reads, of which each request gets its own language", async () => {
    const shop = await openShop();
    const inTurn = [FRENCH, ARABIC, { "accept-language": "en" }];
    for (const path of ["/pages/x", "/pages/x"]) {
      const answers = await Promise.all([...inTurn, ...inTurn].map((headers) => shop.get(path, headers)));
      const [fr, ar, en] = [NO_PAGE.fr, NO_PAGE.ar, NO_PAGE.en];
      expect(answers.map(({ body }) => body.detail)).toEqual([fr, ar, en, fr, ar, en]);
      expect(answers.every(varies)).toBe(true);
    }
  });

  test("stand on coupons, and on orders with a discount, whose messages have that language", async () => {
    const shop = await openShop({ locale: "ar" });
    const { id: product_id } = await shop.product({ stock: 50 });
    const lines = [{ product_id, quantity: 1 }];
    expect(varies(await order(shop, await cartWith(shop, { product_id, quantity: 1 })))).toBe(false);
    await promote(shop, { title: "T", discount_type: "percentage", discount_value: 1000, is_discoverable: true });
    const messages = ({ body, headers }: Answer) => [
      body.message ?? "",
      ...(body.applied_discounts ?? body.data[0].applied_discounts).map(({ message }: Json) => message),
      headers["content-language"],
    ];

    expect(messages(await shop.post("/coupons/validate?locale=fr", { items: lines }))).toEqual([
      "T\u00a0: 10\u00a0% de remise — vous économisez 100\u00a0DA",
      "10\u00a0% de remise",
      "fr",
    ]);
    expect((await validate(shop, {})).headers["content-language"]).toBe("ar");
    const { body: session } = await signUp(shop);
    const me = { authorization: `Bearer ${session.token}` };
    const cart_id = await cartWith(shop, { product_id, quantity: 1 });
    const placed = await order(shop, cart_id, {}, { ...me, ...FRENCH });
    expect([messages(placed), varies(placed)]).toEqual([["", "10\u00a0% de remise", "fr"], true]);
    const path = `/orders/${placed.body.order_number}`;
    expect(messages(await shop.get(path))).toEqual(["", expect.stringContaining("خصم"), "ar"]);
    expect(messages(await shop.get(`/orders/track/${placed.body.order_number}?locale=en`))).toEqual([
      "",
      "10% off",
      "en",
    ]);
    expect(messages(await shop.get("/orders", { ...me, ...FRENCH }))).toEqual(["", "10\u00a0% de remise", "fr"]);
    const shown = await runTool(shop, "orders_get", { order: placed.body.order_number, response_format: "detailed" });
    expect(shown.applied_discounts[0]).toMatchObject({ message: expect.stringContaining("خصم") });
    expect(shown.applied_discounts[0]).not.toHaveProperty("messages");
  });
});

test("a replay of an order has the language of its own request, and is otherwise the first answer", async () => {
  const shop = await openShop({ locale: "fr" });
  const { id: product_id } = await shop.product();
  const deal = { discount_type: "buy_x_get_y" as const, discount_value: 10_000, buy_quantity: 2, get_quantity: 1 };
  await promote(shop, { title: "T", ...deal, is_combinable: true });
  const own = { title: "Own", message: "Le mien", is_combinable: true };
  await promote(shop, { ...own, discount_type: "fixed_amount", discount_value: 100 });
  const cart = await cartWith(shop, { product_id, quantity: 3 });
  const key = { "idempotency-key": "one" };

  const first = await order(shop, cart, {}, { ...key, ...FRENCH });
  const again = await order(shop, cart, {}, { ...key, ...ARABIC });
  const same = await order(shop, cart, {}, { ...key, ...FRENCH });

  expect([first.status, first.headers["idempotent-replayed"]]).toEqual([201, undefined]);
  const messages = ({ body }: Answer) => body.applied_discounts.map(({ message }: Json) => message).sort();
  expect(messages(first)).toEqual(["2 articles achetés, 1 offert", "Le mien"]);
  expect([again.status, again.headers["idempotent-replayed"], again.headers["content-language"]]).toEqual([
    201,
    "true",
    "ar",
  ]);
  expect(messages(again)).toEqual(["Le mien", "اشترِ قطعتين واحصل على قطعة واحدة مجانًا"]);
  const discounts = first.body.applied_discounts.map((one: Json) => ({ ...one, message: expect.any(String) }));
  expect(again.body).toEqual({ ...first.body, applied_discounts: discounts });
  expect(same.body).toEqual(first.body);
});

test("merchants get English over both doors, whatever they ask for", async () => {
  const shop = await openShop({ locale: "ar" });
  const { slug } = await shop.product();
  const items = [{ item: slug, quantity: 1 }];
  const given = { items, customer_name: "K", customer_phone: "none" };
  const sentence = "customer_phone must be a phone number.";

  expect(await refused(shop, "orders_create", given)).toMatchObject({
    detail: sentence,
    errors: [{ path: "customer_phone", message: "must be a phone number" }],
  });
  const { body, headers } = await post(shop, "orders_create?locale=fr", given, FRENCH);
  expect([body.detail, body.errors[0].message]).toEqual([sentence, "must be a phone number"]);
  expect(headers["content-language"]).toBeUndefined();
  const nowhere = await app.inject({ url: `${ADMIN}/none?locale=fr`, headers: FRENCH });
  expect(nowhere.json().detail).toBe("Send a secret API key as Authorization: Bearer sk_….");
  const short = await refused(shop, "orders_create", { ...given, items: [{ item: slug, quantity: 11 }] });
  expect(short?.detail).toMatch(/^Only 10 of "Product n\d+" can be ordered\.$/);
});

describe("a detail repeats at most 60 characters of what was sent", () => {
  test.each([
    ["é".repeat(61), `${"é".repeat(60)}…`],
    ["😀".repeat(61), `${"😀".repeat(60)}…`],
    ["é".repeat(60), "é".repeat(60)],
    ["a\u202eb\u2066c\u200f\nd", "abcd"],
  ])("of the address: %s", async (slug, shown) => {
    const shop = await openShop();
    for (const [path, kind] of [
      ["products", "product"],
      ["pages", "page"],
      ["blogs", "blog post"],
      ["collections", "collection"],
      ["store/menus", "menu"],
    ]) {
      const { body } = await shop.get(`/${path}/${encodeURIComponent(slug)}`);
      expect(body.detail).toBe(`This store has no ${kind} "${shown}".`);
    }
  });

  test("of coupon codes, all of them together", async () => {
    const shop = await openShop();
    const { id: product_id } = await shop.product();
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    const detail = async (coupon_code: string) => (await order(shop, cart, { coupon_code })).body.detail;

    expect(await detail("A".repeat(61))).toBe(`There is no code "${"A".repeat(60)}…".`);
    expect(await detail(`${"A".repeat(30)},${"B".repeat(30)}`)).toBe(
      `There is no code "${"A".repeat(30)}". There is no code "${"B".repeat(30)}".`,
    );
    expect(await detail(`${"A".repeat(31)},${"B".repeat(30)},C`)).toBe(
      `There is no code "${"A".repeat(20)}…". There is no code "${"B".repeat(20)}…". There is no code "C".`,
    );
    const validated = (await validate(shop, { code: "A".repeat(61) })).body.message;
    expect(validated).toBe(`There is no code "${"A".repeat(60)}…".`);
  });

  test("of the name of an option", async () => {
    const shop = await openShop();
    const { body } = await shop.get(`/products?${encodeURIComponent(`option.${"n".repeat(70)}`)}=${"v".repeat(201)}`);

    expect(body.detail).toBe(`The field "${"n".repeat(60)}…" must have at most 200 characters.`);
  });

  test("of nothing else", async () => {
    const shop = await openShop();
    const { id: product_id } = await shop.product();
    const long = "x".repeat(61);
    await ordered(shop, [{ product_id, quantity: 1 }]);
    for (const answer of [
      await shop.get(`/orders/${long}`),
      await shop.get(`/cart/${long}`),
      await shop.get(`/products?sort_by=${long}`),
      await shop.get(`/products?limit=${long}`),
      await shop.post("/orders", { cart_id: long, customer_name: long, customer_phone: "0550123456" }),
      await shop.post("/orders", { cart_id: long, customer_name: long, customer_phone: long }),
      await shop.post("/auth/login", { email: long, password: long }),
      await shop.get("/products", { "x-api-key": long }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify([answer.body.detail, answer.body.errors])).not.toContain("x".repeat(10));
    }
  });
});
