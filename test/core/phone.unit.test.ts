import { expect, test } from "vitest";
import { normalisePhone } from "../../src/core/text/phone.ts";

test.each([
  ["0550 12 34 56", "DZ", "+213550123456"],
  ["0550.12.34.56", "DZ", "+213550123456"],
  ["٠٥٥٠١٢٣٤٥٦", "DZ", "+213550123456"],
  ["+213 550 12 34 56", "FR", "+213550123456"],
  ["00213550123456", "DZ", "+213550123456"],
  ["06 12 34 56 78", "FR", "+33612345678"],
  ["+33 6 12 34 56 78", "DZ", "+33612345678"],
  ["021 23 45 67", "DZ", "+21321234567"],
])("%s in %s is %s", (text, country, kept) => {
  expect(normalisePhone(text, country)).toBe(kept);
});

test.each([
  ["123 456", "123 456"],
  ["  (11) 22-33.4 ", "(11) 22-33.4"],
  ["+999 123 456", "+999 123 456"],
  ["12345678901234567890", "12345678901234567890"],
])("%j is no known number, and kept as given", (text, kept) => {
  expect(normalisePhone(text, "DZ")).toBe(kept);
});

test.each([
  "",
  "     ",
  "12345",
  "((((((",
  "abc",
  "call 0550123456",
  "0550123456 ext",
  "123456789012345678901",
  "12-34-5",
])("%j is refused", (text) => {
  expect(normalisePhone(text, "DZ")).toBeUndefined();
});
