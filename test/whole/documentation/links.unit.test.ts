import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

const read = (document: string): string => readFileSync(join(ROOT, document), "utf8");

const withoutBlocks = (markdown: string): string => markdown.replace(/^ *```.*?^ *```$/gms, "");

/** The anchors of a document's headings, as GitHub makes them for headings that differ. */
function anchorsOf(document: string): string[] {
  const headings = [...withoutBlocks(read(document)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The targets of the links of a document that lead into the repository. */
const linksOf = (document: string): string[] =>
  [
    ...withoutBlocks(read(document))
      .replace(/`[^`\n]*`/g, "")
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target));

test.each(DOCUMENTS)("every link of %s leads to a page and a heading that exist", (document) => {
  const broken = linksOf(document).filter((link) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? document : relative(ROOT, resolve(ROOT, dirname(document), path));
    return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });

  expect(broken).toEqual([]);
});

test("every page of the documentation is linked from another", () => {
  const linked = new Set(
    DOCUMENTS.flatMap((document) =>
      linksOf(document).map((link) => relative(ROOT, resolve(ROOT, dirname(document), link.split("#")[0] ?? ""))),
    ),
  );
  const pages = DOCUMENTS.filter((document) => document.startsWith("docs/") && !document.startsWith("docs/decisions/"));

  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});
