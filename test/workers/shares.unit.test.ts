import { expect, test } from "vitest";
import { readSettings, type Settings } from "../../src/config.ts";
import { settingsOf, tooSmall } from "../../src/workers/shares.ts";

const settings = readSettings({});
const partsOf = (name: keyof Settings, given: Settings, count: number) =>
  Array.from({ length: count }, (_, index) => Number(settingsOf(given, { index, count })[name]));
const sum = (parts: number[]) => parts.reduce((all, part) => all + part, 0);

test.each([
  "DATABASE_POOL_SIZE",
  "DATABASE_READ_POOL_SIZE",
  "RATE_LIMIT_PER_KEY",
  "RATE_LIMIT_PER_ADDRESS",
  "RATE_LIMIT_SIGN_INS_PER_ADDRESS",
  "RATE_LIMIT_SIGN_INS_PER_EMAIL",
  "RATE_LIMIT_CODES_PER_ADDRESS",
  "MAX_CONNECTIONS",
  "EVENT_STREAMS",
  "EVENT_STREAMS_PER_STORE",
  "EVENT_STREAMS_PER_KEY",
] as const)("the parts of %s add up to the setting", (name) => {
  for (const count of [1, 2, 3, 4, 7]) expect(sum(partsOf(name, settings, count))).toBe(settings[name]);
});

test("each worker has at least one of what is too small to be divided", () => {
  const small = { ...settings, DATABASE_POOL_SIZE: 3 };
  expect(partsOf("DATABASE_POOL_SIZE", small, 4)).toEqual([1, 1, 1, 1]);
  expect(tooSmall(small, 4)).toContain("DATABASE_POOL_SIZE");
  expect(tooSmall(settings, 4)).toEqual([]);
});

test("a cache that is turned off stays off", () => {
  expect(partsOf("CACHE_BYTES", { ...settings, CACHE_BYTES: 0 }, 3)).toEqual([0, 0, 0]);
});

test("other settings are the same for every worker", () => {
  expect(settingsOf(settings, { index: 1, count: 4 }).BODY_LIMIT_BYTES).toBe(settings.BODY_LIMIT_BYTES);
});
