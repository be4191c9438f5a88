import { rawTimeZones } from "@vvo/tzdb";
import { getCountries } from "libphonenumber-js";
import { describe, expect, test } from "vitest";
import { requireZone, zoneNamed, zoneOf } from "../../src/core/time/zone.ts";

describe("the zone of a country", () => {
  test.each([
    ["DZ", "Africa/Algiers"],
    ["TN", "Africa/Tunis"],
    ["MA", "Africa/Casablanca"],
    ["FR", "Europe/Paris"],
    ["US", "America/New_York"],
    ["CA", "America/Toronto"],
    ["AU", "Australia/Sydney"],
    ["RU", "Europe/Moscow"],
    ["PT", "Europe/Lisbon"],
    ["IN", "Asia/Kolkata"],
    ["RE", "Indian/Reunion"],
    ["AQ", "UTC"], // nobody's capital
    ["ZZ", "UTC"], // no country
  ])("of %s is %s", (country, name) => {
    expect(zoneOf(country).name).toBe(name);
  });

  test("is the only one, or a chosen one of several, for every country with a telephone code", () => {
    const unset = getCountries().filter((country) => zoneOf(country).name === "UTC");
    expect(unset).toEqual(["AC", "TA"]); // islands of SH, which ISO 3166 gives no code
  });

  test("is one of the zones the country has", () => {
    const astray = [...new Set(rawTimeZones.map(({ countryCode }) => countryCode))].filter((country) => {
      const own = rawTimeZones.filter(({ countryCode }) => countryCode === country);
      const { name } = zoneOf(country);
      return name !== "UTC" && !own.some(({ group }) => group.includes(name));
    });
    expect(astray).toEqual([]);
  });
});

describe("the zone of a name", () => {
  test.each([
    ["Europe/Paris", "Europe/Paris"],
    [" europe/paris ", "Europe/Paris"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["Asia/Calcutta", "Asia/Calcutta"],
    ["utc", "UTC"],
    ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["EST5EDT", "EST5EDT"],
    ["Etc/UTC", "UTC"],
    ["etc/gmt", "UTC"],
    [" GMT ", "UTC"],
    ["GMT0", "UTC"],
    ["Greenwich", "UTC"],
    ["Zulu", "UTC"],
    ["etc/gmt-1", "Etc/GMT-1"],
    ["Etc/GMT+12", "Etc/GMT+12"],
  ])("%s is %s", (text, name) => {
    expect(requireZone(text).name).toBe(name);
  });

  test("is known for every country's zones", () => {
    expect(rawTimeZones.filter(({ name }) => !zoneNamed(name))).toEqual([]);
  });

  test.each([
    ["Europe/Pari", "Europe/Paris"],
    ["Algiers", "Africa/Algiers"],
    ["Alger", "Africa/Algiers"],
    ["Oran", "Africa/Algiers"],
    ["Morocco", "Africa/Casablanca"],
    ["New York", "America/New_York"],
    ["Asia/Tokio", "Asia/Tokyo"],
  ])("%s is unknown, and %s is suggested", (text, close) => {
    expect(() => requireZone(text)).toThrow(close);
  });

  test("of Etc counts hours to the west of Greenwich", () => {
    expect(requireZone("Etc/GMT-1").offsetAt(0)).toBe(3_600_000);
  });

  const NONE = ["", "+01:00", "+0100", "GMT+1", "UTC+1", "BST", "Etc/GMT-15", "Etc/Unknown", "GMT+1 or so"];
  test.each([...NONE, "Mars/Olympus Mons and its surroundings"])("%j is unknown", (text) => {
    expect(() => requireZone(text)).toThrow("must be an IANA time zone");
  });
});
