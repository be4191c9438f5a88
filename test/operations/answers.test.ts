import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { fieldLine } from "../../src/core/columns/fields.ts";
import { PROBLEMS, Problem, type ProblemCode } from "../../src/core/problem.ts";
import { components } from "../../src/core/shapes.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { refusalsOf, requireDeclaredAnswer, requireDeclaredRefusal } from "../../src/operations/declared.ts";
import { defineOperation } from "../../src/operations/operation.ts";
import { keyring, tokens } from "../support/app.ts";
import { codesOfOperations, readSources } from "../support/documented-refusals.ts";

const operations = merchantOperations(keyring, tokens);

const Line = Type.Object({ sku: Type.String(), note: Type.Optional(Type.String()) });
const made = defineOperation({
  name: "things_save",
  title: "Save a thing",
  description: "",
  area: "catalog",
  effect: "write",
  takes: ["dry_run"],
  input: {},
  answers: Type.Object({
    id: Type.String(),
    lines: Type.Array(Line),
    free: Type.Record(Type.String(), Type.Unknown()),
  }),
  inDryRun: Type.Object({ cost: Type.Number() }),
  refuses: ["slug_taken"],
  example: {},
  run: async () => ({ text: "", data: { id: "1", lines: [], free: {} } }),
});

describe("in tests, an answer must be what its operation declares", () => {
  const fault = (data: object) => () => requireDeclaredAnswer(made, data, false);
  const answer = { id: "1", lines: [{ sku: "A" }], free: { any: 1 } };
  const dry = { dry_run: true, changes_count: 0, changes: [], cost: 2.5 };

  test.each([
    ["an answer", answer],
    ["one with the id of its change", { ...answer, change_id: "2" }],
    ["a dry run", dry],
  ])("%s", (_, data) => {
    expect(fault(data)).not.toThrow();
  });

  test.each([
    ["a field too many", { ...answer, colour: "red" }],
    ["a field too many inside", { ...answer, lines: [{ sku: "A", colour: "red" }] }],
    ["a field too few", { id: "1", free: {} }],
    ["a field too few inside", { ...answer, lines: [{ note: "A" }] }],
    ["a wrong value", { ...answer, id: 1 }],
    ["a job, which it has none of", { ...answer, job_id: "2" }],
    ["a dry run without what it adds", { ...dry, cost: undefined }],
    ["a dry run with what only a call answers", { ...dry, lines: [] }],
  ])("not with %s", (_, data) => {
    expect(fault(data)).toThrow("things_save answers what it does not declare");
  });

  test("and so must a refusal be", () => {
    const refuse = (code: ProblemCode) => () => requireDeclaredRefusal(made, new Problem(code, ""));

    expect(refuse("slug_taken")).not.toThrow();
    expect(refuse("invalid_value")).not.toThrow();
    expect(refuse("overloaded")).not.toThrow();
    expect(refuse("order_not_found")).toThrow("things_save refuses with order_not_found");
    expect(refuse("stale")).toThrow();
  });
});

/** The properties of a schema at any depth, by their names. */
function propertiesIn(schema: unknown): [name: string, schema: Record<string, unknown>][] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesIn);
  if (typeof schema !== "object" || schema === null) return [];
  const { $ref, properties = {}, ...rest } = schema as { $ref?: string; properties?: Record<string, never> };
  if ($ref !== undefined) return propertiesIn(components.get($ref.slice(0, -1))?.schema);
  const own = Object.entries(properties) as [string, Record<string, unknown>][];
  // What a mask hides as a whole has no fields of its own.
  const shown = own.filter(([name]) => fieldLine(name)?.merchants === "any");
  return [...own, ...shown.flatMap(([, inner]) => propertiesIn(inner)), ...Object.values(rest).flatMap(propertiesIn)];
}

const takesNull = ({ type, anyOf = [] }: { type?: string | string[]; anyOf?: { type?: string }[] }): boolean =>
  type === undefined ? anyOf.length === 0 || anyOf.some((one) => one.type === "null") : [type].flat().includes("null");

describe("answers as keys without customers:read get them", () => {
  /** Only keys that may see people may call them. */
  const OF_PEOPLE = operations.filter(({ area }) => area === "customers").map(({ name }) => name);

  test("have null where the schema allows it", () => {
    const faults = operations
      .filter(({ name }) => !OF_PEOPLE.includes(name))
      .flatMap(({ name, answers, detailed, inDryRun }) =>
        propertiesIn([answers, detailed, inDryRun])
          .filter(([field, schema]) => {
            const line = fieldLine(field);
            return line?.merchants !== "any" && !line?.mask && !takesNull(schema);
          })
          .map(([field]) => `${name}: ${field}`),
      );

    expect([...new Set(faults)]).toEqual([]);
  });
});

describe("the codes that an operation declares", () => {
  /** Functions that operations share throw them for the storefront, or for what these operations do not ask them. */
  const OF_OTHERS = ["cart_not_found", "cart_converted", "stale", "insufficient_scope"];
  const NOT_ASKED: Readonly<Record<string, readonly string[]>> = {
    files_adopt: ["files_full", "uploads_unavailable"], // its job ends with them
    orders_create: ["order_not_found"], // it reads the order that it has placed
    orders_next_call: ["order_not_found"], // it reads the order that it has locked
    orders_merge: ["variant_not_found", "variant_required", "cart_empty"], // the lines are there
    orders_ship: [
      ...["variant_not_found", "variant_required", "insufficient_stock"], // it changes carrier and tracking number only
      ...["cart_full", "cart_empty"],
    ],
  };
  /** A call that moves many orders tells the refusal of each as data. */
  const TOLD = ["orders_move", "cod_reconcile"];

  test("are all that the docstrings behind it name", () => {
    const documented = codesOfOperations(readSources("src"), (name) => Object.hasOwn(PROBLEMS, name));
    const undeclared = operations
      .filter(({ name }) => !TOLD.includes(name))
      .flatMap((operation) => {
        const notAsked = NOT_ASKED[operation.name] ?? [];
        const ofAny = ["overloaded", "unavailable"];
        const declared = new Set<string>([...refusalsOf(operation), ...OF_OTHERS, ...notAsked, ...ofAny]);
        const codes = [...(documented.get(operation.name)?.keys() ?? [])];
        return codes.filter((code) => !declared.has(code)).map((code) => `${operation.name}: ${code}`);
      });

    expect(documented.size).toBe(operations.length);
    expect(undeclared).toEqual([]);
  });
});
