import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minorDigits, toMajor, toMajorOrNull, toMinor } from "../../src/core/money.ts";
import { testProperty } from "../support/random-tests.ts";

describe("money", () => {
  test("has the digits of ISO 4217 for every currency", () => {
    expect(["DZD", "EUR", "JPY", "TND", "IQD", "HUF", "KRW"].map(minorDigits)).toEqual([2, 2, 0, 3, 3, 2, 0]);

    const byDigits: Record<number, string> = {
      0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
      3: "BHD IQD JOD KWD LYD OMR TND",
      4: "CLF UYW",
    };
    const others = Object.entries(byDigits).flatMap(([digits, list]) => list.split(" ").map((one) => [one, +digits]));
    const expected: Record<string, number> = Object.fromEntries(others);
    const current = Intl.supportedValuesOf("currency");
    expect(current.filter((currency) => minorDigits(currency) !== (expected[currency] ?? 2))).toEqual([]);
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

  test("rounds bounds so that they stay inclusive", () => {
    expect([
      toMinor("10.001", "EUR", "ceil"),
      toMinor("10.009", "EUR", "floor"),
      toMinor("10.01", "EUR", "ceil"),
    ]).toEqual([1001, 1000, 1001]);
    expect([toMinor("-10.001", "EUR", "ceil"), toMinor("-10.001", "EUR", "floor")]).toEqual([-1000, -1001]);
  });

  test.each([
    "",
    "-",
    ".",
    "abc",
    "1,5",
    "NaN",
    "Infinity",
    "1.2.3",
    "0x10",
    "1 000",
    "١٢",
    "1e400",
    "90071992547409.93",
  ])("refuses %j", (text) => {
    expect(() => toMinor(text, "EUR")).toThrow(RangeError);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e21, 2 ** 53])(
    "refuses the number %s",
    (major) => {
      expect(() => toMinor(major, "EUR")).toThrow(RangeError);
    },
  );

  const currencies = fc.constantFrom("JPY", "EUR", "TND");

  testProperty(
    "is unchanged after formatting and parsing, in every currency",
    fc.property(fc.integer({ min: -(2 ** 45), max: 2 ** 45 }), currencies, (minor, currency) => {
      const major = toMajor(minor, currency);
      expect(toMinor(major, currency)).toBe(minor + 0);
      expect(toMinor(String(major), currency)).toBe(minor + 0);
    }),
  );

  testProperty(
    "is written with at most the digits of its currency",
    fc.property(fc.integer({ min: 0, max: 2 ** 45 }), currencies, (minor, currency) => {
      const fraction = JSON.stringify(toMajor(minor, currency)).split(".")[1] ?? "";
      expect(fraction.length).toBeLessThanOrEqual(minorDigits(currency));
    }),
  );

  describe("of any decimal", () => {
    const units = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }); // of a millionth
    const floor = (dividend: bigint, divisor: bigint) =>
      dividend / divisor - (dividend % divisor !== 0n && dividend < 0n ? 1n : 0n);
    testProperty(
      "agrees with exact arithmetic, in each rounding",
      fc.property(units, currencies, (millionths, currency) => {
        const [size, step] = [millionths < 0n ? -millionths : millionths, 10n ** BigInt(6 - minorDigits(currency))];
        const digits = String(size).padStart(7, "0");
        const text = `${millionths < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
        const away = (size + step / 2n) / step; // half up is half away from zero

        expect(BigInt(toMinor(text, currency))).toBe(millionths < 0n ? -away : away);
        expect(BigInt(toMinor(text, currency, "floor"))).toBe(floor(millionths, step));
        expect(BigInt(toMinor(text, currency, "ceil"))).toBe(-floor(-millionths, step));
        expect(toMinor(`${millionths}e-6`, currency)).toBe(toMinor(text, currency));
      }),
    );
  });

  test("keeps null", () => {
    expect([toMajorOrNull(null, "EUR"), toMajorOrNull(150, "EUR")]).toEqual([null, 1.5]);
  });
});
