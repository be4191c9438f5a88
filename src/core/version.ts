import { readFileSync } from "node:fs";
import { PACKAGE_ROOT } from "./package-root.ts";

const manifest = JSON.parse(readFileSync(new URL("package.json", PACKAGE_ROOT), "utf8")) as {
  version: string;
  peerDependencies: { "@electric-sql/pglite": string };
};

/** The version of Hanout. */
export const version: string = manifest.version;

/** The version of the embedded database that this version of Hanout works with. */
export const pgliteVersion: string = manifest.peerDependencies["@electric-sql/pglite"];
