import { execFile } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../harness/options.ts";
import { sideResult, valueRow } from "../report/row.ts";
import type { Work } from "../work.ts";
import { titleOf } from "./sides.ts";

const run = promisify(execFile);
const BLOCK_BYTES = 512;
const LARGEST = 5;

/** What the package and its dependencies take on disk. */
export const size: Work = {
  name: "size",
  about: "the installed package with its dependencies, without development packages",
  unit: "MB",
  run: async (bench) => {
    const folder = join(bench.folder, "installed");
    mkdirSync(folder);
    const packed = await run("npm", ["pack", "./dist", "--json", "--pack-destination", folder], { cwd: ROOT });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    const install = ["install", `./${filename}`, "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund"];
    await run("npm", install, { cwd: folder });
    const modules = join(folder, "node_modules");
    const goal = { kind: "below", value: 80 } as const;
    const title = { ...titleOf(size), goal, notes: [largestOf(modules)] };
    return [valueRow(title, sideResult("installed", [{ value: diskMbOf(modules) }]))];
  },
};

/** The space that a folder takes on disk, in MB (2^20 bytes), as `du` counts it. */
function diskMbOf(path: string): number {
  const stat = lstatSync(path);
  const own = (stat.blocks * BLOCK_BYTES) / 2 ** 20;
  if (!stat.isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + diskMbOf(join(path, name)), own);
}

/** Names the largest packages. The packages of a scope count as one. */
function largestOf(modules: string): string {
  const sizes = readdirSync(modules).map((name) => ({ name, mb: diskMbOf(join(modules, name)) }));
  const largest = sizes.sort((a, b) => b.mb - a.mb).slice(0, LARGEST);
  return `largest: ${largest.map(({ name, mb }) => `${name} ${mb.toFixed(0)}`).join(", ")}`;
}
