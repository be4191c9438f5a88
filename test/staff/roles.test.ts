import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../src/app.ts";
import { ALL_SCOPES, hasScope, type Scope } from "../../src/core/scopes.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { scopesOf } from "../../src/operations/operation.ts";
import { ROLE_NAMES, ROLES, type Role } from "../../src/staff/staff.ts";
import { keyring, openShop, type Shop, tokens } from "../support/app.ts";
import { openDemo } from "../support/examples.ts";
import { post } from "../support/operations.ts";
import { type Page, personOf } from "./people.ts";

const operations = merchantOperations(keyring, tokens);

/** What docs/staff.md says of the roles, written once more. */
const MAY: Record<Role, (scope: Scope) => boolean> = {
  owner: () => true,
  manager: (scope) => scope !== "staff:write" && !scope.startsWith("keys:"),
  orders: (scope) =>
    [
      "orders:read",
      "orders:desk",
      "orders:write",
      "orders:money",
      "customers:read",
      "customers:write",
      "catalog:read",
    ].includes(scope),
  call_desk: (scope) => ["orders:desk", "customers:read", "catalog:read"].includes(scope),
  catalogue: (scope) => ["catalog:read", "catalog:write", "content:read"].includes(scope),
  content: (scope) => ["content:read", "content:write", "catalog:read"].includes(scope),
  viewer: (scope) => scope.endsWith(":read") && scope !== "customers:read" && scope !== "keys:read",
};

let shop: Shop;
const pages = {} as Record<Role, Page>;
beforeAll(async () => {
  shop = await openShop();
  for (const role of ROLE_NAMES) pages[role] = (await personOf(shop, role)).page;
});

describe.each(ROLE_NAMES)("%s", (role) => {
  test("has the scopes that the documentation says", () => {
    expect(ALL_SCOPES.filter((scope) => hasScope(ROLES[role], scope))).toEqual(ALL_SCOPES.filter(MAY[role]));
  });

  test("lists exactly the operations of these scopes", async () => {
    const { body } = await pages[role].send("GET", ADMIN, undefined, { "x-hanout-store": shop.slug });

    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(
      operations.filter((one) => scopesOf(one).some(MAY[role])).map(({ name }) => name),
    );
  });

  test("may use these operations, and no other", async () => {
    for (const operation of operations) {
      const { status, body } = await pages[role].run(shop, operation.name, { surprise: 1 });
      const answered = [operation.name, status, body.code, body.errors?.[0]?.path ?? body.allowed];

      if (scopesOf(operation).some(MAY[role])) {
        expect(answered).toEqual([operation.name, 422, "invalid_value", "surprise"]);
      } else {
        expect(answered).toEqual([operation.name, 403, "insufficient_scope", [...scopesOf(operation)]]);
        expect(body.detail).toMatch(/^Your role may not use .* Ask an owner of the store for another role\.$/);
      }
    }
  });
});

test("no key has a scope of people, nor uses their operations", async () => {
  for (const scope of ["staff:read", "staff:write"]) {
    const { body } = await post(shop, "api_keys_create", { name: "K", scopes: [scope] });
    expect(body).toMatchObject({ status: 422, code: "invalid_value" });
    expect(body.errors[0].message).toContain("is for people who work in the store");
    expect((await pages.owner.run(shop, "api_keys_create", { name: "K", scopes: [scope] })).status).toBe(422);
  }
  for (const { name } of operations.filter(({ area }) => area === "staff")) {
    expect((await post(shop, name, { surprise: 1 })).body.code, name).toBe("insufficient_scope");
  }
});

test("a key that a person makes has no scope that the role lacks", async () => {
  const { body } = await pages.owner.run(shop, "api_keys_create", { name: "Mine" });
  expect(body.scopes).toContain("orders:read");
  expect(body.scopes.filter((scope: string) => scope.startsWith("staff"))).toEqual([]);
});

test("roles without customers:read see nobody in any answer", async () => {
  const demo = await openDemo();
  const { page: seeing } = await personOf(demo, "owner");
  const blind = await Promise.all(
    ROLE_NAMES.filter((role) => !MAY[role]("customers:read")).map(async (role) => ({
      role,
      ...(await personOf(demo, role)),
    })),
  );
  expect(blind.map(({ role }) => role)).toEqual(["catalogue", "content", "viewer"]);
  const order = (await seeing.run(demo, "orders_search")).body.data[0].order_number;
  const OTHERS: Record<string, object> = {
    orders_search: { response_format: "detailed" },
    orders_get: { order, response_format: "detailed" },
    changes_list: { response_format: "detailed" },
    events_list: { limit: 100 },
  };
  let shown = 0;
  for (const operation of operations.filter(({ effect }) => effect === "read")) {
    const { name, example, input } = operation;
    const { to_call: _call, ...args } = example as Record<string, unknown>;
    const details = "response_format" in input.properties ? { response_format: "detailed" } : {};
    const given = OTHERS[name] ?? { ...args, ...details };
    const readers = blind.filter(({ role }) => scopesOf(operation).some(MAY[role]));
    for (const { page } of readers) {
      const { status, body } = await page.run(demo, name, given);
      expect([200, 403, 404, 422], `${name} ${JSON.stringify(body)}`).toContain(status);
      expect(JSON.stringify(body), name).not.toMatch(PEOPLE);
    }
    if (readers.length > 0 && PEOPLE.test(JSON.stringify((await seeing.run(demo, name, given)).body))) shown++;
  }
  expect(shown).toBeGreaterThan(2);
});

/** Names, phone numbers and addresses of the demo's customers. */
const PEOPLE = /Amina|Yacine|Lynda|\+213[567]\d{8}|@example\.dz/;
