import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minorDigits, toMajor, toMajorOrNull, toMinor } from "../../src/core/money.ts";

describe("money", () => {
  test("has the digits of ISO 4217, not those people still write", () => {
    expect(["DZD", "EUR", "JPY", "TND", "IQD", "HUF", "KRW"].map(minorDigits)).toEqual([2, 2, 0, 3, 3, 2, 0]);
  });

  test.each([
    [2500, "DZD", 250000],
    [2500.5, "DZD", 250050],
    ["19.99", "EUR", 1999],
    [0.1 + 0.2, "EUR", 30],
    ["1.005", "EUR", 101],
    ["1.0049", "EUR", 100],
    [1234, "JPY", 1234],
    ["0.5", "JPY", 1],
    ["1.2345", "TND", 1235],
    ["1e3", "EUR", 100000],
    ["25e-1", "EUR", 250],
    ["-1.5", "EUR", -150],
    ["0", "EUR", 0],
  ])("%s %s is %i minor units", (major, currency, minor) => {
    expect(toMinor(major, currency)).toBe(minor);
  });

  test("rounds bounds the way that keeps them inclusive", () => {
    expect([
      toMinor("10.001", "EUR", "ceil"),
      toMinor("10.009", "EUR", "floor"),
      toMinor("10.01", "EUR", "ceil"),
    ]).toEqual([1001, 1000, 1001]);
    expect([toMinor("-10.001", "EUR", "ceil"), toMinor("-10.001", "EUR", "floor")]).toEqual([-1000, -1001]);
  });

  test.each(["", "abc", "1,5", "NaN", "Infinity", "1.2.3", "0x10", "1e400", "90071992547409.93"])(
    "refuses %j",
    (text) => {
      expect(() => toMinor(text, "EUR")).toThrow(RangeError);
    },
  );

  test("goes out and comes back unchanged, whatever the currency", () => {
    const amounts = fc.tuple(fc.integer({ min: -1e13, max: 1e13 }), fc.constantFrom("JPY", "EUR", "TND"));
    fc.assert(
      fc.property(amounts, ([minor, currency]) => {
        expect(toMinor(toMajor(minor, currency), currency)).toBe(minor + 0);
      }),
    );
  });

  test("agrees with exact arithmetic on any decimal", () => {
    const decimals = fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 99999 }));
    fc.assert(
      fc.property(decimals, ([whole, part]) => {
        const text = `${whole}.${String(part).padStart(5, "0")}`;
        const exact = (BigInt(whole) * 100_000n + BigInt(part) + 500n) / 1000n; // half up to two digits
        expect(BigInt(toMinor(text, "EUR"))).toBe(exact);
      }),
    );
  });

  test("keeps null", () => {
    expect([toMajorOrNull(null, "EUR"), toMajorOrNull(150, "EUR")]).toEqual([null, 1.5]);
  });
});
