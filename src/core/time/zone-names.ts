import { rawTimeZones, timeZonesNames } from "@vvo/tzdb";
import { closestTo } from "../text/closest.ts";

/** Of countries with several zones, the one of the capital; and of Kosovo, whose code is not in ISO 3166. */
const OF_CAPITALS: Record<string, string> = {
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
 * The IANA name of a country's time zone (ISO 3166-1 alpha-2): the only one, or the one of its capital. UTC where
 * nobody lives, and for codes of no country.
 */
export function zoneNameOf(country: string): string {
  const [only, another] = zonesOf(country);
  return OF_CAPITALS[country] ?? (only !== undefined && another === undefined ? only : "UTC");
}

/** Every IANA name, the old ones too, by its small letters. */
const NAMES = new Map(
  [...timeZonesNames, ...rawTimeZones.flatMap(({ name, group }) => [name, ...group]), "UTC"].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** An IANA name as it is written, whatever its case; undefined when there is none. Those of no country may be renamed. */
export function zoneName(text: string): string | undefined {
  const name = text.trim();
  return NAMES.get(name.toLowerCase()) ?? zoneOfNoCountry(name);
}

/** The names of UTC (`GMT`, `Zulu`) and those of fixed hours (`Etc/GMT-1`). `Intl` knows offsets and BST too: no names. */
function zoneOfNoCountry(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    if (/^Etc\/GMT[+-][1-9]/.test(timeZone)) return timeZone;
    return /^(UTC|GMT|Etc\/.+)$/.test(timeZone) ? "UTC" : undefined;
  } catch {
    return undefined;
  }
}

/** Names that a misspelt one, a city or a country may mean, the closest first. */
export function closestZoneNames(text: string): string[] {
  const places = new Map(rawTimeZones.map((zone) => [zone.name, [...zone.mainCities, zone.countryName]]));
  const zones = [...new Set([...places.keys(), ...timeZonesNames])];
  return closestTo(text, zones, (name) => [name, name.split("/").at(-1) ?? name, ...(places.get(name) ?? [])]);
}
