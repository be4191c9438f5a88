import { hasScope, type Scope, SEES_PEOPLE } from "../scopes.ts";
import type { DeclaredTable } from "./columns.ts";
import { fieldLine, fieldLineIn } from "./fields.ts";
import type { Line } from "./line.ts";

/** What the audit log has in the place of a personal value. */
export const PERSONAL = "(personal)";

/**
 * An answer to a merchant as a key without `customers:read` sees it: names and phone numbers with stars, other values of
 * persons, and what is not declared, as null; at any depth.
 */
export const withoutPeople = <T>(answer: T): T => maskedValue(answer) as T;

/** An answer as somebody with these scopes may see it: without people, unless they include `customers:read`. */
export const asSeenWith = <T>(scopes: readonly Scope[], answer: T): T =>
  hasScope(scopes, SEES_PEOPLE) ? answer : withoutPeople(answer);

/** An answer without the fields that need a scope which these do not include: they are null, at any depth. */
export function withoutFields<T>(scopes: readonly Scope[], fieldNeeds: Readonly<Record<string, Scope>>, answer: T): T {
  const hidden = Object.entries(fieldNeeds).flatMap(([field, scope]) => (hasScope(scopes, scope) ? [] : [field]));
  return hidden.length === 0 ? answer : (nulled(answer, new Set(hidden)) as T);
}

function nulled(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => nulled(one, fields));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fields.has(name) ? null : nulled(inner, fields)]),
  );
}

function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskedField(name, inner)]));
}

function maskedField(name: string, value: unknown): unknown {
  if (value === PERSONAL) return value;
  const line = fieldLine(name);
  if (line?.merchants !== "any") return masked(line, value);
  return line.isFree ? value : maskedValue(value);
}

const masked = (line: Line | undefined, value: unknown): string | null =>
  line?.mask && typeof value === "string" ? line.mask(value) : null;

/** What anybody sees of a row of this table that is shown by a public number: the same fields, those of its person masked. */
export const forAnybody = <T extends object>(table: DeclaredTable, row: T): T =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const line = fieldLineIn(table, name);
      return [name, line?.shoppers === "anyone" ? value : masked(line, value)];
    }),
  ) as T;

/** The fields of a thing as the audit log keeps them: of values that it may not hold, it says that they changed. */
export const loggedFields = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === null || fieldLine(name)?.isLogged ? value : PERSONAL,
    ]),
  );
