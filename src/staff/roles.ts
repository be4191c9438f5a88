import { ALL_SCOPES, type Scope } from "../core/scopes.ts";

const allBut = (...excluded: Scope[]): Scope[] => ALL_SCOPES.filter((scope) => !excluded.includes(scope));

/** What a person may do in a store, by role. The scopes of a role include what `core/scopes.ts` says they include. */
export const ROLES = {
  owner: ALL_SCOPES,
  manager: allBut("staff:write", "keys:read", "keys:write"),
  orders: ["catalog:read", "orders:write", "orders:money", "customers:write"],
  call_desk: ["catalog:read", "orders:desk", "customers:read"],
  catalogue: ["catalog:read", "catalog:write", "content:read"],
  content: ["catalog:read", "content:read", "content:write"],
  viewer: ALL_SCOPES.filter((scope) => scope.endsWith(":read") && !["customers:read", "keys:read"].includes(scope)),
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as Role[];
