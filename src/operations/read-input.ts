import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { type FieldError, Problem } from "../core/problem.ts";
import { IDENTIFIER, INSTEAD, WITHHELD } from "./inputs.ts";
import type { Operation } from "./operation.ts";

const validators = new WeakMap<Operation, Validator>();
const MAX_FAULTS = 10;

/**
 * An operation's arguments, checked. `excluded`: arguments of its schema that this caller may not send. Throws
 * `invalid_value` naming the first fields at fault and what they may be.
 */
export function readInput(
  operation: Operation,
  given: unknown,
  excluded: readonly string[] = [],
): Record<string, unknown> {
  const { withholds = {} } = operation;
  const faults: FieldError[] = [];
  const properties = Object.entries(operation.input.properties).filter(([name]) => !excluded.includes(name));
  const schema = { ...operation.input, properties: Object.fromEntries(properties) };
  const listed = new Set<object>();
  const input = withinSchema(schema, given ?? {}, "", ({ path, message, known }) => {
    const reason = Object.hasOwn(withholds, path) ? withholds[path] : undefined;
    const list = known && !reason && !listed.has(known) ? listOf(known) : "";
    if (faults.length >= MAX_FAULTS && !list) return; // each level has its list, also after many faults of another
    if (known && list) listed.add(known);
    faults.push({ path, message: reason ?? `${message}${list}` });
  });
  const validator = validators.get(operation) ?? Compile(operation.input);
  validators.set(operation, validator);
  if (faults.length === 0 && validator.Check(input)) return input as Record<string, unknown>;
  const most = Math.max(MAX_FAULTS, faults.length);
  faults.push(...validator.Errors(input).flatMap(faultsOf));
  const errors = faults.filter((one, i) => faults.findIndex(({ path }) => path === one.path) === i);
  throw new Problem("invalid_value", `The arguments of ${operation.name} are not right.`, {
    errors: errors.slice(0, most),
  });
}

/**
 * The part of a value that the schema describes, so that validation reads nothing else. Reports and removes unknown fields
 * and items beyond `maxItems`. Converts identifiers sent as numbers to text, and integers sent as text to numbers.
 */
function withinSchema(
  schema: TSchema & { [IDENTIFIER]?: true; [WITHHELD]?: ReadonlyMap<unknown, string>; [INSTEAD]?: string },
  value: unknown,
  path: string,
  report: (fault: Fault) => void,
): unknown {
  const { type, items, properties, maxItems, additionalProperties, enum: values } = schema as Shape;
  if (schema[IDENTIFIER] && typeof value === "number") return String(value);
  if (type === "integer" && typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
  const reason = schema[WITHHELD]?.get(value);
  if (reason !== undefined) report({ path, message: reason });
  if (schema[INSTEAD] && values && !values.includes(value)) {
    report({ path, message: `must be one of: ${values.join(", ")}; ${schema[INSTEAD]}` });
  }
  const under = (name: string | number) => (path ? `${path}.${name}` : String(name));
  if (items && Array.isArray(value)) {
    if (value.length > maxItems) report({ path, message: `must not have more than ${maxItems} items` });
    return value.slice(0, maxItems).map((one, i) => withinSchema(items, one, under(i), report));
  }
  if (!properties || typeof value !== "object" || value === null) return value;
  const known: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const inside = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (inside) known[name] = withinSchema(inside, inner, under(name), report);
    else if (additionalProperties === false) report({ path: under(name), message: "is not known", known: properties });
    else known[name] = inner;
  }
  return known;
}

interface Shape {
  type?: unknown;
  enum?: unknown[];
  items?: TSchema;
  /** Every list of every operation has one. */
  maxItems: number;
  properties?: Record<string, TSchema>;
  additionalProperties?: unknown;
}

/** A fault; of a field that is not known, with the fields that are known on its level. */
type Fault = FieldError & { known?: object };

/** The fields of one level, for the first that is not known there. */
function listOf(known: object): string {
  const names = Object.keys(known);
  return names.length > 0 ? `; known are: ${names.join(", ")}` : "; there are no arguments";
}

function faultsOf({ keyword, instancePath, params, message }: TLocalizedValidationError): FieldError[] {
  const path = instancePath.split("/").slice(1).join(".");
  const { requiredProperties, allowedValues } = params as { requiredProperties?: string[]; allowedValues?: unknown[] };
  if (keyword === "required") {
    return (requiredProperties ?? []).map((name) => ({
      path: path ? `${path}.${name}` : name,
      message: "is required",
    }));
  }
  return [{ path, message: `${message}${allowedValues ? `: ${allowedValues.join(", ")}` : ""}` }];
}
