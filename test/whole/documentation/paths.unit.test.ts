import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENTS = ["README.md", "CONTRIBUTING.md", ...names("docs").filter((name) => name.endsWith(".md"))];

/** Folders that a build, a run or an installation makes. */
const IGNORED = new Set([".git", "node_modules", "dist", "dist-test", "data", "coverage"]);

/** All files and folders under a folder, relative to the root; folders end with a slash. */
function* pathsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    if (IGNORED.has(entry.name)) continue;
    if (!entry.isDirectory()) yield `${folder}${entry.name}`;
    else {
      yield `${folder}${entry.name}/`;
      yield* pathsIn(`${folder}${entry.name}/`);
    }
  }
}

function names(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
}

/**
 * A word that means a file or a folder of the repository: it ends with a slash, `.ts`, `.md` or `.sql`, or has a slash and
 * another ending of ours. URLs and paths outside the repository begin with a slash, a dot or a tilde; placeholders
 * contain other characters.
 */
const PATH = /^\w[\w-]*(\.[\w-]+)*(\/[\w.-]+)*(\/|\.(ts|md|sql))$|^\w[\w-]*(\/[\w.-]+)+\.(json|sql|mjs|sh)$/;

const wordsOf = (document: string): string[] =>
  readFileSync(join(ROOT, document), "utf8").split(/(?:\w+:\/\/\S+)|[\s`()[\]"',;:|#]+/);

test.each(DOCUMENTS)("every path that %s mentions exists", (document) => {
  const existing = [...pathsIn("")].map((path) => `/${path}`);
  const mentioned = new Set(wordsOf(document).filter((word) => PATH.test(word)));

  // Documents leave out the beginning where it is clear: `orders/routes.ts`, `editing/`.
  const missing = [...mentioned].filter((path) => !existing.some((one) => one.endsWith(`/${path}`)));

  expect(missing).toEqual([]);
});
