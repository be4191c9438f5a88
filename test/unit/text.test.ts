import { describe, expect, test } from "vitest";
import { excerpt, plainText } from "../../src/catalog/product-text.ts";
import { parseTerms, searchVector, transpositions, typosAllowed, vocabulary } from "../../src/catalog/search-text.ts";
import { fold, words } from "../../src/core/fold.ts";
import { mediaRewriter } from "../../src/core/media.ts";

describe("folding", () => {
  test.each([
    ["Café", "cafe"],
    ["CŒUR", "coeur"],
    ["Straße", "strasse"],
    ["İstanbul", "istanbul"],
    ["أحمد إلى آخر", "احمد الي اخر"],
    ["مدرسة", "مدرسه"],
    ["فُـسْتَان", "فستان"],
    ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
    ["۰۱۲", "012"],
    ["ﻻ", "لا"],
  ])("%j is %j", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test("finds the words between whatever is none", () => {
    expect(words("L'eau – de rose, n°5 (250 ml)")).toEqual(["l", "eau", "de", "rose", "n", "5", "250", "ml"]);
    expect(words("!?")).toEqual([]);
  });
});

describe("what search knows of a product", () => {
  const product = { name: "Huile d'olive", labels: ["Bio"], description: "L'huile الزيت", codes: ["HU-1"] };

  test("is its words, each with the weight of where it stands", () => {
    expect(searchVector(product)).toBe("'huile':1A,3 'olive':1A '#hu-1':1A 'bio':2B 'الزيت':3 'زيت':3");
  });

  test("is the vocabulary for misspellings, without codes and short words", () => {
    expect(vocabulary({ ...product, description: "de la 123" })).toEqual(["bio", "huile", "olive"]);
  });

  test.each([
    ["sac", 0],
    ["sacs", 1],
    ["sachets", 1],
    ["sachette", 2],
    ["a15b", 0],
    ["قهوة", 1],
  ])("allows %j %i typos", (word, typos) => {
    expect(typosAllowed(word)).toBe(typos);
  });

  test("swaps neighbours", () => {
    expect(transpositions("abc")).toEqual(["bac", "acb"]);
  });

  test("reads a query term by term, without what holds no letter", () => {
    expect(parseTerms("  l'huile  AB-1 !! ")).toEqual([
      { words: ["huile"], code: "#l-huile" },
      { words: ["ab", "1"], code: "#ab-1" },
    ]);
  });
});

describe("descriptions", () => {
  test("become plain text", () => {
    const html =
      '<h2>Titre</h2><p>Un &amp; deux<br>trois <a href="https://x">lien</a></p><img src="x.png" alt="i"><script>no()</script><ul><li>a</li></ul>';

    expect(plainText(html)).toBe("Titre Un & deux trois lien * a");
    expect(plainText(null)).toBe("");
  });

  test("are cut between words at 300 characters", () => {
    const long = "mot ".repeat(200).trim();
    const cut = excerpt(long) ?? "";

    expect(cut.length).toBeLessThanOrEqual(300);
    expect(cut).toMatch(/mot…$/);
    expect(excerpt("x".repeat(400))).toBe(`${"x".repeat(299)}…`);
    expect([excerpt("short"), excerpt("")]).toEqual(["short", null]);
    expect(excerpt("y".repeat(300))).toBe("y".repeat(300));
  });
});

describe("media addresses", () => {
  const toCdn = mediaRewriter("https://media.example.com/", "https://cdn.example.com/");

  test.each([
    ["https://media.example.com/a/b.png", "https://cdn.example.com/a/b.png"],
    ["https://media.example.com.evil.com/a", "https://media.example.com.evil.com/a"],
    ["/a/b.png", "https://cdn.example.com/a/b.png"],
    ["a/b.png", "https://cdn.example.com/a/b.png"],
    ["https://elsewhere.com/a.png", "https://elsewhere.com/a.png"],
    ["//elsewhere.com/a.png", "//elsewhere.com/a.png"],
    ["data:image/png;base64,AA", "data:image/png;base64,AA"],
    [null, null],
  ])("%j goes to the CDN as %j", (stored, shown) => {
    expect(toCdn(stored)).toBe(shown);
  });

  test("stay as stored without a CDN", () => {
    const asStored = mediaRewriter("https://media.example.com", "");
    expect(["/a.png", "https://media.example.com/a.png", null].map(asStored)).toEqual([
      "/a.png",
      "https://media.example.com/a.png",
      null,
    ]);
  });
});
