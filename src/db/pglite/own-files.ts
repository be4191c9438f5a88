import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../core/operator-error.ts";

/** The PostgreSQL that PGlite is: it reads the files of no other. */
const POSTGRES = "18";

/** Another PostgreSQL wrote the files of the embedded database. */
export class OtherPostgres extends OperatorError {}

/** Throws OtherPostgres, unless the folder is new or of this PostgreSQL. */
export function requireOwnFiles(folder: string): void {
  const file = join(folder, "PG_VERSION");
  const version = existsSync(file) ? readFileSync(file, "utf8").trim() : POSTGRES;
  if (version === POSTGRES) return;
  throw new OtherPostgres(
    `The embedded database was written by PostgreSQL ${version}, and this version of Hanout has PostgreSQL ${POSTGRES}. Write its stores to files with the version that wrote it (hanout stores export), and import them with this one.`,
  );
}
