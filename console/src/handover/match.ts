import { ownPart } from "../shop/orderNumber.ts";

/** A parcel to which a tracking number may belong. */
export interface Matchable {
  order: string;
  phone: string;
}

export type Why = "unknown" | "twice" | "same" | "several" | "none";

export interface Matched {
  /** Tracking numbers by order number. */
  numbers: Map<string, string>;
  /** The lines of which nothing was taken, and why. */
  unmatched: { line: string; why: Why }[];
}

const ORDER = /ORD-\d{4}-[0-9A-Z]{8}/gi;
const PHONE = /(?<![\dA-Za-z])(?:\+?213|0)[\s.-]*\d(?:[\s.-]*\d){8}(?!\d)/g;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/;
const MIN_TRACKING = 6;
const MAX_SHOWN = 120;
/** Digits that tell numbers of a country apart. */
const PHONE_DIGITS = 9;

/**
 * Reads tracking numbers from a message or sheet of a carrier: each line names a parcel by its order's number, by the end of it, or by its
 * phone, and has a tracking number. Lines without a digit are heads and greetings.
 */
export function matchLines(text: string, parcels: readonly Matchable[]): Matched {
  const numbers = new Map<string, string>();
  const unmatched: Matched["unmatched"] = [];
  for (const line of linesOf(text)) {
    const found = matchLine(line, parcels);
    const why = typeof found === "string" ? found : conflictOf(found, numbers);
    if (why) unmatched.push({ line: line.slice(0, MAX_SHOWN), why });
    else if (typeof found === "object") numbers.set(found.order, found.tracking);
  }
  return { numbers, unmatched };
}

/** The lines with digits; one with several orders is as many lines. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .flatMap((line) => ((line.match(ORDER) ?? []).length > 1 ? line.split(/(?=ORD-\d{4}-)/i) : line))
    .map((line) => line.trim())
    .filter((line) => /\d/.test(line));

function matchLine(line: string, parcels: readonly Matchable[]): { order: string; tracking: string } | Why {
  const phones = (line.match(PHONE) ?? []).map(digitsOf);
  const tokens = line
    .replaceAll(PHONE, " ")
    .split(/[\s,;|"'()[\]:]+/)
    .filter((token) => token !== "");
  const named = tokens.find((token) => parcels.some(({ order }) => isNumberOf(order, token)));
  const orders = named
    ? parcels.filter(({ order }) => isNumberOf(order, named))
    : parcels.filter(({ phone }) => phones.includes(digitsOf(phone)));
  if (orders.length > 1) return "several";
  const tracking = tokens
    .filter((token) => token !== named && isTracking(token))
    .sort((one, other) => other.length - one.length)[0];
  const [parcel] = orders;
  if (!parcel) return "unknown";
  return tracking === undefined ? "none" : { order: parcel.order, tracking };
}

function conflictOf(
  { order, tracking }: { order: string; tracking: string },
  numbers: Matched["numbers"],
): Why | undefined {
  const known = numbers.get(order);
  if (known !== undefined) return known === tracking ? undefined : "twice";
  return [...numbers.values()].includes(tracking) ? "same" : undefined;
}

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, "").slice(-PHONE_DIGITS);

const isNumberOf = (order: string, token: string): boolean => {
  const typed = token.toUpperCase();
  return typed === order || typed === ownPart(order);
};

const isTracking = (token: string): boolean =>
  token.length >= MIN_TRACKING &&
  /\d/.test(token) &&
  /^[\dA-Za-z_/.-]+$/.test(token) &&
  !DATE.test(token) &&
  !new RegExp(`^${ORDER.source}$`, "i").test(token);
