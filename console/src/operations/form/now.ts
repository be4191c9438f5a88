import type { Schema } from "../../api/schema.ts";
import type { Thing } from "../../change/begun.ts";
import type { Argument } from "./kinds.ts";

/** What an argument is now of the thing that the call changes, as the argument is sent; undefined: nothing, or it cannot be said. */
export function nowOf({ name, path, schema }: Argument, begun: Thing | undefined): unknown {
  const value = path === name ? begun?.[name] : undefined;
  return isEmpty(value) ? undefined : sendable(value, schema);
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** A value as the schema takes it: what rows have and a call may not send is left out. Undefined where what must be sent is missing. */
function sendable(value: unknown, { items, properties, patternProperties, required = [] }: Schema): unknown {
  if (Array.isArray(value)) {
    const all = value.map((one) => sendable(one, items ?? {}));
    return all.includes(undefined) ? undefined : all;
  }
  if (typeof value !== "object" || value === null) return value;
  if (patternProperties) return value;
  if (!properties) return undefined;
  const sent = Object.entries(value).filter(([name, one]) => name in properties && !isEmpty(one));
  const members = sent.map(([name, one]) => [name, sendable(one, properties[name] ?? {})] as const);
  const names = members.filter(([, one]) => one !== undefined).map(([name]) => name);
  return required.every((name) => names.includes(name)) ? Object.fromEntries(members) : undefined;
}
