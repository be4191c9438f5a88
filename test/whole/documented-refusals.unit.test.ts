import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PROBLEMS } from "../../src/core/problem.ts";
import { ANY_OPERATION } from "../../src/http/errors.ts";
import { readSources, refusingInEnglish, routesIn, throwsSentences } from "../support/documented-refusals.ts";

const isCode = (name: string): boolean => Object.hasOwn(PROBLEMS, name);

const sources = readSources("src");
const routes = routesIn(sources, isCode);

/** What the checks of body, query, path and origin refuse before a handler runs. */
const REFUSED_BEFORE = new Set(["invalid_request", "malformed_json", "invalid_value", "foreign_origin"]);
const ANYWHERE = new Set<string>(ANY_OPERATION);
/** The account can be erased, or get another password, between two transactions of one request. */
const UNDECLARED = new Set([
  "account.signUp: invalid_token, by showCustomer",
  "account.logIn: invalid_token, by showCustomer",
  "account.resetPassword: invalid_token, by showCustomer",
]);

/** Operations of the storefront whose routes are made by a function that takes their operationId. */
const NAMED_BY_PARAMETER = ["orders.get", "orders.track"];

describe("the codes that docstrings say are thrown", () => {
  test("exist as problems", () => {
    const sentences = throwsSentences(sources);
    const unknown = sentences.flatMap(({ file, listed }) =>
      listed.filter((name) => !isCode(name)).map((name) => `${file}: ${name}`),
    );

    expect(sentences.length).toBeGreaterThan(80);
    expect(unknown).toEqual([]);
  });

  test("are declared by each route that they are reached from", () => {
    const undeclared = routes.flatMap(({ operationId, declared, documented }) =>
      [...documented]
        .filter(([code]) => !declared.has(code) && !ANYWHERE.has(code))
        .map(([code, by]) => `${operationId}: ${code}, by ${by}`),
    );

    expect(undeclared.filter((fault) => !UNDECLARED.has(fault))).toEqual([]);
  });

  test("cover all that routes declare, except what is refused before a handler runs", () => {
    const undocumented = routes.flatMap(({ operationId, declared, documented }) =>
      [...declared]
        .filter((code) => !documented.has(code) && !REFUSED_BEFORE.has(code))
        .map((code) => `${operationId}: ${code}`),
    );

    expect(undocumented).toEqual([]);
  });

  test("are compared for every operation of the storefront", () => {
    const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.entries(paths)
      .filter(([path]) => path.startsWith("/api/v1/storefront/"))
      .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
    const compared = new Set(routes.map(({ operationId }) => operationId));

    expect(operations.filter((id) => !compared.has(id)).sort()).toEqual(NAMED_BY_PARAMETER);
    expect(compared).toContain("operationId");
  });
});

/**
 * Of the stream of events and of uploads, which only secret keys open, and of orders that merchants place: shoppers' orders always see the
 * promotions that are limited per customer.
 */
const OF_MERCHANTS = ["open", "problemOf", "readLastId", "receive", "requireUploader", "withoutLimitedPerCustomer"];

test("shoppers are refused with sentences that are in every language", () => {
  expect(refusingInEnglish(sources).sort()).toEqual(OF_MERCHANTS);
});
