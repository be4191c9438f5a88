/** The parts of a store that callers are allowed to read and to write separately. */
export const AREAS = ["catalog", "orders", "customers", "reports", "content", "settings", "keys", "staff"] as const;
export type Area = (typeof AREAS)[number];

/**
 * All scopes, by area, each with those that it includes. `orders:desk` is for who calls shoppers: it shows single orders. Nobody
 * writes reports.
 */
const INCLUDED = {
  "catalog:read": [],
  "catalog:write": ["catalog:read"],
  "orders:read": [],
  "orders:desk": [],
  "orders:write": ["orders:read", "orders:desk"],
  "orders:money": ["orders:read"],
  "customers:read": [],
  "customers:write": ["customers:read"],
  "reports:read": [],
  "content:read": [],
  "content:write": ["content:read"],
  "settings:read": [],
  "settings:write": ["settings:read"],
  "keys:read": [],
  "keys:write": ["keys:read"],
  "staff:read": [],
  "staff:write": ["staff:read"],
} as const satisfies Record<string, readonly string[]>;

/** What a caller may do, at the tool endpoint and over HTTP. */
export type Scope = keyof typeof INCLUDED;

export const ALL_SCOPES: readonly Scope[] = Object.keys(INCLUDED) as Scope[];

/** Why no key can have the scopes that are for people only: who works in a store is not for programs to say. */
export const RESERVED_SCOPES: ReadonlyMap<string, string> = new Map(
  ALL_SCOPES.filter((scope) => scope.startsWith("staff:")).map((scope) => [
    scope,
    "is for people who work in the store",
  ]),
);

/** What a secret key may do. */
export const SCOPES: readonly Scope[] = ALL_SCOPES.filter((scope) => !RESERVED_SCOPES.has(scope));

/** The scopes that a scope includes, without itself. */
export const includedIn = (scope: Scope): readonly Scope[] => INCLUDED[scope];

/** The same in words. */
export const WHAT_SCOPES_INCLUDE =
  "write includes read; orders:write includes orders:desk, and orders:money orders:read";

/** What shows people: their names, phone numbers, e-mails and addresses. */
export const SEES_PEOPLE: Scope = "customers:read";

/** Whether these scopes include one. */
export const hasScope = (held: readonly Scope[], wanted: Scope): boolean =>
  held.some((scope) => scope === wanted || includedIn(scope).includes(wanted));

/** The scopes among `wanted` that these scopes include. */
export const scopesAmong = (wanted: readonly Scope[], held: readonly Scope[]): Scope[] =>
  wanted.filter((scope) => hasScope(held, scope));

/** The scopes that change nothing. */
export const READING_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(":read"));

/** The scopes that change something. */
export const WRITING_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !READING_SCOPES.includes(scope));
