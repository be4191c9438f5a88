import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exceededLimit } from "../../src/core/json-bounds.ts";
import { testProperty } from "../support/random-tests.ts";

const list = (length: number, element: string): string => `[${Array(length).fill(element).join()}]`;
const fields = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;
const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("a JSON text", () => {
  test.each([
    ["32 levels", deep(32)],
    ["a long list of lists", list(10_000, "[]")],
    ["99,999 numbers", list(99_998, "1")],
    ["10,000 fields", fields(10_000)],
    ["a name of 1000 characters", `{"${"n".repeat(1000)}":1}`],
    ["a long string full of brackets, commas and escaped quotes", `["${'[{,:\\"'.repeat(200_000)}"]`],
    ["a string that ends in a backslash", '["\\\\",[1]]'],
    ["no text", ""],
    ["a string that never ends", '"\\'],
  ])("of %s is within the bounds", (_, json) => {
    expect(exceededLimit(json)).toBeUndefined();
  });

  test.each([
    ["33 levels", deep(33), "must not be nested more than 32 levels deep"],
    ["two million levels", "[".repeat(2_000_000), "must not be nested more than 32 levels deep"],
    ["100,001 numbers", list(100_000, "1"), "must not hold more than 100000 values"],
    ["as many empty objects", list(60_000, "{}"), "must not hold more than 100000 values"],
    ["10,001 fields", fields(10_001), "must not have more than 10000 fields"],
    ["as many fields of many objects", list(5001, '{"a":1,"b":2}'), "must not have more than 10000 fields"],
    ["a name of 1001", `{"${"n".repeat(1001)}":1}`, "must not have a name longer than 1000 characters"],
    ["such a name before spaces", `{"${"n".repeat(1001)}"   :1}`, "must not have a name longer than 1000 characters"],
  ])("of %s is outside the bounds", (_, json, message) => {
    expect(exceededLimit(json)).toBe(message);
  });

  testProperty(
    "of any small value is within the bounds, in any notation",
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2, "\t"), (value, space) => {
      expect(exceededLimit(JSON.stringify(value, null, space))).toBeUndefined();
    }),
  );
});
