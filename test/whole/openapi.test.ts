import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN, STOREFRONT } from "../../src/app.ts";
import { saveCategory, saveCollection } from "../../src/catalog/catalog.ts";
import { saveArticle } from "../../src/content/content.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { saveMenu } from "../../src/store/store.ts";
import { app, keyring, openShop, type Shop, tokens } from "../support/app.ts";
import { call } from "../support/operations.ts";

interface Media {
  schema: object;
  example?: unknown;
}
interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; schema: object; description?: string; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  security?: object[];
  responses: Record<string, Response>;
}
interface Response {
  description: string;
  content?: Record<string, Media>;
}

await app.ready();
const document = app.swagger() as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: {
    schemas: Record<string, { properties?: object }>;
    responses: Record<string, Response>;
    securitySchemes: object;
  };
};

/** The responses of an operation by status, with the shared ones written out. */
const responsesOf = ({ responses }: Operation): [status: string, response: Response][] =>
  Object.entries(responses).map(([status, response]) => {
    const name = (response as { $ref?: string }).$ref?.split("/").at(-1);
    return [status, name === undefined ? response : (document.components.responses[name] as Response)];
  });

const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);

const operations = all.filter(({ path }) => path.startsWith(STOREFRONT));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: "document" });

/** A validator of a schema that may refer to the document's components. */
function validatorOf(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
}
function expectValid(schema: object, value: unknown, what: string) {
  const validate = validatorOf(schema);
  expect(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

describe("the OpenAPI document", () => {
  test("is version 3.1, with both security schemes", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      customer: { type: "http", scheme: "bearer" },
    });
  });

  test("has every operation of the storefront, and nothing outside the API", () => {
    const reads = [
      "/blogs", "/blogs/{slug}", "/collections", "/collections/{slug}", "/pages", "/pages/{slug}", "/product-categories", "/products",
      "/products/{slug}", "/search", "/shipping-rates", "/store", "/store/menus", "/store/menus/{handle}", "/auth/me", "/cart/{cart_id}",
      "/customers/me", "/orders", "/orders/{order_number}", "/orders/track/{order_number}",
    ].map((path) => `GET ${STOREFRONT}${path}`); // biome-ignore format: a list
    const writes = [
      "POST /auth/signup", "POST /auth/login", "POST /auth/password/forgot", "POST /auth/password/reset", "PATCH /auth/me",
      "POST /auth/me/addresses", "PATCH /auth/me/addresses/{address_id}", "PATCH /auth/me/addresses/{address_id}/default",
      "DELETE /auth/me/addresses/{address_id}", "POST /cart", "POST /cart/{cart_id}/items",
      "PATCH /cart/{cart_id}/items/{item_id}", "DELETE /cart/{cart_id}/items/{item_id}", "POST /coupons/validate", "POST /orders",
    ].map((operation) => operation.replace(" ", ` ${STOREFRONT}`)); // biome-ignore format: a list

    expect(operations.map(({ name }) => name).sort()).toEqual([...reads, ...writes].sort());
  });

  test("describes every tag that an operation has, and no other", () => {
    const used = new Set(all.flatMap(({ operation }) => operation.tags ?? []));

    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  });

  test.each(operations)("explains $name, with valid examples", ({ name, operation }) => {
    expect(operation).toMatchObject({
      operationId: expect.stringMatching(/^[a-z]+[A-Za-z]*\.[a-z][A-Za-z]+$/),
      summary: expect.stringMatching(/./),
      description: expect.stringMatching(/\.$/),
      tags: [expect.any(String)],
    });
    for (const parameter of operation.parameters ?? []) {
      expect(parameter.description, `${name} ${parameter.name}`).toMatch(/./);
      if (parameter.example !== undefined)
        expectValid(parameter.schema, parameter.example, `${name} ${parameter.name}`);
    }
    for (const [status, { content = {} }] of responsesOf(operation)) {
      for (const [type, media] of Object.entries(content)) {
        expect(media.example, `${name} ${status} ${type}`).toBeDefined();
        expectValid(media.schema, media.example, `${name} ${status} ${type}`);
      }
    }
  });

  /** Beside 401, 403, 429, 500 and 503, and what a query or a path brings with it. */
  const MORE: Record<string, string[]> = {
    "POST /cart": ["400", "422"],
    "POST /cart/{cart_id}/items": ["400", "404", "409", "422"],
    "PATCH /cart/{cart_id}/items/{item_id}": ["400", "409", "422"],
    "DELETE /cart/{cart_id}/items/{item_id}": ["409"],
    "POST /orders": ["400", "404", "409", "422"],
    "POST /coupons/validate": ["400", "422"],
    "POST /auth/signup": ["400", "409", "422"],
    "POST /auth/login": ["400", "422"],
    "POST /auth/password/forgot": ["400", "422"],
    "POST /auth/password/reset": ["400", "422"],
    "PATCH /auth/me": ["400", "409", "422"],
    "POST /auth/me/addresses": ["400", "422"],
    "PATCH /auth/me/addresses/{address_id}": ["400", "422"],
  };

  test.each(operations)("documents every error of $name", ({ name, path, operation }) => {
    const answers = responsesOf(operation);
    const [success] = answers.filter(([status]) => status < "400").map(([, answer]) => answer);
    const errors = answers.filter(([status]) => status >= "400");
    const expected = new Set(["401", "403", "429", "500", "503", ...(MORE[name.replace(STOREFRONT, "")] ?? [])]);
    if (operation.parameters?.some(({ in: where, name: own }) => where === "query" && own !== "locale")) {
      expected.add("400"); // any value of `locale` is accepted
    }
    if (path.includes("{")) expected.add("404");

    expect(Object.keys(success?.content ?? {})).toEqual(["application/json"]);
    expect(errors.map(([status]) => status).sort()).toEqual([...expected].sort());
    for (const [status, { content }] of errors) {
      expect(content?.["application/problem+json"]?.example).toMatchObject({
        status: Number(status),
        code: expect.any(String),
      });
    }
  });

  test("says which shoppers' requests need a body", () => {
    const shoppers = all.filter(({ path, operation }) => path.startsWith(STOREFRONT) && operation.requestBody);
    const free = shoppers.filter(({ operation }) => !operation.requestBody?.required).map(({ name }) => name);

    expect(free).toEqual([`POST ${STOREFRONT}/cart`]);
  });

  test("has every merchant operation under its own address, with a valid example", () => {
    const merchants = all.filter(({ path }) => path.startsWith(ADMIN));
    const posts = merchantOperations(keyring, tokens).map((operation) => `POST ${ADMIN}/${operation.name}`);
    const STREAM = `GET ${ADMIN}/events`;
    const UPLOAD = `POST ${ADMIN}/files`;

    expect(merchants.map(({ name }) => name)).toEqual([`GET ${ADMIN}`, ...posts, STREAM, UPLOAD]);
    for (const { name, path, operation } of merchants) {
      const { security, tags, description, requestBody, responses } = operation;
      expect([security, tags], name).toEqual([[{ secretKey: [] }, { session: [] }], ["Merchant operations"]]);
      expect(description, name).toMatch(/\.$/);
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(["200", "401", "403", "429", "500", "503"]));
      if (path === ADMIN || name === STREAM || name === UPLOAD) continue;
      expect(operation.operationId).toBe(path.slice(ADMIN.length + 1));
      const body = requestBody?.content["application/json"];
      const isNeeded = "required" in (body?.schema ?? {});
      expect(requestBody?.required, name).toBe(isNeeded);
      const isChecked = "expected_updated_at" in ((body?.schema as { properties?: object })?.properties ?? {});
      expect(/[`.]stale\b/.test(JSON.stringify(responses["409"] ?? "")), name).toBe(isChecked);
      expectValid(body?.schema ?? {}, body?.example, name);
    }
  });

  test("has the errors that operations share once, in examples that are true for each of them", () => {
    const errors = all.flatMap(({ operation }) => Object.values(operation.responses)).map((one) => JSON.stringify(one));
    const repeated = errors.filter((error, at) => error.includes("problem+json") && errors.indexOf(error) !== at);

    expect(repeated).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('"instance":"');
  });

  test("names every code that a shared error stands for in the reference to it", () => {
    for (const [name, { description }] of Object.entries(document.components.responses)) {
      const codes = [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => code);
      expect(name).toMatch(/^(storefront|admin|console)\.\d{3}/);
      expect(name.split(".").slice(2), name).toEqual(codes);
    }
  });

  test("takes at most 4,700 bytes for each operation", async () => {
    const { payload } = await app.inject("/openapi.json");

    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(4700 * all.length);
  });

  test("equals the committed file", () => {
    const committed = JSON.parse(readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"));
    expect(committed, "run: npm run docs").toEqual(JSON.parse(JSON.stringify(document)));
  });
});

describe("real answers match the document, without missing or additional fields", () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop();
    const category_id = await shop.transact((db) =>
      saveCategory(db, {
        slug: "one",
        name: "One",
        description: null,
        image_url: null,
        parent_id: null,
        position: 0,
        is_active: true,
      }),
    );
    await shop.product({
      slug: "one",
      category_id,
      vendor: "V",
      images: [{ url: "/a.svg", alt: null }],
      options: [{ name: "Size", values: ["S"] }],
      variants: [{ option_values: { Size: "S" } }],
    });
    await shop.transact(async (db) => {
      await saveCollection(
        db,
        {
          slug: "one",
          title: "One",
          description: null,
          image_url: null,
          is_active: true,
          sort_order: "manual",
          position: 0,
          seo_title: null,
          seo_description: null,
        },
        ["one"],
      );
      const article = {
        slug: "one",
        title: "One",
        type: null,
        description: null,
        body: null,
        content: null,
        featured_image: null,
        is_published: true,
        published_at: db.now,
        seo_title: null,
        seo_description: null,
      };
      await saveArticle(db, "page", article);
      await saveArticle(db, "post", article);
      const child = { title: "C", url: null, type: "heading", position: 1, children: [] };
      await saveMenu(db, {
        handle: "one",
        title: "One",
        items: [{ title: "I", url: "/", type: "link", position: 1, children: [child] }],
      });
    });
  });

  const OWN = /storefront\/(auth|cart|coupons|customers|orders)/;
  const PUBLIC = operations.filter(({ path }) => !OWN.test(path));

  test.each(PUBLIC)("$name", async ({ path, operation }) => {
    const real = path.replace(STOREFRONT, "").replace(/\{\w+\}/, "one");
    const query = real === "/search" ? "?q=product&facets=true" : real === "/products" ? "?facets=true" : "";

    const { status, body } = await shop.get(real + query);

    expect(status).toBe(200);
    expectValid(closed(operation.responses["200"]?.content?.["application/json"]?.schema), body, path);
  });

  test("during a whole shopping trip", async () => {
    const seen = new Set<string>();
    const ask = async (name: string, parts: Record<string, string>, body?: object, headers = {}) => {
      const [method = "", path = ""] = name.split(" ");
      const real = path.replace(/\{(\w+)\}/g, (_, part) => parts[part] ?? "");
      const answer = await shop.send(method as "GET", real, body, headers);
      const operation = operations.find((one) => one.name === `${method} ${STOREFRONT}${path}`)?.operation;
      const described = operation?.responses[answer.status]?.content?.["application/json"]?.schema;
      expect(described, `${name} ${answer.status} ${JSON.stringify(answer.body)}`).toBeDefined();
      expectValid(closed(described), answer.body, name);
      seen.add(name);
      return answer.body;
    };
    await shop.transact((db) =>
      createPromotion(db, {
        title: "Tenth",
        code: "TENTH",
        discount_type: "percentage",
        discount_value: 1000,
        is_discoverable: true,
      }),
    );
    const person = { email: "one@example.dz", password: "long enough", full_name: "One" };
    await ask("POST /auth/signup", {}, person);
    await ask("POST /auth/login", {}, person);
    await ask("POST /auth/password/forgot", {}, person);
    const link = await call(shop, "customers_reset_link", { customer: person.email });
    const renewed = { token: link.data.token, password: "another one" };
    const { token } = await ask("POST /auth/password/reset", {}, renewed);
    const me = { authorization: `Bearer ${token}` };
    await ask("PATCH /auth/me", {}, { full_name: "One more" }, me);
    const home = {
      line1: "1",
      city: "Hydra",
      state: "Alger",
      country: "DZ",
      postal_code: "16035",
      phone: "0550123456",
    };
    const { address } = await ask("POST /auth/me/addresses", {}, home, me);
    await ask("PATCH /auth/me/addresses/{address_id}", { address_id: address.id }, { city: "Kouba" }, me);
    await ask("PATCH /auth/me/addresses/{address_id}/default", { address_id: address.id }, undefined, me);
    await ask("GET /auth/me", {}, undefined, me);
    await ask("GET /customers/me", {}, undefined, me);
    await ask("GET /customers/me", {});
    const product = (await shop.get("/products/one")).body;
    const item = { product_id: product.id, variant_id: product.variants[0].id, quantity: 1 };
    const { id: cart_id } = await ask("POST /cart", {}, {}, me);
    const filled = await ask("POST /cart/{cart_id}/items", { cart_id }, item);
    const item_id = filled.items[0].id;
    await ask("PATCH /cart/{cart_id}/items/{item_id}", { cart_id, item_id }, { quantity: 2 });
    await ask("DELETE /cart/{cart_id}/items/{item_id}", { cart_id, item_id });
    await ask("POST /cart/{cart_id}/items", { cart_id }, item);
    await ask("GET /cart/{cart_id}", { cart_id });
    await ask("POST /coupons/validate", {}, { code: "TENTH", items: [item] });
    const buyer = { customer_name: "One", customer_phone: "0550123456", shipping_address: { line1: "1" } };
    const placed = await ask("POST /orders", {}, { cart_id, coupon_code: "TENTH", ...buyer }, me);
    await ask("GET /orders", {}, undefined, me);
    await ask("GET /orders/{order_number}", placed, undefined, me);
    await ask("GET /orders/track/{order_number}", placed);
    await ask("DELETE /auth/me/addresses/{address_id}", { address_id: address.id }, undefined, me);

    expect(seen.size + PUBLIC.length).toBe(operations.length);
  });
});

/** The schema with every reference written out and every object closed: a field that is not described is a fault. */
function closed(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema as never;
  const { $ref } = schema as { $ref?: string };
  if ($ref) return closed(document.components.schemas[$ref.split("/").at(-1) ?? ""]);
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = !("properties" in inner) || "patternProperties" in inner || "additionalProperties" in inner;
  return isOpen ? inner : { ...inner, additionalProperties: false };
}
