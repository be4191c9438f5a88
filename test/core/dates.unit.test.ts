import { describe, expect, test } from "vitest";
import { readEnd, readTime } from "../../src/core/time/dates.ts";
import { requireZone, zoneOf } from "../../src/core/time/zone.ts";

describe("a time", () => {
  test.each([
    ["2026-11-21", "2026-11-20T23:00:00.000Z"],
    ["2026-11-21T08:00", "2026-11-21T07:00:00.000Z"],
    ["2026-11-21 08:00:30", "2026-11-21T07:00:30.000Z"],
    [" 2026-11-21T08:00:00Z ", "2026-11-21T08:00:00.000Z"],
    ["2026-11-21T08:00:00+02:00", "2026-11-21T06:00:00.000Z"],
    ["2026-11-21T08:00:00-0530", "2026-11-21T13:30:00.000Z"],
    ["2028-02-29", "2028-02-28T23:00:00.000Z"],
  ])("%s in an Algerian shop is %s", (text, instant) => {
    expect(readTime("from", text, zoneOf("DZ"))).toBe(instant);
  });

  test("without an offset is local time of the zone, in summer and winter", () => {
    const paris = requireZone("Europe/Paris");
    expect(readTime("from", "2026-07-01", paris)).toBe("2026-06-30T22:00:00.000Z");
    expect(readTime("from", "2026-12-01", paris)).toBe("2026-11-30T23:00:00.000Z");
    expect(readTime("from", "2026-12-01", zoneOf("US"))).toBe("2026-12-01T05:00:00.000Z");
  });

  test.each(["", "tomorrow", "2026-13-01", "2026-02-30", "2026-11-21T25:00", "0000-01-01", "99999-01-01", "1e3", "12"])(
    "%j is refused",
    (text) => {
      expect(() => readTime("from", text, zoneOf("DZ"))).toThrow("from must be a date or time");
    },
  );

  test("that is not given stays undefined", () => {
    expect(readTime("from", undefined, zoneOf("DZ"))).toBeUndefined();
  });
});

describe("an end of a period", () => {
  test.each([
    ["Africa/Algiers", "2027-03-09", "2027-03-09T23:00:00.000Z"],
    ["Europe/Paris", "2027-03-27", "2027-03-27T23:00:00.000Z"],
    ["Europe/Paris", "2027-03-28", "2027-03-28T22:00:00.000Z"], // a day of 23 hours
    ["Europe/Paris", "2027-10-31", "2027-10-31T23:00:00.000Z"], // a day of 25 hours
    ["America/New_York", "2026-12-31", "2027-01-01T05:00:00.000Z"],
    ["Africa/Cairo", "2025-04-24", "2025-04-24T22:00:00.000Z"], // the next day begins at 01:00
    ["America/Havana", "2025-11-01", "2025-11-02T04:00:00.000Z"], // the next day begins with its first midnight of two
    ["Pacific/Apia", "2011-12-29", "2011-12-30T10:00:00.000Z"], // the next day was left out
    ["Asia/Kathmandu", " 2028-02-29 ", "2028-02-29T18:15:00.000Z"],
    ["UTC", "9999-12-31", "9999-12-31T23:59:59.999Z"],
  ])("in %s on %s is the start of the next day", (zone, day, instant) => {
    expect(readEnd("until", day, requireZone(zone))).toBe(instant);
  });

  test.each(["2027-03-09T12:30", "2027-03-09T00:00:00Z", "2027-03-09 00:00+01:00"])("at %s is that time", (time) => {
    expect(readEnd("until", time, zoneOf("FR"))).toBe(readTime("until", time, zoneOf("FR")));
  });

  test.each(["", "tomorrow", "2026-02-30"])("%j is refused", (text) => {
    expect(() => readEnd("until", text, zoneOf("DZ"))).toThrow("until must be a date or time");
  });

  test("that is not given stays undefined", () => {
    expect(readEnd("until", undefined, zoneOf("DZ"))).toBeUndefined();
  });
});
