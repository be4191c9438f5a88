import { describe, expect, test } from "vitest";
import { COMMUNES } from "../../src/shipping/wilayas/communes-by-wilaya.ts";
import { findWilaya, recogniseWilaya, wilayasOfCommune } from "../../src/shipping/wilayas/recognise-wilaya.ts";
import { WILAYAS } from "../../src/shipping/wilayas/wilayas.ts";

const codeOf = (text: string): string | undefined => recogniseWilaya(text)?.code;

test("there are 69 wilayas, numbered in order", () => {
  expect(WILAYAS.map(({ code }) => code)).toEqual(Array.from({ length: 69 }, (_, i) => String(i + 1)));
});

test.each(WILAYAS)(
  "$code is recognised by code, French and Arabic name, and code with name",
  ({ code, name_fr, name_ar }) => {
    const padded = code.padStart(2, "0");
    const forms = [
    code, padded, ` ${code} `, name_fr, name_ar, name_fr.toUpperCase(), name_fr.normalize("NFD"), `${code} - ${name_fr}`,
    `${padded} ${name_ar}`, `${name_fr} (${code})`, `${code}. ${name_fr}`, `Wilaya de ${name_fr}`, `ولاية ${name_ar}`,
  ]; // biome-ignore format: a list

    expect(forms.map((form) => [form, codeOf(form)])).toEqual(forms.map((form) => [form, code]));
  },
);

test.each([
  ["Bejaia", "6"],
  ["tizi-ouzou", "15"],
  ["Msila", "28"],
  ["wilaya d'Alger", "16"],
  ["Wilaya Djelfa", "17"],
  ["Algiers", "16"],
  ["الجزائر العاصمة", "16"],
  ["الاغواط", "3"],
  ["ادرار", "1"],
  ["١٦", "16"],
  ["El Meghaier", "57"],
  ["تامنغست", "11"],
  ["عين الدفلة", "44"],
  ["عين تيموشنت", "46"],
  ["إن صالح", "53"],
  ["تقرت", "55"],
  ["وادي سوف", "39"],
  ["Tipasa", "42"],
])("%s is recognised as wilaya %s", (text, code) => {
  expect(codeOf(text)).toBe(code);
});

describe("a text that names no wilaya is not recognised", () => {
  test.each([
    "",
    "  ",
    "0",
    "70",
    "016x",
    "16 31",
    "16 - Oran",
    "12 rue des Oliviers",
    "Paris",
    "Atlantis",
    "-16-17",
    "Alger Oran",
  ])("%j", (text) => {
    expect(codeOf(text)).toBeUndefined();
  });
});

describe("communes", () => {
  const named = Object.entries(COMMUNES).flatMap(([code, names]) =>
    names.split(", ").map((name) => ({ code, names: name.split("/") })),
  );

  test("are 1,541 in 69 wilayas, each with a French and an Arabic name", () => {
    expect(Object.keys(COMMUNES)).toEqual(WILAYAS.map(({ code }) => code));
    expect(named).toHaveLength(1541);
    expect(
      named.filter(({ names: [french = "", arabic = ""] }) => !french || !/^[\p{Script=Arabic} ]+$/u.test(arabic)),
    ).toEqual([]);
  });

  test("are recognised, unless another wilaya has a commune of the same name", () => {
    for (const { code, names } of named) {
      for (const name of names) {
        const codes = wilayasOfCommune(name).map((wilaya) => wilaya.code);
        expect([name, codes]).toEqual([name, expect.arrayContaining([code])]);
        expect([name, findWilaya({ wilaya: null, commune: name })?.code]).toEqual([
          name,
          codes.length === 1 ? code : undefined,
        ]);
      }
    }
  });

  test("may have the name of a wilaya when no commune has that name", () => {
    for (const [commune, code] of [
      ["Alger", "16"],
      ["الجزائر", "16"],
      ["Poseidonis", undefined],
    ] as const) {
      expect([commune, findWilaya({ wilaya: null, commune })?.code]).toEqual([commune, code]);
    }
  });
});
