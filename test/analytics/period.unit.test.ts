import { describe, expect, test } from "vitest";
import { readPeriod, type Step, stepsOf } from "../../src/analytics/period.ts";
import { zoneOf } from "../../src/core/time/zone.ts";

const NOW = "2026-11-21T22:30:00.000Z";
const ZONES = [
  "UTC",
  "Africa/Algiers",
  "Africa/Cairo",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Pacific/Apia",
  "Pacific/Kiritimati",
];

/** The local date, calculated by Intl and not by the code under test. */
const localDate = (time: number, timeZone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(time);

describe("the days, weeks and months of a period", () => {
  test.each(ZONES)("begin in %s when the local date changes, without gaps", (time_zone) => {
    for (const year of [2011, 2018, 2025]) {
      const period = readPeriod({ from: `${year}-01-01`, to: `${year}-12-31`, time_zone }, zoneOf("DZ"), NOW);
      for (const by of ["day", "week", "month"] satisfies Step[]) {
        const steps = stepsOf(period, by);
        for (const { start, date } of steps) {
          expect(localDate(Date.parse(start), time_zone)).toBe(date);
          expect(localDate(Date.parse(start) - 1, time_zone) < date).toBe(true);
          if (by === "month") expect(date.slice(8)).toBe("01");
          if (by === "week" && date !== `${year}-01-01`) expect(new Date(date).getUTCDay()).toBe(1);
        }
        expect(new Set(steps.map(({ date }) => date)).size).toBe(steps.length);
        if (by === "month") expect(steps).toHaveLength(12);
      }
      const days = stepsOf(period, "day").length;
      expect(days).toBe(time_zone === "Pacific/Apia" && year === 2011 ? 364 : 365); // Samoa skipped 30 December 2011
    }
  });
});

test("a period is by default the last 30 days in the store's time zone, or the 30 days before the given end", () => {
  expect(readPeriod({}, zoneOf("DZ"), NOW)).toMatchObject({
    from: "2026-10-22T23:00:00.000Z",
    to: "2026-11-21T23:00:00.000Z",
  });
  expect(readPeriod({}, zoneOf("FR"), NOW)).toMatchObject({
    from: "2026-10-22T22:00:00.000Z", // daylight saving time
    to: "2026-11-21T23:00:00.000Z",
  });
  expect(readPeriod({ to: "2026-03-30" }, zoneOf("DZ"), NOW)).toMatchObject({
    from: "2026-02-28T23:00:00.000Z",
    to: "2026-03-30T23:00:00.000Z",
  });
});
