import type { Call } from "./call.ts";
import { printJson } from "./screen/output.ts";

export const migrate = (call: Call, { json }: { json?: boolean }): Promise<void> =>
  call.withDatabase(async ({ migrated }) => {
    if (json) return printJson(call.screen, { applied: migrated });
    call.screen.print(migrated.length > 0 ? `Applied: ${migrated.join(", ")}.` : "The database is up to date.");
  });
