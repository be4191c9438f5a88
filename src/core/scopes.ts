/** What a secret key allows at the tool endpoint. `read` allows every tool that changes nothing. */
export const SCOPES = ["read", "catalog", "orders", "content", "settings", "keys"] as const;
export type Scope = (typeof SCOPES)[number];
