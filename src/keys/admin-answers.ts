import { Type } from "typebox";
import { component } from "../core/shapes.ts";
import { KeyRow } from "./queries.ts";

const { id, kind, name, prefix, scopes, expires_at, revoked_at } = KeyRow.properties;

/** What events tell of a key. */
export const keyFacts = { kind, name, prefix, scopes, expires_at, revoked_at };

/** A key, never the secret. */
export const ApiKey = component("ApiKey", KeyRow, {
  id: "019aa2c0-6a59-7d55-9e34-6c7d8e9fa0b2",
  kind: "secret",
  name: "Shop manager",
  prefix: "sk_4F1TQ0Xc",
  scopes: ["orders:read", "orders:write"],
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  created_at: "2026-11-02T09:10:00.000Z",
});

export const CreatedKey = Type.Object({
  id,
  prefix,
  kind,
  name,
  scopes,
  expires_at,
  key: Type.Optional(Type.String({ description: "The key itself, only this once: not in the answer to a retry." })),
});

export const RevokedKey = Type.Object({ id, prefix, name, revoked_at: Type.String() });
