/** The parts of a store that secret keys are allowed to read and to write separately. */
export const AREAS = ["catalog", "orders", "customers", "reports", "content", "settings", "keys"] as const;
export type Area = (typeof AREAS)[number];

/** What a secret key may do, at the tool endpoint and over HTTP. A write scope includes the read scope of its area. */
export type Scope = `${Area}:read` | `${Exclude<Area, "reports">}:write`;

/** All scopes, by area. Nobody writes reports. */
export const SCOPES: readonly Scope[] = AREAS.flatMap((area): Scope[] =>
  area === "reports" ? [`${area}:read`] : [`${area}:read`, `${area}:write`],
);

/** Names that are reserved for later scopes, and why no key can have them now. */
export const RESERVED_SCOPES: ReadonlyMap<string, string> = new Map(
  ["staff:read", "staff:write"].map((name) => [name, "is reserved for staff accounts, which do not exist yet"]),
);

/** What shows people: their names, phone numbers, e-mails and addresses. */
export const SEES_PEOPLE: Scope = "customers:read";

/** Whether these scopes include one: itself, or the write scope of its area. */
export const hasScope = (held: readonly Scope[], wanted: Scope): boolean =>
  held.includes(wanted) || held.some((scope) => scope === wanted.replace(/:read$/, ":write"));

/** The scopes among `wanted` that these scopes include. */
export const scopesAmong = (wanted: readonly Scope[], held: readonly Scope[]): Scope[] =>
  wanted.filter((scope) => hasScope(held, scope));

/** The scopes that change something. */
export const WRITING_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(":write"));

/** The scopes that change nothing. */
export const READING_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(":read"));
