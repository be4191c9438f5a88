import type { Driver } from "../database.ts";
import { type Placed, readExtensions, readPlaced, readTables } from "./catalogue.ts";
import { type PlannedTable, planTables } from "./tables.ts";

/** What a database has of the schema, and where Citus is to keep it. */
export interface Schema {
  /** In the order of `planTables`. */
  tables: PlannedTable[];
  extensions: string[];
  /** What Citus manages already; new tables are kept with those. */
  placed: Placed[];
}

/** Reads the catalogue of a migrated database. Throws OperatorError when its tables cannot be distributed. */
export const readSchema = async (driver: Pick<Driver, "query">): Promise<Schema> => ({
  tables: planTables(await readTables(driver)),
  extensions: await readExtensions(driver),
  placed: await readPlaced(driver),
});
