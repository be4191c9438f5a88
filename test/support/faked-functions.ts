import type { Driver } from "../../src/db/database.ts";

/** The name of a row in `fake.answers`, and the function of PostgreSQL that answers with it. */
const FUNCTIONS = {
  pg_current_snapshot: ["pg_snapshot", "$1::pg_snapshot"],
  pg_postmaster_start_time: ["timestamptz", "pg_catalog.pg_postmaster_start_time() + $1::interval"],
  clock_timestamp: ["timestamptz", "pg_catalog.clock_timestamp() + $1::interval"],
  pg_is_in_recovery: ["boolean", "$1::boolean"],
} as const;

export type FakedFunction = keyof typeof FUNCTIONS;

/**
 * Creates functions in the schema `fake` that answer like PostgreSQL's own, until a test sets another answer: a snapshot, a
 * difference of time, or whether the server is a standby. Connections to `addressWithFakes` find them first.
 */
export async function createFakes(owner: Driver): Promise<void> {
  await owner.exec(`
    create schema fake;
    create table fake.answers (name text primary key, answer text not null);
    grant usage on schema fake to public;
    grant select on fake.answers to public;
  `);
  for (const [name, [type, faked]] of Object.entries(FUNCTIONS)) {
    const answer = `(select answer from fake.answers where name = '${name}')`;
    await owner.exec(`
      create function fake.${name}() returns ${type} language sql volatile as $body$
        select case when ${answer} is null then pg_catalog.${name}() else ${faked.replace("$1", answer)} end
      $body$
    `);
  }
}

export const addressWithFakes = (url: string): string =>
  `${url}?options=${encodeURIComponent("-c search_path=fake,pg_catalog,public")}`;

/** Sets the answer of a function; undefined: its own again. */
export async function fake(owner: Driver, name: FakedFunction, answer: string | undefined): Promise<void> {
  await owner.query("delete from fake.answers where name = $1", [name]);
  if (answer !== undefined) await owner.query("insert into fake.answers values ($1, $2)", [name, answer]);
}
