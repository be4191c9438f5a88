import type { HanoutError } from "@hanout/client/admin";
import type { Schema } from "../api/schema.ts";
import type { Texts } from "../messages/texts.ts";
import { numberText } from "../parts/numbers.ts";
import type { Arguments } from "./run.ts";

/** What is wrong with each field that a refusal names, by its path with dots: `items.0.quantity`. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * The sentences for the fields at fault. They are made of the code, of what the schema says of the field, and of the values that would be
 * accepted; never of the server's English.
 */
export function fieldErrorsOf(error: HanoutError | null, schema: Schema, args: Arguments, texts: Texts): FieldErrors {
  if (!error) return {};
  const allowed = error.allowed?.length
    ? ` ${texts.change.allowed(error.allowed.map((one) => wordOf(one, texts)).join(" · "))}`
    : "";
  return Object.fromEntries(
    pathsAtFault(error, schema).map((path) => {
      const steps = path.split(".");
      const sentence =
        faultBySchema(schemaAt(schema, steps), valueAt(args, steps), texts) ?? faultByCode(error.code, texts);
      return [path, `${sentence}${error.errors.length === 1 ? allowed : ""}`];
    }),
  );
}

/** The fields that a refusal names; else the one that its code is about: `product` of `product_not_found`. */
function pathsAtFault({ errors, code }: HanoutError, { properties = {} }: Schema): string[] {
  const named = errors.map(({ path }) => path).filter((path) => path !== "");
  const [, thing = ""] = /^(\w+)_(?:not_found|taken)$/.exec(code) ?? [];
  return named.length > 0 ? named : [thing, `${thing}s`].filter((name) => name in properties);
}

const wordOf = (value: string, { fields }: Texts): string => fields.values[value] ?? value;

function faultByCode(code: string, { problems: { fields } }: Texts): string {
  if (code.endsWith("_not_found")) return fields.notFound;
  if (code.endsWith("_taken")) return fields.taken;
  return code === "invalid_request" ? fields.missing : fields.value;
}

/** What the schema itself says against a value; undefined: nothing. */
export function faultBySchema(schema: Schema | undefined, value: unknown, { problems }: Texts): string | undefined {
  const { fields } = problems;
  if (value === undefined || value === null || value === "") return fields.missing;
  if (!schema) return undefined;
  const { minimum, maximum, exclusiveMinimum, maxLength, minItems, maxItems, type } = schema;
  if (typeof value === "number") {
    if (type === "integer" && !Number.isInteger(value)) return fields.whole;
    if (minimum !== undefined && value < minimum) return fields.tooLow(numberText(minimum));
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      return fields.tooLow(`> ${numberText(exclusiveMinimum)}`);
    if (maximum !== undefined && value > maximum) return fields.tooHigh(numberText(maximum));
  }
  if (typeof value === "string") {
    if (type === "number" || type === "integer") return fields.number;
    if (maxLength !== undefined && value.length > maxLength) return fields.tooLong(numberText(maxLength));
  }
  if (Array.isArray(value)) {
    if (minItems !== undefined && value.length < minItems) return fields.tooFew(numberText(minItems));
    if (maxItems !== undefined && value.length > maxItems) return fields.tooMany(numberText(maxItems));
  }
  return undefined;
}

const schemaAt = (schema: Schema | undefined, [step, ...rest]: string[]): Schema | undefined => {
  if (step === undefined || !schema) return schema;
  return schemaAt(/^\d+$/.test(step) ? schema.items : schema.properties?.[step], rest);
};

const valueAt = (value: unknown, [step, ...rest]: string[]): unknown =>
  step === undefined || typeof value !== "object" || value === null
    ? value
    : valueAt((value as Record<string, unknown>)[step], rest);
