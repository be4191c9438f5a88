import { describe, expect, test } from "vitest";
import { readTime } from "../../src/core/time.ts";
import { requireZone, zoneOf } from "../../src/core/zone.ts";

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

  test("without an offset is what the clocks of the zone show, summer and winter", () => {
    const paris = requireZone("Europe/Paris");
    expect(readTime("from", "2026-07-01", paris)).toBe("2026-06-30T22:00:00.000Z");
    expect(readTime("from", "2026-12-01", paris)).toBe("2026-11-30T23:00:00.000Z");
    expect(readTime("from", "2026-12-01", zoneOf("US"))).toBe("2026-12-01T00:00:00.000Z");
  });

  test.each(["", "tomorrow", "2026-13-01", "2026-02-30", "2026-11-21T25:00", "0000-01-01", "99999-01-01", "1e3", "12"])(
    "%j is none",
    (text) => {
      expect(() => readTime("from", text, zoneOf("DZ"))).toThrow("from must be a date or time");
    },
  );

  test("that was not given is none", () => {
    expect(readTime("from", undefined, zoneOf("DZ"))).toBeUndefined();
  });
});
