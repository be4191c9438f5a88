import { expect, test } from "vitest";
import { closestWilayas } from "../../src/shipping/wilayas/closest-wilayas.ts";
import { WILAYAS } from "../../src/shipping/wilayas/wilayas.ts";

const first = (text: string) => closestWilayas(text)[0]?.code;

test.each([
  ["Algre", "16"],
  ["Constantin", "25"],
  ["Tizi Wezou", "15"],
  ["Bordj Bou", "34"],
  ["Bejaya", "6"],
  ["قسنطينه الكبرى", "25"],
  ["BOUMERDESS", "35"],
])("the closest wilaya to %s is %s", (text, code) => {
  expect(first(text)).toBe(code);
});

test("the closest wilaya to a wilaya's name is that wilaya, and at most three are returned", () => {
  for (const { code, name_fr, name_ar } of WILAYAS) expect([first(name_fr), first(name_ar)]).toEqual([code, code]);
  for (const { name_fr } of WILAYAS) expect(closestWilayas(name_fr).length).toBeLessThanOrEqual(3);
});

test.each([["Paris"], [""], ["70"], ["!!"]])("no wilaya is close to %j", (text) => {
  expect(closestWilayas(text)).toEqual([]);
});
