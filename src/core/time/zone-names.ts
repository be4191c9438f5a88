import { rawTimeZones, timeZonesNames } from "@vvo/tzdb";
import { closestMatches } from "../text/closest.ts";

/** The zone of the capital, for countries with several zones; and for Kosovo, whose code is not in ISO 3166. */
const CAPITAL_ZONES: Record<string, string> = {
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CD: "Africa/Kinshasa",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  EC: "America/Guayaquil",
  ES: "Europe/Madrid",
  FM: "Pacific/Pohnpei",
  GL: "America/Nuuk",
  ID: "Asia/Jakarta",
  KI: "Pacific/Tarawa",
  MN: "Asia/Ulaanbaatar",
  MX: "America/Mexico_City",
  NZ: "Pacific/Auckland",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  PT: "Europe/Lisbon",
  RU: "Europe/Moscow",
  UA: "Europe/Kyiv",
  US: "America/New_York",
  XK: "Europe/Belgrade",
};

const zonesOf = (country: string): string[] =>
  rawTimeZones.flatMap(({ countryCode, name }) => (countryCode === country ? [name] : []));

/**
 * The IANA name of a country's time zone (ISO 3166-1 alpha-2): its only zone, or the zone of its capital. UTC for unknown
 * codes and countries without inhabitants.
 */
export function zoneNameOf(country: string): string {
  const [only, another] = zonesOf(country);
  return CAPITAL_ZONES[country] ?? (only !== undefined && another === undefined ? only : "UTC");
}

/** Every IANA name, old names included, by its lower-case form. */
const NAMES_BY_LOWER_CASE = new Map(
  [...timeZonesNames, ...rawTimeZones.flatMap(({ name, group }) => [name, ...group]), "UTC"].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** The IANA name in its usual spelling; undefined for an unknown name. Names without a country become UTC or `Etc/GMT±n`. */
export function zoneName(text: string): string | undefined {
  const name = text.trim();
  return NAMES_BY_LOWER_CASE.get(name.toLowerCase()) ?? zoneWithoutCountry(name);
}

/** The names of UTC (`GMT`, `Zulu`) and of fixed offsets (`Etc/GMT-1`). `Intl` also accepts offsets and `BST`, which are not IANA names. */
function zoneWithoutCountry(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    if (/^Etc\/GMT[+-][1-9]/.test(timeZone)) return timeZone;
    return /^(UTC|GMT|Etc\/.+)$/.test(timeZone) ? "UTC" : undefined;
  } catch {
    return undefined;
  }
}

/** The names most similar to a misspelt name, or to the name of a city or country; the most similar first. */
export function closestZoneNames(text: string): string[] {
  const places = new Map(rawTimeZones.map((zone) => [zone.name, [...zone.mainCities, zone.countryName]]));
  const zones = [...new Set([...places.keys(), ...timeZonesNames])];
  return closestMatches(text, zones, (name) => [name, name.split("/").at(-1) ?? name, ...(places.get(name) ?? [])]);
}
