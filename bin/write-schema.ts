// Writes docs/schema.sql, the schema after all migrations; a test compares it with both databases.
import { writeFileSync } from "node:fs";
import { migrate } from "../src/db/migrate.ts";
import { openPglite } from "../src/db/pglite/pglite.ts";
import { schemaDocument } from "./schema-document.ts";

const driver = await openPglite();
await migrate(driver);
writeFileSync("docs/schema.sql", await schemaDocument(driver));
await driver.close();
