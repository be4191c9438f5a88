import { describe, expect, test } from "vitest";
import { periodBefore, readPeriod, type Step, stepsOf } from "../../src/analytics/period.ts";
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

const formats = new Map<string, Intl.DateTimeFormat>(); // to make one takes longer than to use it a hundred times

/** The local date, calculated by Intl and not by the code under test. */
const localDate = (time: number, timeZone: string): string => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
  formats.set(timeZone, format);
  return format.format(time);
};

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

describe("the period before", () => {
  test.each(ZONES)("has as many local days in %s, and ends where the period begins", (time_zone) => {
    for (const year of [2011, 2018, 2025]) {
      for (let month = 1; month <= 12; month++) {
        const from = `${year}-${String(month).padStart(2, "0")}-01`;
        for (const days of [1, 7, 45]) {
          const to = new Date(Date.parse(from) + (days - 1) * 86_400_000).toISOString().slice(0, 10);
          const period = readPeriod({ from, to, time_zone }, zoneOf("DZ"), NOW);
          const before = periodBefore(period, period.to);

          expect(before.to).toBe(period.from);
          const first = Date.parse(before.from);
          const expected = new Date(Date.parse(from) - days * 86_400_000).toISOString().slice(0, 10);
          if (time_zone !== "Pacific/Apia" || year !== 2011) expect(localDate(first, time_zone)).toBe(expected);
          expect(localDate(first - 1, time_zone) < localDate(first, time_zone)).toBe(true);
        }
      }
    }
  });

  test("moves days to days, across the change of the clocks", () => {
    const { from, move } = periodBefore(
      readPeriod({ from: "2025-03-30", to: "2025-04-02", time_zone: "Europe/Paris" }, zoneOf("DZ"), NOW),
      NOW,
    );

    expect(from).toBe("2025-03-25T23:00:00.000Z");
    expect(move("2025-03-30T22:00:00.000Z")).toBe("2025-03-26T23:00:00.000Z"); // 31 March to 27 March, local time
  });

  test("has the same length when the period has no whole days", () => {
    const { from, to } = periodBefore(
      readPeriod({ from: "2025-03-30T01:00", to: "2025-03-30T04:00", time_zone: "Europe/Paris" }, zoneOf("DZ"), NOW),
      NOW,
    );

    expect([from, to]).toEqual(["2025-03-29T22:00:00.000Z", "2025-03-30T00:00:00.000Z"]);
  });

  test.each([
    ["whole days", "2026-03-01", "2026-03-31", "2026-03-11T12:30:00.000Z", "2026-01-29", "2026-02-08T12:30:00.000Z"],
    [
      "no whole days",
      "2026-03-01T06:00",
      "2026-03-02T05:00",
      "2026-03-01T09:00:00.000Z",
      "2026-02-28",
      "2026-02-28T10:00:00.000Z",
    ],
    ["not begun", "2026-03-01", "2026-03-31", "2026-02-27T00:00:00.000Z", "2026-01-29", "2026-01-28T23:00:00.000Z"],
    ["a longer day", "2025-10-26", "2025-10-26", "2025-10-26T22:30:00.000Z", "2025-10-25", "2025-10-25T22:00:00.000Z"],
  ])("ends where a period that is not over has come to: %s", (_, from, to, now, day, end) => {
    const time_zone = day === "2025-10-25" ? "Europe/Paris" : "Africa/Algiers";
    const before = periodBefore(readPeriod({ from, to, time_zone }, zoneOf("DZ"), NOW), now);

    expect(before).toMatchObject({ to: end, isPart: true });
    expect(localDate(Date.parse(before.from), time_zone)).toBe(day);
  });
});
