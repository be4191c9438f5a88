import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaDocument } from "../../bin/schema-document.ts";
import { asOwner } from "../support/app.ts";

/** A line with a trigger that only the databases of tests have. */
const GUARD = /^create .* execute function (change|recording)_guard\..*\n/gm;

test("docs/schema.sql is the schema of the migrated database", async () => {
  const committed = readFileSync(new URL("../../docs/schema.sql", import.meta.url), "utf8");

  const document = await asOwner(schemaDocument);
  expect(document.replaceAll(GUARD, ""), "run: npm run docs").toBe(committed);
});
