// Checks that no source file is too long and no folder has too many files. A walk that finds no files finds no faults
// either, so their number counts too.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = ["src", "test", "bench", "bin", "packages", "console"];
const SOURCE = /(?<!\.gen)\.[cm]?[jt]sx?$/;
const MAX_LINES = 400;
const MAX_FILES = 20;
const MIN_SOURCES = 400;

/** The folder and all below it, each with the paths of the files directly in it. */
function walk(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !["node_modules", "dist"].includes(name),
  );
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => walk(join(folder, name)));
  return [{ folder, files }, ...below];
}

const linesOf = (file) => readFileSync(file, "utf8").trimEnd().split("\n").length;

const folders = FOLDERS.flatMap(walk);
const sources = folders.flatMap(({ files }) => files).filter((file) => SOURCE.test(file));
const faults = [
  ...sources
    .map((file) => ({ file, lines: linesOf(file) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, and ${MAX_LINES} are allowed. Split it by topic.`),
  ...folders
    .filter(({ files }) => files.length > MAX_FILES)
    .map(
      ({ folder, files }) =>
        `${folder} has ${files.length} files directly in it, and ${MAX_FILES} are allowed. Group them in folders.`,
    ),
  ...(sources.length < MIN_SOURCES ? [`Only ${sources.length} source files were found; the check means nothing.`] : []),
];
for (const fault of faults) console.error(fault);
if (faults.length === 0)
  console.log(`${sources.length} source files in ${folders.length} folders: none too long or too full.`);
process.exitCode = faults.length > 0 ? 1 : 0;
