import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchVector, vocabulary } from "../../../src/catalog/search/document.ts";
import { MAX_NEAR_WORDS, MAX_QUERY_WORDS, parseTerms, searchPlan } from "../../../src/catalog/search/plan.ts";
import { forms, transpositions, typosAllowed } from "../../../src/catalog/search/words.ts";
import { testProperty } from "../../support/random-tests.ts";

const product = {
  name: "Huile d'olive",
  labels: ["Bio"],
  options: ["Bidon", "1 L", "Bidon"],
  description: "L'huile الزيت",
  codes: ["HU-1"],
};

describe("the search document of a product", () => {
  test("holds words and codes, each with the weight of its field", () => {
    expect(searchVector(product)).toBe(
      "'huile':1A,3 'olive':1A '#hu-1':1A 'bio':2B 'bidon':2B '1':2B 'l':2B 'الزيت':3 'زيت':3",
    );
  });

  test("never holds syntax of the database's text search", () => {
    const sly = {
      name: `a' b\\ c:1A d,e`,
      labels: ["f & g"],
      options: ["m:2"],
      description: "h | !i <-> (j)",
      codes: ["k'l\\"],
    };

    expect(
      searchVector(sly)
        .replaceAll(/'[#\p{L}\p{N}-]+':\d[ABD]?(,\d[ABD]?)*/gu, "")
        .trim(),
    ).toBe("");
  });

  test("supplies the vocabulary for misspellings, without codes, numbers and the shortest words", () => {
    expect(vocabulary({ ...product, description: "de la 123 x2yz" })).toEqual(["bidon", "bio", "huile", "olive"]);
  });

  test("is limited in size, for any length of text or word", () => {
    const endless = Array.from({ length: 10_000 }, (_, i) => `mot${i}`).join(" ");

    expect(searchVector({ ...product, description: endless }).split(" ").length).toBeLessThan(4000);
    expect(searchVector({ ...product, options: endless.split(" ") }).split(" ").length).toBeLessThan(4000);
    const longest = Math.max(
      ...searchVector({ ...product, name: "x".repeat(5000), codes: ["y".repeat(5000)] })
        .split(" ")
        .map((word) => word.length),
    );
    expect(longest).toBeLessThan(500);
  });
});

describe("a query", () => {
  test("is read term by term, without terms that have no letter or digit", () => {
    expect(parseTerms("  l'huile  AB-1 !! ")).toEqual([
      { words: ["huile"], code: "#l-huile" },
      { words: ["ab", "1"], code: "#ab-1" },
    ]);
    expect(parseTerms(" ' :* & ")).toEqual([]);
  });

  test("limits the words over all terms, and keeps every letter of a code", () => {
    const hyphenated = [..."abcdefghij".repeat(10)].join("-");

    const terms = parseTerms(`robe ${hyphenated} bleue`);

    expect(terms.flatMap(({ words }) => words)).toHaveLength(MAX_QUERY_WORDS);
    expect(terms.map(({ code }) => code)).toEqual(["#robe", `#${hyphenated}`]);
  });

  describe("of any kind, with any number of similar words", () => {
    const near = Array.from({ length: 100 }, (_, i) => `mot${i}`);
    const typed = fc.string({ unit: fc.constantFrom("a", "é", "ال", "-", " ", "b", "'"), maxLength: 200 });

    testProperty(
      "becomes a plan of limited size",
      fc.property(typed, (query) => {
        const terms = parseTerms(query);
        const nearWords = new Map(terms.flatMap(({ words }) => words.flatMap(forms)).map((word) => [word, near]));
        const plan = searchPlan(query, terms, nearWords);
        const operands =
          `${plan.all} ${plan.words.map(({ any }) => any).join(" ")} ${plan.exact} ${plan.near.anywhere}`.match(
            /'[^']+'/g,
          ) ?? [];
        expect(plan.words.length).toBeLessThanOrEqual(MAX_QUERY_WORDS);
        expect(operands.length).toBeLessThanOrEqual(4 * (1 + MAX_QUERY_WORDS * (4 + 2 * MAX_NEAR_WORDS)));
      }),
    );
  });

  test.each([
    ["l'huile", ["huile"]],
    ["l’huile", ["huile"]],
    ["QU'ELLE", ["elle"]],
    ["aujourd'hui", ["aujourd", "hui"]],
    ["d'", ["d"]],
  ])("%j means the words %j", (typed, words) => {
    expect(parseTerms(typed).flatMap((term) => term.words)).toEqual(words);
  });

  test.each([
    ["sac", 0],
    ["sacs", 1],
    ["sachets", 1],
    ["sachette", 2],
    ["a15bcdefgh", 0],
    ["2024", 0],
    ["شاي", 0],
    ["قهوة", 1],
    ["𐐀𐐀𐐀", 0], // three letters, each of two UTF-16 units
  ])("allows typing mistakes: %j by %i", (word, typos) => {
    expect(typosAllowed(word)).toBe(typos);
  });

  test("allows two neighbouring letters in the wrong order", () => {
    expect(transpositions("abc")).toEqual(["bac", "acb"]);
    expect(transpositions("a")).toEqual([]);
  });

  test.each([
    ["الزيت", ["الزيت", "زيت"]],
    ["زيت", ["زيت"]],
    ["الى", ["الى"]], // too short to be an article and a word
    ["olive", ["olive"]],
  ])("%j is searched as %j", (word, found) => {
    expect(forms(word)).toEqual(found);
  });
});
