import type { FastifyInstance } from "fastify";
import { buildApp } from "../../src/app.ts";
import type { Settings } from "../../src/config.ts";
import { CustomerTokens } from "../../src/customers/customers.ts";
import type { Database } from "../../src/db/database.ts";
import { Keyring } from "../../src/keys/keys.ts";
import { settingsWith } from "../../test/support/settings.ts";

/** Builds the application in this process, over a database. `keys` is where it looks keys up; default: the same. */
export const openApp = (
  database: Database,
  settings: Partial<Settings> = {},
  keys = database,
): Promise<FastifyInstance> =>
  buildApp({
    settings: settingsWith(settings),
    database,
    keyring: new Keyring(keys),
    tokens: new CustomerTokens(["a secret of thirty-two characters, or more"]),
    readiness: async () => ({ reads: true, writes: true }),
  });
