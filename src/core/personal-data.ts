/** What the audit log has in the place of a personal value. */
export const PERSONAL = "(personal)";

/** "Karim Benali" becomes "K*** B***". */
const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}***`)
    .join(" ");

/** Replaces all digits but the last two by stars. */
export const maskPhone = (phone: string): string => phone.replace(/\d(?=(?:\D*\d){2})/g, "*");

const hidden = (): null => null;
const masked = (mask: (text: string) => string) => (value: unknown) => (typeof value === "string" ? mask(value) : null);

/** A merchant's notes on a person or an order keep who wrote them and when. */
const withoutTexts = (notes: unknown): unknown =>
  Array.isArray(notes) ? notes.map((note) => ("text" in Object(note) ? { ...note, text: null } : note)) : null;

/**
 * How each personal field is shown to who may not see people. The wilaya is free text of the shopper; `wilaya_code` says which
 * wilaya was recognised in it.
 */
const MASKS: Readonly<Record<string, (value: unknown) => unknown>> = {
  customer_name: masked(maskName),
  full_name: masked(maskName),
  customer_phone: masked(maskPhone),
  phone: masked(maskPhone),
  customer_email: hidden,
  email: hidden,
  customer_wilaya: hidden,
  customer_commune: hidden,
  customer_notes: hidden,
  shipping_address: hidden,
  addresses: hidden,
  note: hidden,
  phone_history: hidden,
  phone_orders: hidden,
  phone_refused: hidden,
  same_day_orders: hidden,
  is_blocked: hidden,
  notes: withoutTexts,
};

/** Fields whose values are not logged, only that they changed: the log must not keep data of an erased person. */
export const PERSONAL_FIELDS: ReadonlySet<string> = new Set(Object.keys(MASKS));

/** A `name` is a person's beside one of these; otherwise it is the name of a product or of something else. */
const OF_A_PERSON = ["phone", "customer_id"];

/** Objects with names that merchants choose: a variant may have the option "phone". Those of the store are public. */
const FREE_OBJECTS: ReadonlySet<string> = new Set([
  ...["option_values", "variant_options", "contact_info", "social_links", "theme_settings", "settings", "content"],
]);

/** The same value with the personal fields in it masked, at any depth: names and phone numbers with stars, the rest null. */
export const maskPeople = <T>(value: T): T => maskedValue(value) as T;

function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value !== "object" || value === null) return value;
  const isPerson = OF_A_PERSON.some((name) => name in value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      maskedField(isPerson && name === "name" ? "full_name" : name, inner),
    ]),
  );
}

function maskedField(name: string, value: unknown): unknown {
  if (value === null || value === PERSONAL || FREE_OBJECTS.has(name)) return value;
  const mask = Object.hasOwn(MASKS, name) ? MASKS[name] : undefined;
  return mask ? mask(value) : maskedValue(value);
}
