import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { USUAL_NAMES } from "../../../src/catalog/options/usual-names.ts";
import { fold } from "../../../src/core/text/fold.ts";

test("a usual name of an option has one meaning", () => {
  const meanings = USUAL_NAMES.map((names) => [...new Set(Object.values(names).flat().map(fold))]);
  const all = meanings.flat();
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
});

test("docs/api.md lists the usual names", () => {
  const page = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8");
  for (const { fr, en, ar } of USUAL_NAMES)
    expect(page).toContain(`| ${[fr, en, ar].map((names) => names.join(", ")).join(" | ")} |`);
});
