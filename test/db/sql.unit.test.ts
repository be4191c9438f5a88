import { expect, test } from "vitest";
import { hasFixedText, join, sql, withFixedText } from "../../src/db/sql.ts";

test("a statement of one literal has a fixed text, for any values", () => {
  expect(hasFixedText(sql`select ${1}, ${"a"}`)).toBe(true);
  expect(hasFixedText(sql`select ${sql`now()`}, ${1}`)).toBe(true);
});

test("a statement composed of fragments with values has no fixed text", () => {
  const condition = sql`price > ${1}`;
  expect(hasFixedText(sql`select from products where ${condition}`)).toBe(false);
  expect(hasFixedText(sql`select from products where ${join([condition, condition], " and ")}`)).toBe(false);
  expect(hasFixedText(sql`select (${sql`select ${condition}`})`)).toBe(false);
});

test("a composed statement has a fixed text when its author declares it", () => {
  expect(hasFixedText(withFixedText(sql`select from products where ${sql`id = ${1}`}`))).toBe(true);
});
