import fc from "fast-check";
import { expect, test } from "vitest";
import { minorDigits, toMajor } from "../../../src/core/money.ts";
import { readStatedAmount } from "../../../src/orders/cash/stated-amount.ts";
import { testProperty } from "../../support/random-tests.ts";

test.each([
  ["2500", 250_000],
  ["2500.00", 250_000],
  ["2 500,00", 250_000],
  ["2\u00a0500,5 DA", 250_050],
  ["2\u202f500", 250_000],
  ["2.500,00", 250_000],
  ["2,500.00", 250_000],
  ["2.500", 250_000],
  ["12,500", 1_250_000],
  ["1.234.567", 123_456_700],
  ["1'234'567.89", 123_456_789],
  ["2500.000", 250_000],
  ["0,50", 50],
  ["0", 0],
  ["DA 2500,-", null],
  ["د.ج ٢٥٠٠", 250_000],
  ["٢٬٥٠٠٫٥٠", 250_050],
  ["2 500 DZD", 250_000],
  ["9999999999.99", 999_999_999_999],
  ["-2500", null],
  ["(2500)", null],
  ["2500-", null],
  ["", null],
  ["gratuit", null],
  ["0,500", 50],
  ["2500,005", null],
  ["12 34", null],
  ["1,23,456", null],
  ["2500 3000", null],
  ["2500 DA (3)", null],
  ["1e5", null],
  ["99999999999999999999", null],
])("%s is %s centimes", (text, minor) => {
  expect(readStatedAmount(text, "DZD")).toBe(minor);
});

test.each([
  ["2,500", "TND", 2500],
  ["2.500", "KWD", 2500],
  ["2.500", "JPY", 2500],
  ["2,5", "JPY", null],
  ["0,05", "EUR", 5],
])("%s %s is %s", (text, currency, minor) => {
  expect(readStatedAmount(text, currency)).toBe(minor);
});

const LANGUAGES = ["fr-FR", "fr-DZ", "de-DE", "en-US", "de-CH"];

testProperty(
  "what Intl writes is read, in every language that shops and carriers use",
  fc.property(
    fc.integer({ min: 0, max: 1e12 }),
    fc.constantFrom("DZD", "EUR", "JPY", "TND"),
    fc.constantFrom(...LANGUAGES),
    (minor, currency, language) => {
      const digits = minorDigits(currency);
      const shown = toMajor(minor, currency).toLocaleString(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      expect(readStatedAmount(shown, currency), shown).toBe(minor);
    },
  ),
);
