// Checks that the client's generated files are those that `npm run docs` writes from docs/openapi.json.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SOURCE = "packages/client/src";
const fresh = mkdtempSync(join(tmpdir(), "hanout-client-"));
const { status } = spawnSync("npx", ["tsx", "packages/client/generate/generate.ts", fresh], { stdio: "inherit" });
const generated = readdirSync(fresh, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".gen.ts"));
const differing = generated.filter((file) => !readFileSync(join(fresh, file)).equals(readFileSync(join(SOURCE, file))));
rmSync(fresh, { recursive: true });

for (const file of differing) console.error(`${SOURCE}/${file} is not what docs/openapi.json says. Run: npm run docs`);
if (generated.length === 0) console.error("Nothing was generated; the check means nothing.");
else if (differing.length === 0)
  console.log(`${generated.length} generated files of the client are as they should be.`);
process.exitCode = status || (generated.length === 0 || differing.length > 0 ? 1 : 0);
