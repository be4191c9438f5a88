/** What a secret key may do, at the tool endpoint and over HTTP; `read` is everything that changes nothing. */
export const SCOPES = ["read", "catalog", "orders", "content", "settings", "keys"] as const;
export type Scope = (typeof SCOPES)[number];
