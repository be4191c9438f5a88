import { type Static, Type } from "typebox";
import type { Scope } from "../core/scopes.ts";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

const NullableText = Nullable(Type.String());

export const EndpointRow = Type.Object({
  id: Type.String(),
  address: Type.String(),
  types: Type.Array(Type.String()),
  scopes: Type.Array(Type.Unsafe<Scope>(Type.String())),
  version: Type.Integer(),
  is_ordered: Type.Boolean(),
  is_active: Type.Boolean(),
  off_reason: NullableText,
  old_secret_ends_at: NullableText,
  last_number: Type.Integer(),
  last_success_at: NullableText,
  failing_since: NullableText,
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type EndpointRow = Static<typeof EndpointRow>;

const columns: Sql = sql`
  id, address, types, scopes, version, is_ordered, is_active, off_reason, old_secret_ends_at, last_number, last_success_at,
  failing_since, created_at, updated_at`;

/** All of a store: they are few. */
export const listEndpoints = (db: SiteDb) =>
  db.many(
    EndpointRow,
    sql`
    select ${columns}
    from webhook_endpoints
    where site_id = ${db.siteId}
    order by created_at, id
    limit 100
  `,
  );

/** The endpoints with this id or address; of a call that writes, locked until the transaction ends. */
export const findEndpoints = (db: SiteDb, ref: string, { isLocked }: { isLocked: boolean }) =>
  db.many(
    EndpointRow,
    sql`
    select ${columns}
    from webhook_endpoints
    where site_id = ${db.siteId} and (id::text = lower(${ref}) or address = ${ref})
    order by id::text = lower(${ref}) desc, id
    limit 2
    ${isLocked ? sql`for update` : empty}
  `,
  );

const SecretRow = Type.Object({
  ...EndpointRow.properties,
  sealed_secret: Type.Unsafe<Buffer>(Type.Any()),
  sealed_old_secret: Nullable(Type.Unsafe<Buffer>(Type.Any())),
});
export type SecretRow = Static<typeof SecretRow>;

/** An endpoint with its encrypted secrets, locked until the transaction ends. */
export const lockEndpointWithSecrets = (db: SiteDb, id: string) =>
  db.first(
    SecretRow,
    sql`
    select ${columns}, sealed_secret, sealed_old_secret
    from webhook_endpoints
    where site_id = ${db.siteId} and id = ${id}
    for no key update
  `,
  );

/** What wants to know of new events. */
export const findActiveEndpoints = (db: SiteDb) =>
  db.many(
    Type.Object({ id: Type.String(), types: Type.Array(Type.String()) }),
    sql`
    select id, types
    from webhook_endpoints
    where site_id = ${db.siteId} and is_active
    order by id
    limit 100
  `,
  );

export type NewEndpoint = Pick<
  EndpointRow,
  "id" | "address" | "types" | "scopes" | "version" | "is_ordered" | "is_active"
> & {
  secret: Buffer;
  last_number: number;
};

/** Adds an endpoint, which is told of what comes after `last_number`. */
export const insertEndpoint = (db: SiteDb, endpoint: NewEndpoint) =>
  db.first(
    EndpointRow,
    sql`
    insert into webhook_endpoints (
      site_id, id, address, types, scopes, version, is_ordered, is_active, sealed_secret, last_number, created_at, updated_at
    )
    values (
      ${db.siteId}, ${endpoint.id}, ${endpoint.address}, ${endpoint.types}::text[], ${endpoint.scopes}::text[],
      ${endpoint.version}, ${endpoint.is_ordered}, ${endpoint.is_active}, ${endpoint.secret},
      ${endpoint.last_number}, ${db.now}, ${db.now}
    )
    returning ${columns}
  `,
  );

export type EndpointUpdate = Pick<
  EndpointRow,
  "id" | "address" | "types" | "scopes" | "is_ordered" | "is_active" | "off_reason" | "failing_since"
>;

export const updateEndpoint = (db: SiteDb, endpoint: EndpointUpdate) =>
  db.run(sql`
    update webhook_endpoints
    set address = ${endpoint.address}, types = ${endpoint.types}::text[], scopes = ${endpoint.scopes}::text[],
      is_ordered = ${endpoint.is_ordered}, is_active = ${endpoint.is_active}, off_reason = ${endpoint.off_reason},
      failing_since = ${endpoint.failing_since}, updated_at = ${db.now}
    where site_id = ${db.siteId} and id = ${endpoint.id}
  `);

/** Gives an endpoint a new secret; the one before signs as well, until then. */
export const replaceSecret = (db: SiteDb, id: string, secret: Buffer, oldEndsAt: string) =>
  db.run(sql`
    update webhook_endpoints
    set sealed_old_secret = sealed_secret, old_secret_ends_at = ${oldEndsAt}, sealed_secret = ${secret}, updated_at = ${db.now}
    where site_id = ${db.siteId} and id = ${id}
  `);

/** The same secrets, encrypted by another key. */
export const resealSecrets = (db: SiteDb, id: string, before: Buffer, secret: Buffer, oldSecret: Buffer | null) =>
  db.send(sql`
    update webhook_endpoints
    set sealed_secret = ${secret}, sealed_old_secret = ${oldSecret}
    where site_id = ${db.siteId} and id = ${id} and sealed_secret = ${before}
  `);

export const deleteEndpoint = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from webhook_endpoints
    where site_id = ${db.siteId} and id = ${id}
  `);

/** Notes up to which number an endpoint has its deliveries. */
export const moveOn = (db: SiteDb, id: string, lastNumber: number) =>
  db.send(sql`
    update webhook_endpoints
    set last_number = greatest(last_number, ${lastNumber})
    where site_id = ${db.siteId} and id = ${id}
  `);

/** Notes how an endpoint fares: whether one of the last attempts succeeded, and whether one failed after that; returns it. */
export const noteHealth = (
  db: SiteDb,
  id: string,
  { hasSucceeded, isFailing }: { hasSucceeded: boolean; isFailing: boolean },
) =>
  db.first(
    Type.Object({ is_ordered: Type.Boolean() }),
    sql`
    update webhook_endpoints
    set last_success_at = case when ${hasSucceeded} then ${db.now}::timestamptz else last_success_at end,
      failing_since = case
        when not ${isFailing} then null
        when ${hasSucceeded} then ${db.now}::timestamptz
        else coalesce(failing_since, ${db.now}::timestamptz)
      end
    where site_id = ${db.siteId} and id = ${id}
    returning is_ordered
  `,
  );

/** Switches an endpoint off that is on, by the server; returns it. `before`: nothing may have succeeded, and nobody may have saved it, since; null: whatever did. */
export const switchOff = (db: SiteDb, id: string, reason: string, before: string | null) =>
  db.first(
    EndpointRow,
    sql`
    update webhook_endpoints
    set is_active = false, off_reason = ${reason}, updated_at = ${db.now}
    where site_id = ${db.siteId} and id = ${id} and is_active
      and (${before}::timestamptz is null or greatest(last_success_at, updated_at) <= ${before}::timestamptz)
    returning ${columns}
  `,
  );
