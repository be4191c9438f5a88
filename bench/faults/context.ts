import { databaseOn, embeddedDatabase } from "../harness/database.ts";
import type { Place } from "../harness/place.ts";
import { startPostgres } from "../harness/postgres.ts";
import { startServer } from "../harness/server.ts";
import { startCluster } from "./citus.ts";
import type { FaultContext } from "./fault.ts";

/** Creates the context of one row, which starts everything in a place. */
export function openContext(place: Place, given: Pick<FaultContext, "database" | "quick" | "say">): FaultContext {
  const start: FaultContext["startPostgres"] = (options = {}) => startPostgres(place, options);
  return {
    ...given,
    ...place,
    startPostgres: start,
    newDatabase: async (options = {}) => {
      if (given.database === "pglite") return embeddedDatabase(place.folder);
      if (given.database === "citus") return startCluster(start, options);
      return databaseOn(await start(options));
    },
    startServer: (environment, options) =>
      startServer(place, { ...options, environment: { LOG_LEVEL: "warn", ...environment } }),
  };
}
