import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * npm runs this after an install and before it packs: it builds dist/, unless the bundler is left out
 * (`npm ci --omit=dev`). A package without dist/ would start nothing, so then it is not packed.
 */
const fileAt = (path) => fileURLToPath(new URL(path, import.meta.url));

if (existsSync(fileAt("../node_modules/esbuild"))) {
  const { status } = spawnSync(process.execPath, [fileAt("build.js")], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} else if (!existsSync(fileAt("../dist/cli/hanout.js"))) {
  console.warn("Nothing was built: esbuild is not installed. Run npm ci without --omit=dev to build.");
  if (["pack", "publish"].includes(process.env.npm_command)) process.exitCode = 1;
}
