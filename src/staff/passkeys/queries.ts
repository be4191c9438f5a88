import { type Static, Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

// A `SiteDb` here is of no store (`aboveStores`).

const PasskeyRow = Type.Object({
  id: Type.String(),
  account_id: Type.String(),
  credential_id: Type.String(),
  public_key: Type.Unsafe<Uint8Array<ArrayBuffer>>(Type.Any()),
  counter: Type.Integer(),
  transports: Type.Array(Type.String()),
  name: Type.String(),
  created_at: Type.String(),
});
export type PasskeyRow = Static<typeof PasskeyRow>;

export const listPasskeys = (db: SiteDb, accountId: string) =>
  db.many(
    PasskeyRow,
    sql`
    select id, account_id, credential_id, public_key, counter, transports, name, created_at
    from passkeys
    where account_id = ${accountId}
    order by created_at desc, id desc
    limit 100
  `,
  );

/** The passkey with this id of a credential. */
export const findPasskey = (db: SiteDb, credentialId: string) =>
  db.first(
    PasskeyRow,
    sql`
    select id, account_id, credential_id, public_key, counter, transports, name, created_at
    from passkeys
    where credential_id = ${credentialId}
  `,
  );

export const insertPasskey = (db: SiteDb, passkey: Omit<PasskeyRow, "created_at">, challengedAt: string) =>
  db.ids(sql`
    insert into passkeys (id, account_id, credential_id, public_key, counter, transports, name, challenged_at, created_at)
    values (
      ${passkey.id}, ${passkey.account_id}, ${passkey.credential_id}, ${passkey.public_key}, ${passkey.counter},
      ${passkey.transports}::text[], ${passkey.name}, ${challengedAt}, ${db.now}
    )
    on conflict (credential_id) do nothing
    returning id
  `);

/** Records that a passkey answered a challenge. Returns nothing when it answered that one, or a later one, already. */
export const recordAnswer = (db: SiteDb, id: string, counter: number, challengedAt: string) =>
  db.ids(sql`
    update passkeys
    set counter = ${counter}, challenged_at = ${challengedAt}
    where id = ${id} and challenged_at < ${challengedAt}
    returning id
  `);

export const deletePasskey = (db: SiteDb, accountId: string, id: string) =>
  db.ids(sql`
    delete from passkeys
    where account_id = ${accountId} and id = ${id}
    returning id
  `);

export const deletePasskeysOf = (db: SiteDb, accountId: string) =>
  db.run(sql`
    delete from passkeys
    where account_id = ${accountId}
  `);
