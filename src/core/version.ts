import manifest from "../../package.json" with { type: "json" };

/** The version of Hanout. */
export const version: string = manifest.version;

/** The version of the embedded database that this version of Hanout works with. */
export const pgliteVersion: string = manifest.dependencies["@electric-sql/pglite"];
