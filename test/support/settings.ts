import { readSettings, type Settings } from "../../src/config.ts";

/** Settings for tests: no logs, and rate limits too high to be reached by accident. */
export const settingsWith = (given: Partial<Settings> = {}): Settings => ({
  ...readSettings({
    LOG_LEVEL: "silent",
    RATE_LIMIT_PER_ADDRESS: "1000000",
    RATE_LIMIT_PER_KEY: "1000000",
    RATE_LIMIT_SIGN_INS_PER_ADDRESS: "1000000",
    RATE_LIMIT_SIGN_INS_PER_EMAIL: "1000000",
    RATE_LIMIT_CODES_PER_ADDRESS: "1000000",
  }),
  ...given,
});
