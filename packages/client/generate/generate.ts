// Writes the types and calls of the client from docs/openapi.json, into packages/client/src or the folder that is given.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { choicesOf, type Document, writeCalls } from "./calls.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const out = process.argv[2] ?? join(root, "packages/client/src");
const whole = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8")) as Document & { webhooks: object };

for (const [entry, prefix] of Object.entries({ shop: "/api/v1/storefront/", admin: "/api/v1/admin" })) {
  const { webhooks: _, ...document } = whole;
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => path.startsWith(prefix)));
  const folder = join(out, entry);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "calls.gen.ts"), writeCalls({ ...document, paths }, `${entry}Calls`));
  await writeTypes({ ...document, paths: withoutErrors(paths) }, join(folder, "types.gen.ts"));
}

/**
 * The answers as types are made of them: errors have one class, and their codes stand at the calls. An answer that arguments choose gets
 * a status of its own, so that its type has one.
 */
function withoutErrors(paths: Document["paths"]): Document["paths"] {
  const copy = structuredClone(paths);
  for (const operation of Object.values(copy).flatMap((methods) => Object.values(methods))) {
    operation.responses = Object.fromEntries(Object.entries(operation.responses).filter(([status]) => status < "400"));
    for (const [number, schema] of choicesOf(operation).entries()) {
      operation.responses[200 + number] = { description: "", content: { "application/json": { schema } } };
    }
  }
  return copy;
}

async function writeTypes(document: object, file: string) {
  const folder = mkdtempSync(join(tmpdir(), "hanout-client-"));
  await createClient({
    input: structuredClone(document) as Record<string, unknown>, // it changes its input
    output: { path: folder, entryFile: false },
    parser: { filters: { orphans: false } },
    plugins: ["@hey-api/typescript"],
    logs: { level: "silent" },
  });
  cpSync(join(folder, "types.gen.ts"), file);
  rmSync(folder, { recursive: true });
}
