// Checks the import rules between folders. A run that reads no modules would report no errors, so the number of modules is checked too.
import { createRequire } from "node:module";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

const require = createRequire(import.meta.url);
const { forbidden, options } = require("../.dependency-cruiser.cjs");
const MIN_MODULES = 900;

const { output, exitCode } = await cruise(
  ["src", "test", "bench", "packages/client/src", "packages/client/generate", "console/src", "vitest.config.ts"],
  { ...options, ruleSet: { forbidden }, validate: true, outputType: "err" },
  undefined,
  { tsConfig: extractTSConfig("tsconfig.json") },
);
console.log(output);
const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
if (modules < MIN_MODULES) console.error(`Only ${modules} modules were read; at least ${MIN_MODULES} are expected.`);
process.exitCode = exitCode || (modules < MIN_MODULES ? 1 : 0);
