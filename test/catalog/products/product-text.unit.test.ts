import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerpt, plainText } from "../../../src/catalog/products/plain-text.ts";
import { testProperty } from "../../support/random-tests.ts";

describe("the plain text of a description", () => {
  test.each([
    ["<h2>Titre</h2><p>Un &amp; deux<br>trois</p>", "Titre Un & deux trois"],
    ['voir <a href="https://example.com/x">le guide</a><img src="x.png" alt="photo">', "voir le guide"],
    ["<style>p { color: red }</style><script>steal()</script><!-- note --><p>a&nbsp;b</p>", "a b"],
    ["<p>jamais <b>fermé", "jamais fermé"],
    ["prix < 5 DA et > 2 DA", "prix < 5 DA et > 2 DA"],
    ["&lt;b&gt; reste du texte", "<b> reste du texte"],
    ["<em>Mo</em>t", "Mot"],
    ["<table><tr><th>Taille</th><td>M</td></tr><tr><th>Poids</th><td>1 kg</td></tr></table>", "Taille M Poids 1 kg"],
    ["avant<hr>après", "avant après"],
    ["<dl><dt>Taille</dt><dd>M</dd></dl>", "Taille M"],
    ["<STYLE>p {}</STYLE><SCRIPT>'<p>'</SCRIPT>texte", "texte"],
    ["caf&eacute; &#233;t&#xE9; &inconnu;", "café été &inconnu;"],
    ["a<![CDATA[b]]><?php c ?><!doctype html>d", "ad"],
    ["<blockquote>dit-elle</blockquote>", "dit-elle"],
    ["  \n ", ""],
    ["", ""],
    [null, ""],
  ])("for %j is %j", (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  test("separates list items", () => {
    expect(plainText("<ul><li>lin</li><li>laine</li></ul>").split(" ")).toEqual(
      expect.arrayContaining(["lin", "laine"]),
    );
  });

  test("handles any depth of nesting", () => {
    expect(plainText(`<p>début</p>${"<div>".repeat(20_000)}fond`)).toBe("début fond");
    expect(plainText(`${"<i>".repeat(30_000)}fond${"</a>".repeat(30_000)}`)).toBe("fond");
  });

  test("ends at 40,000 characters, without splitting a character", () => {
    expect(plainText("x".repeat(100_000))).toBe("x".repeat(40_000));
    expect(plainText(`x${"😀".repeat(30_000)}`).isWellFormed()).toBe(true);
  });

  describe("of any markup", () => {
    const tag = fc.constantFrom("p", "b", "i", "ul", "li", "h1", "td", "span", "blockquote", "a");
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      tag.map((name) => `<${name} class="x" onclick='y()'>`),
      fc.constantFrom("mot", "&amp;", "<br/>", "\n", "é"),
    );
    testProperty(
      "holds no tag",
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = plainText(pieces.join(""));
        expect(text).not.toMatch(/<\/?[a-z]/);
        expect(text).toBe(text.trim());
        expect(text).not.toMatch(/\s\s/);
      }),
    );
  });
});

describe("an excerpt", () => {
  test("is the whole text up to 300 characters, and null without text", () => {
    expect(excerpt("y".repeat(300))).toBe("y".repeat(300));
    expect([excerpt("court"), excerpt("")]).toEqual(["court", null]);
  });

  test("ends between words, with an ellipsis", () => {
    expect(excerpt("mot ".repeat(200).trim())).toMatch(/ mot…$/);
    expect(excerpt("x".repeat(301))).toBe(`${"x".repeat(299)}…`);
    expect(excerpt(`${"a".repeat(298)} bcd`)).toBe(`${"a".repeat(298)}…`);
  });

  describe("of any text", () => {
    const unit = fc.constantFrom("a", " ", "é", "😀", "م");
    testProperty(
      "is at most 300 characters and never splits one",
      fc.property(fc.string({ unit, minLength: 250, maxLength: 400 }), (text) => {
        const short = excerpt(text.trim()) ?? "";
        expect(short.length).toBeLessThanOrEqual(300);
        expect(short).not.toMatch(/\p{Surrogate}/u);
        expect(text.startsWith(short.replace(/…$/, "")) || text.trim().startsWith(short.replace(/…$/, ""))).toBe(true);
      }),
      { examples: [[`x${"😀".repeat(200)}`], ["😀".repeat(200)]] },
    );
  });
});
