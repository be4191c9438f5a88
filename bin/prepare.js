import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** npm runs this after an install: it builds dist/, unless the compiler is left out (`npm ci --omit=dev`). */
const fileAt = (path) => fileURLToPath(new URL(path, import.meta.url));
const compiler = fileAt("../node_modules/typescript/bin/tsc");

if (existsSync(compiler)) {
  const { status } = spawnSync(process.execPath, [compiler, "-p", fileAt("../tsconfig.build.json")], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} else {
  console.warn(
    "Nothing was built: the TypeScript compiler is not installed. Build dist/ with: npm ci && npm run build",
  );
}
