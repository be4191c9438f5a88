import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, words } from "../../src/core/text/fold.ts";
import { testProperty } from "../support/random-tests.ts";

describe("folding", () => {
  test.each([
    ["Café", "cafe"],
    ["CAFE\u0301", "cafe"], // the accent as a character of its own
    ["CŒUR", "coeur"],
    ["Straße", "strasse"],
    ["İstanbul", "istanbul"],
    ["ﬁl", "fil"],
    ["５０", "50"],
    ["أحمد إلى آخر ٱلله", "احمد الي اخر الله"],
    ["مدرسة", "مدرسه"],
    ["مستشفى", "مستشفي"],
    ["فُـسْتَان", "فستان"],
    ["ا\u0654حمد", "احمد"], // the hamza as a character of its own
    ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
    ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
  ])("turns %j into %j", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test.each([
    ["ﻣﺪﺭﺳﺔ", "مدرسة"],
    ["ﻣﺼﻄﻔﻰ", "مصطفى"],
    ["ﺃﺣﻤﺪ", "أحمد"],
    ["ﻻ", "لا"],
  ])("folds the presentation form %j, found in PDFs, to %j", (presented, plain) => {
    expect(fold(presented)).toBe(fold(plain));
  });

  testProperty(
    "changes nothing when applied twice, and leaves no capital or accent",
    fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (text) => {
      const folded = fold(text);
      expect(fold(folded)).toBe(folded);
      expect(folded).toBe(folded.toLowerCase());
      expect(folded).not.toMatch(/\p{M}/u);
    }),
    { numRuns: 1000, examples: [["ℌ"], ["Nike™"], ["№ 5"], ["ﺔ"]] },
  );

  test("removes all of two hundred thousand marks in a row", () => {
    expect(fold(`a${"\u0301\u0316".repeat(100_000)}b`)).toBe("ab");
  });

  testProperty(
    "ignores case",
    fc.property(fc.string({ unit: fc.constantFrom(..."aÀçÉîŒøđابةىأ3 ") }), (text) => {
      expect(fold(text.toUpperCase())).toBe(fold(text));
    }),
  );
});

describe("words", () => {
  test.each([
    ["L'eau – de rose, n°5 (250 ml)", ["l", "eau", "de", "rose", "n", "5", "250", "ml"]],
    ["زيت-زيتون، ٥ لتر", ["زيت", "زيتون", "5", "لتر"]],
    ["cous\u00adcous", ["couscous"]], // a soft hyphen is a place to break a line
    ["Nike™ Air®", ["nike", "air"]],
    ["محمد \ufdfa", ["محمد"]], // a sign that stands for a sentence of 18 letters
    ["", []],
    ["!? — 😀", []],
  ])("of %j are %j", (text, found) => {
    expect(words(text)).toEqual(found);
  });
});
