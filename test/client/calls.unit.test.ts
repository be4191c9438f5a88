import { describe, expect, test } from "vitest";
import { createAdmin } from "../../packages/client/src/admin.ts";
import { attempt, createShop, formatMoney, HanoutError } from "../../packages/client/src/shop.ts";
import { busy, json, lost, scriptedServer } from "./scripted-server.ts";

const ORDER = { cart_id: "1", customer_name: "Karim", customer_phone: "0550123457" };
const keysOf = (requests: { headers: Record<string, unknown> }[]) =>
  requests.map(({ headers }) => headers["idempotency-key"]);

describe("a call is tried again", () => {
  test.each([
    ["429", json(429, { code: "rate_limited", detail: "Too many." }, { "retry-after": "0" })],
    ["502", json(502, {})],
    ["503", busy()],
    ["504", json(504, {})],
    ["no answer", lost],
  ])("after %s, when it reads", async (_, failure) => {
    const { url, requests } = await scriptedServer(failure, json(200, { name: "Pots" }));

    expect(await createShop({ url, key: "pk_1" }).store.get()).toEqual({ name: "Pots" });
    expect(requests).toHaveLength(2);
  });

  test("with the same idempotency key, when it is an order; the next order has another key", async () => {
    const { url, requests } = await scriptedServer(lost, json(201, {}));
    const shop = createShop({ url });
    await shop.orders.place(ORDER);
    await shop.orders.place(ORDER);

    const [first, second, other] = keysOf(requests);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second === first, other === first]).toEqual([true, false]);
  });

  test("with the caller's idempotency key, when it is among the headers in any case", async () => {
    const { url, requests } = await scriptedServer(json(201, {}));
    await createShop({ url }).orders.place(ORDER, { headers: { "Idempotency-Key": "order-1" } });

    expect(keysOf(requests)).toEqual(["order-1"]);
  });

  test("with the caller's idempotency key, when it is a merchant's change", async () => {
    const { url, requests } = await scriptedServer(busy(), json(200, {}));
    await createAdmin({ url, key: "sk_1" }).inventory.adjust(
      { changes: [{ variant: "POT", by: 1 }], note: "Delivery" },
      { idempotencyKey: "delivery-1" },
    );

    expect(keysOf(requests)).toEqual(["delivery-1", "delivery-1"]);
  });

  test("with the caller's idempotency key, when an operation is called by its name", async () => {
    const { url, requests } = await scriptedServer(busy(), json(200, {}));
    await createAdmin({ url, key: "sk_1" }).run(
      "orders_merge",
      { order: "1", with: "2" },
      { idempotencyKey: "merge-1" },
    );

    expect(keysOf(requests)).toEqual(["merge-1", "merge-1"]);
    expect(requests[0]?.url).toBe("/api/v1/admin/orders_merge");
  });

  test("while the first try is still running", async () => {
    const running = json(409, { code: "idempotency_in_progress", detail: "It is running." });
    const { url, requests } = await scriptedServer(lost, running, json(201, {}));
    await createShop({ url }).orders.place(ORDER);

    expect(requests).toHaveLength(3);
  });
});

describe("a call is not tried again", () => {
  test.each([
    ["when a second one could do it twice", busy(), (url: string) => createShop({ url }).cart.create()],
    [
      "after a refusal",
      json(404, { code: "product_not_found", detail: "No." }),
      (url: string) => createShop({ url }).products.get("x"),
    ],
    ["when the server asks for a long time", busy("120"), (url: string) => createShop({ url }).store.get()],
    ["when retries are off", busy(), (url: string) => createShop({ url, retries: 0 }).store.get()],
  ])("%s", async (_, failure, call) => {
    const { url, requests } = await scriptedServer(failure, json(200, {}));

    await expect(call(url)).rejects.toBeInstanceOf(HanoutError);
    expect(requests).toHaveLength(1);
  });

  test("after it was aborted", async () => {
    const { url, requests } = await scriptedServer(busy("20"));
    const signal = AbortSignal.timeout(300);

    await expect(createShop({ url }).store.get({}, { signal })).rejects.toThrow(DOMException);
    expect(requests).toHaveLength(1);
  });
});

describe("an error", () => {
  test("has what the problem says", async () => {
    const problem = {
      code: "invalid_value",
      detail: "The arguments are not right.",
      request_id: "r-1",
      errors: [{ path: "colour", message: "is not known" }],
      allowed: ["query"],
      next: "Correct the arguments and call again.",
    };
    const { url } = await scriptedServer(json(422, problem, { "retry-after": "7" }));
    const { error } = await attempt(createAdmin({ url }).products.search());

    expect(error).toMatchObject({
      name: "HanoutError",
      code: "invalid_value",
      status: 422,
      message: problem.detail,
      detail: problem.detail,
      errors: problem.errors,
      allowed: problem.allowed,
      next: problem.next,
      requestId: "r-1",
      retryAfter: 7,
      problem,
    });
  });

  test("says that no answer came", async () => {
    const { url, requests } = await scriptedServer(lost);
    const { error } = await attempt(createShop({ url, retries: 1 }).store.get());

    expect(error).toMatchObject({ code: "network_error", status: 0 });
    expect(error?.cause).toBeInstanceOf(Error);
    expect(requests).toHaveLength(2);
  });

  test.each([200, 404])("says that something else answered %i", async (status) => {
    const { url } = await scriptedServer((response) => {
      response.writeHead(status, { "content-type": "text/html" }).end("<p>A proxy</p>");
    });
    const { error } = await attempt(createShop({ url }).store.get());

    expect(error).toMatchObject({ code: "unexpected_answer", status });
  });
});

describe("a request", () => {
  test("has the shop's key, the customer's token of that moment, the language and further headers", async () => {
    const { url, requests } = await scriptedServer(json(200, { data: [] }));
    let token: string | null = null;
    const headers = { "x-forwarded-for": "192.0.2.1" };
    const shop = createShop({ url: `${url}/`, key: "pk_1", customerToken: () => token, locale: "ar", headers });
    await shop.products.list({ q: "été", in_stock: true, "option.Taille": "M" });
    token = "a.b.c";
    await shop.menus.get("main/menu");

    expect(requests.map((one) => one.url)).toEqual([
      "/api/v1/storefront/products?q=%C3%A9t%C3%A9&in_stock=true&option.Taille=M&locale=ar",
      "/api/v1/storefront/store/menus/main%2Fmenu?locale=ar",
    ]);
    expect(requests.map((one) => [one.headers["x-api-key"], one.headers.authorization])).toEqual([
      ["pk_1", undefined],
      ["pk_1", "Bearer a.b.c"],
    ]);
    expect(requests[0]?.headers["x-forwarded-for"]).toBe("192.0.2.1");
  });

  test("has a session's headers, through the caller's fetch", async () => {
    const { url, requests } = await scriptedServer(json(200, {}));
    const given: unknown[] = [];
    const admin = createAdmin({
      url,
      headers: () => ({ "x-csrf": "1" }),
      fetch: (address, init) => {
        given.push((init as { priority?: string }).priority);
        return fetch(address, init);
      },
    });
    await admin.store.get({}, { init: { priority: "low" } });

    expect(given).toEqual(["low"]);
    expect(requests[0]?.headers).toMatchObject({ "x-csrf": "1" });
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  test("asks whether an answer that is kept is still right", async () => {
    const { url, requests } = await scriptedServer(json(200, { name: "Pots" }, { etag: '"1"' }), (response) =>
      response.writeHead(304, { etag: '"1"' }).end(),
    );
    const shop = createShop({ url, etags: new Map() });

    const answers = [await shop.store.get(), await shop.store.get(), await shop.store.get()];
    expect(answers).toEqual([{ name: "Pots" }, { name: "Pots" }, { name: "Pots" }]);
    expect(requests.map((one) => one.headers["if-none-match"])).toEqual([undefined, '"1"', '"1"']);
  });
});

test.each([
  [2500, "DZD", "fr-DZ", /^2\s500\sDA$/],
  [2500.5, "DZD", "ar-DZ", /2\.500,50/],
  [19.99, "EUR", "fr-FR", /^19,99\s€$/],
  [1000, "JPY", "en-US", /^¥1,000$/],
  [1.25, "TND", "en-US", /1\.250/],
])("formats %d %s in %s", (amount, currency, locale, text) => {
  expect(formatMoney(amount, currency, locale)).toMatch(text);
});
