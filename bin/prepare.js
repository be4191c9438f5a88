import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * npm runs this after an install and before it packs: it builds dist/, the client and the console, unless the bundler is
 * left out (`npm ci --omit=dev`). The repository itself is not packed, because dist/ is the package.
 */
const fileAt = (path) => fileURLToPath(new URL(path, import.meta.url));

if (["pack", "publish"].includes(process.env.npm_command)) {
  console.error("The package is dist/. Run: npm run build && npm pack ./dist");
  process.exitCode = 1;
} else if (existsSync(fileAt("../node_modules/esbuild"))) {
  const run = (args) => spawnSync(process.execPath, args, { cwd: fileAt("../"), stdio: "inherit" }).status === 0;
  const isBuilt =
    run(["node_modules/vite/bin/vite.js", "build", "console", "--logLevel", "warn"]) &&
    run(["bin/build.js"]) &&
    run(["node_modules/typescript/bin/tsc", "-p", "packages/client/tsconfig.build.json"]);
  process.exitCode = isBuilt ? 0 : 1;
} else if (!existsSync(fileAt("../dist/cli/hanout.js"))) {
  console.warn("Nothing was built: esbuild is not installed. Run npm ci without --omit=dev to build.");
}
