import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { type FieldError, Problem } from "../core/problem.ts";
import { IDENTIFIER } from "./inputs.ts";
import type { Tool } from "./tool.ts";

const validators = new WeakMap<Tool, Validator>();
const MOST_FAULTS = 10;

/** A tool's arguments, checked. Throws `invalid_value` naming each field at fault and what it may be. */
export function readInput(tool: Tool, given: unknown): Record<string, unknown> {
  const input = identifiersAsText(tool.input, given ?? {});
  const validator = validators.get(tool) ?? Compile(tool.input);
  validators.set(tool, validator);
  if (validator.Check(input)) return input as Record<string, unknown>;
  const faults = validator.Errors(input).flatMap((error) => faultsOf(error, tool));
  const errors = faults.filter((one, i) => faults.findIndex(({ path }) => path === one.path) === i);
  throw new Problem("invalid_value", `The arguments of ${tool.name} are not right.`, {
    errors: errors.slice(0, MOST_FAULTS),
  });
}

/** Identifiers that came as numbers become text, and whole numbers that came as text become numbers. */
function identifiersAsText(schema: TSchema & { [IDENTIFIER]?: true }, value: unknown): unknown {
  const { type, items, properties } = schema as {
    type?: unknown;
    items?: TSchema;
    properties?: Record<string, TSchema>;
  };
  if (schema[IDENTIFIER] && typeof value === "number") return String(value);
  if (type === "integer" && typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (items && Array.isArray(value)) return value.map((one) => identifiersAsText(items, one));
  if (!properties || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const inside = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, inside ? identifiersAsText(inside, inner) : inner];
    }),
  );
}

function faultsOf(
  { keyword, instancePath, params, message }: TLocalizedValidationError,
  { input }: Tool,
): FieldError[] {
  const path = instancePath.split("/").slice(1).join(".");
  const at = (name: string) => (path ? `${path}.${name}` : name);
  const details = params as {
    requiredProperties?: string[];
    additionalProperties?: string[];
    allowedValues?: unknown[];
  };
  if (keyword === "required") {
    return (details.requiredProperties ?? []).map((name) => ({ path: at(name), message: "is required" }));
  }
  if (keyword === "additionalProperties") {
    const names = Object.keys(input.properties).join(", ");
    const known = path ? "" : `; ${names ? `known are: ${names}` : "there are no arguments"}`;
    return (details.additionalProperties ?? []).map((name) => ({ path: at(name), message: `is not known${known}` }));
  }
  if (keyword === "boolean") return []; // the same fault again, from inside
  const allowed = details.allowedValues ? `: ${details.allowedValues.join(", ")}` : "";
  return [{ path, message: `${message}${allowed}` }];
}
