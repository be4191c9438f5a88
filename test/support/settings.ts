import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings, type Settings } from "../../src/config.ts";

/** Read once: reading compiles the schema of all settings, which takes a third of the time to build the application. */
const SETTINGS = readSettings({
  LOG_LEVEL: "silent",
  MEDIA_DIR: join(tmpdir(), `hanout-media-${randomUUID()}`),
  RATE_LIMIT_PER_ADDRESS: "1000000",
  RATE_LIMIT_PER_KEY: "1000000",
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: "1000000",
  RATE_LIMIT_SIGN_INS_PER_EMAIL: "1000000",
  RATE_LIMIT_CODES_PER_ADDRESS: "1000000",
});

/** Settings for tests: no logs, and rate limits too high to be reached by accident. */
export const settingsWith = (given: Partial<Settings> = {}): Settings => ({ ...SETTINGS, ...given });
