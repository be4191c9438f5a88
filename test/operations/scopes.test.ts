import { describe, expect, test } from "vitest";
import { ADMIN } from "../../src/app.ts";
import { hasScope, RESERVED_SCOPES, SCOPES, type Scope } from "../../src/core/scopes.ts";
import { merchantCatalogue } from "../../src/merchant-operations/operations.ts";
import { ConfirmTokens } from "../../src/operations/confirm.ts";
import { isTool, type Operation, scopesOf } from "../../src/operations/operation.ts";
import { app, keyring, openShop, type Shop, tokens } from "../support/app.ts";
import { keyFor, legacy } from "../support/mcp-wire.ts";
import { call, listTools, operationsOfKeys, post } from "../support/operations.ts";

const operations = operationsOfKeys;
const { resources } = merchantCatalogue(keyring, tokens, new ConfirmTokens([], {}));

/** The scopes that show orders, and those that open operations whose area and effect do not say it. */
const SHOWN_BY: Scope[] = ["orders:read", "orders:desk", "orders:write", "orders:money"];
const OPENED_BY: Readonly<Record<string, Scope[]>> = {
  orders_search: SHOWN_BY,
  orders_get: SHOWN_BY,
  carts_abandoned: ["orders:read", "orders:write", "orders:money"],
  orders_confirm: ["orders:desk", "orders:write"],
  orders_cancel: ["orders:desk", "orders:write"],
  orders_log_call: ["orders:desk", "orders:write"],
  orders_next_call: ["orders:desk", "orders:write"],
  carriers_list: ["settings:read", "settings:write", "orders:write"],
  orders_add_note: ["orders:desk", "orders:write"],
  orders_set_payment_status: ["orders:money"],
  cod_reconcile: ["orders:money"],
  analytics_report: ["reports:read", "orders:money"],
};

/** The table: the scopes that open an operation. */
const opens = (scope: Scope, { name, area, effect }: Operation): boolean =>
  OPENED_BY[name]?.includes(scope) ??
  ((area === "any" && (effect === "read" ? scope !== "orders:desk" : !scope.endsWith(":read"))) ||
    scope === `${area}:write` ||
    (scope === `${area}:read` && effect === "read"));

async function listedOverHttp(key: string): Promise<string[]> {
  const reply = await app.inject({ method: "GET", url: ADMIN, headers: { authorization: `Bearer ${key}` } });
  return reply.json().data.map(({ name }: { name: string }) => name);
}

const refusedBecauseOf = (operation: Operation) => ({
  code: "insufficient_scope",
  detail: expect.stringMatching(
    new RegExp(`${operation.name}.* ${scopesOf(operation).join(" or ")}\\..* api_keys_create`),
  ),
  allowed: scopesOf(operation),
});

/** The scope that the arguments of the example need besides, of an operation that the scope opens. */
function furtherScopeOf(operation: Operation, held: Scope): Scope | undefined {
  const example = operation.example as Record<string, unknown>;
  const needed = Object.entries(operation.needs ?? {}).filter(
    ([argument, { unless, orMissing }]) =>
      (argument in example || orMissing) && !unless?.test(example[argument], { country: "DZ" }, example),
  );
  return opens(held, operation) ? needed.find(([, { scope }]) => !hasScope([held], scope))?.[1].scope : undefined;
}

describe.each(SCOPES)("a key with %s alone", (scope) => {
  test("lists exactly the operations of the scope, over MCP and HTTP", async () => {
    const key = await keyFor(await openShop(), scope);
    const opened = operations.filter((one) => opens(scope, one));
    const names = opened.map(({ name }) => name);

    expect(names.length).toBeGreaterThan(0);
    expect((await listTools(key)).map(({ name }) => name)).toEqual(opened.filter(isTool).map(({ name }) => name));
    expect(await listedOverHttp(key)).toEqual(names);
  });

  test("may call these and no other, over MCP and HTTP", async () => {
    const shop = await openShop();
    const key = await keyFor(shop, scope);

    for (const operation of operations) {
      const { name, example } = operation;
      const { problem } = await call(shop, name, example, key);
      const { status, body, headers } = await post({ secret_key: key }, name, example);
      const further = furtherScopeOf(operation, scope);
      if (further)
        expect([problem?.code, problem?.allowed, body.code], name).toEqual([
          "insufficient_scope",
          [further],
          "insufficient_scope",
        ]);
      else if (opens(scope, operation)) expect([problem?.code, body.code], name).not.toContain("insufficient_scope");
      else {
        expect(problem, name).toMatchObject(refusedBecauseOf(operation));
        expect([status, body], name).toEqual([403, expect.objectContaining(refusedBecauseOf(operation))]);
        expect(headers["www-authenticate"]).toContain("insufficient_scope");
      }
    }
  });

  test("lists and reads exactly the resources of the scope", async () => {
    const key = await keyFor(await openShop(), scope);
    const opened = resources
      .filter(({ area }) => (area === "orders" ? SHOWN_BY.includes(scope) : hasScope([scope], `${area}:read`)))
      .map(({ uri }) => uri);

    const listed = (await legacy(key, "resources/list")).body.result.resources;
    const templates = (await legacy(key, "resources/templates/list")).body.result.resourceTemplates;
    expect(
      [
        ...listed.map((one: { uri: string }) => one.uri),
        ...templates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
      ].sort(),
    ).toEqual(opened.sort());
    for (const { uri } of resources.filter((one) => !one.uri.endsWith("}"))) {
      const { body } = await legacy(key, "resources/read", { params: { uri } });
      expect("result" in body, uri).toBe(opened.includes(uri));
    }
  });
});

test("every operation is opened by the scope that its refusal names, and each scope opens some", () => {
  for (const operation of operations) {
    for (const scope of scopesOf(operation)) expect(opens(scope, operation), operation.name).toBe(true);
  }
  expect(SCOPES.filter((scope) => !operations.some((one) => scopesOf(one).includes(scope)))).toEqual([]);
  expect(SCOPES.filter((scope) => RESERVED_SCOPES.has(scope))).toEqual([]);
});

describe("arguments that need a further scope", () => {
  const needs = operations.flatMap(({ name, needs = {} }) =>
    Object.entries(needs).map(([argument, need]) => [name, argument, need] as const),
  );
  const everythingBut = (scope: Scope) => SCOPES.filter((one) => !hasScope([one], scope));

  // biome-ignore format: a table
  const VALUES: Record<string, { refused: unknown; allowed?: unknown[]; others?: object }> = {
    sort: { refused: "customer_name", allowed: ["orders", "last_order_at"], others: { report: "customers", by: undefined } },
    customer_wilaya: { refused: "Bir El Djir", allowed: ["Oran", "31"] },
    query: { refused: "Karim", allowed: ["ORD-2026-7KQ2M9XB", " ord-2026-7kq2m9xb", ""] },
    wilaya: { refused: "Bir El Djir", allowed: ["Oran", "31"] },
    customer: { refused: "karim@example.dz" },
    carrier: { refused: "Rapide Express" },
    with: { refused: "ORD-2026-4M8T2WQZ" },
    phone: { refused: "0550 12 34 56" },
    email: { refused: "karim@example.dz" },
    customer_name: { refused: "Karim Benali" },
    customer_phone: { refused: "0550 12 34 56" },
    customer_email: { refused: "karim@example.dz" },
    customer_commune: { refused: "Bir El Djir" },
    shipping_address: { refused: { line1: "12 rue Larbi" } },
    customer_notes: { refused: "Sonnez" },
    to_call: { refused: false, allowed: [true] },
    reason: { refused: "damaged", allowed: ["unreachable", "refused", "changed_mind", "wrong_number", "duplicate", "fake"] },
    collected_amount: { refused: 2300 },
    pages: { refused: true, allowed: [false] },
    logo: { refused: true, allowed: [false] },
    report: { refused: "best_sellers", allowed: ["carrier_debts"], others: { by: undefined } },
  };

  const problemsOf = async (shop: Shop, key: string, name: string, args: object) => [
    (await call(shop, name, args, key)).problem,
    (await post({ secret_key: key }, name, args)).body,
  ];

  test.each(needs)("%s: %s", async (name, argument, { scope, unless }) => {
    const shop = await openShop();
    const [narrow, enough] = [await keyFor(shop, ...everythingBut(scope)), await keyFor(shop, ...SCOPES)];
    const { refused, allowed = [], others } = VALUES[argument] ?? { refused: undefined };
    const example = { ...operations.find((one) => one.name === name)?.example, ...others };

    for (const problem of await problemsOf(shop, narrow, name, { ...example, [argument]: refused })) {
      expect(problem).toMatchObject({
        code: "insufficient_scope",
        detail: expect.stringContaining(`${argument} of ${name}`),
        errors: [{ path: argument, message: `needs the scope ${scope}` }],
        allowed: [scope],
      });
      expect(problem.detail).toContain(scope);
      expect(JSON.stringify({ ...problem, request_id: null })).not.toMatch(/karim|djir|larbi|550/i);
    }
    for (const problem of await problemsOf(shop, enough, name, { ...example, [argument]: refused })) {
      expect(problem?.code).not.toBe("insufficient_scope");
    }
    expect(allowed.length > 0).toBe(unless !== undefined);
    for (const value of allowed) {
      for (const problem of await problemsOf(shop, narrow, name, { ...example, [argument]: value })) {
        expect(problem?.code, String(value)).not.toBe("insufficient_scope");
      }
    }
  });

  test("are in the list of operations", async () => {
    const { secret_key: key } = await openShop();
    const reply = await app.inject({ method: "GET", url: ADMIN, headers: { authorization: `Bearer ${key}` } });
    const listed = reply.json().data as { name: string; scopes: string[]; argument_scopes: object }[];

    expect(listed.find(({ name }) => name === "orders_search")).toMatchObject({
      scopes: ["orders:read", "orders:desk"],
      argument_scopes: {
        query: "customers:read",
        wilaya: "customers:read",
        customer: "customers:read",
        to_call: "orders:read",
      },
    });
    expect(listed.find(({ name }) => name === "customers_get")).toMatchObject({
      field_scopes: { total_spent: "orders:read" },
    });
  });
});
