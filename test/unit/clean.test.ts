import { expect, test } from "vitest";
import { cleaned } from "../../src/mcp/clean.ts";

test("what hides text is taken out of every text, and nothing else", () => {
  const hidden = "\u0000\u0007\u001b\u007f\u0085\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u{e0001}\u{e0041}";

  expect(cleaned(`a${hidden}b`)).toBe("ab");
  expect(cleaned("Ligne 1\nLigne 2\tمَرْحَبًا 👨‍👩‍👧 é")).toBe("Ligne 1\nLigne 2\tمَرْحَبًا 👨‍👩‍👧 é");
  expect(cleaned({ [`k${hidden}`]: [`v${hidden}`, { deep: `w${hidden}` }], n: 1, is: true, none: null })).toEqual({
    k: ["v", { deep: "w" }],
    n: 1,
    is: true,
    none: null,
  });
});
