import { ROLES } from "../roles.ts";
import { NODE_FUNCTIONS, type Placed } from "./catalogue.ts";
import type { Schema } from "./schema.ts";
import { keysToDrop, type PlannedTable } from "./tables.ts";

const HEAD = `-- Spreads the stores of Hanout over the nodes of a Citus cluster: the rows of one store are on one node. Written by
-- "hanout citus" from the tables of a migrated database.
--
-- Run it with psql on the coordinator, as the owner of the tables, while no server of Hanout runs. It can be run again:
-- what is done already is left alone. Afterwards "hanout citus --check" says what is still missing.
-- "set citus.shard_count" before it, when 32 shards are not enough; later that is costly to change.
\\set ON_ERROR_STOP on

do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    raise exception 'the extension citus is not installed in this database';
  end if;
  if (select groupid from pg_dist_local_group) <> 0 then
    raise exception 'this node is a worker; run this on the coordinator';
  end if;
  if not exists (select from pg_dist_node where groupid <> 0 and noderole = 'primary' and isactive) then
    raise exception 'no worker has joined; run citus_set_coordinator_host and citus_add_node first';
  end if;
end
$$;
`;

const SETTINGS = `-- Transactions name their store by "set local", which the workers must receive: policies there show nothing without.
-- New connections have it.
do $$
begin
  execute format('alter database %I set citus.propagate_set_commands = %L', current_database(), 'local');
end
$$;
`;

const roleSettings = (lockTimeoutSeconds: number): string =>
  `-- The nodes connect to each other as the role that a statement works as. Citus tells the workers of this. Statements wait for
-- locks there, and only this tells the workers of DATABASE_LOCK_TIMEOUT_SECONDS.
${Object.values(ROLES)
  .map(
    (role) =>
      `alter role ${role} login;\nalter role ${role} set lock_timeout = '${Math.round(lockTimeoutSeconds * 1000)}ms';\n`,
  )
  .join("")}
-- Citus passes on the whole message in which a "set local" comes, with its "begin", so workers warn of each transaction that
-- it has begun already.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter role ${ROLES.writes} set log_min_messages = 'error';
  end if;
  alter role ${ROLES.writes} set client_min_messages = 'error';
end
$$;
`;

const FUNCTIONS = `-- Citus sends what tables need to the workers, and functions that statements call only when they are created on a cluster.
do $$
declare
  missing regprocedure;
begin
  for missing in
    select p.oid
    from pg_proc p
    where ${NODE_FUNCTIONS.replaceAll("\n", "\n    ")}
      and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
  loop
    perform create_distributed_function(missing);
  end loop;
end
$$;
`;

const GRANTS = `-- Citus forgets that some functions are not for everyone. The workers get the grants of the coordinator again.
do $$
declare
  command text;
  failures text;
begin
  perform set_config('search_path', 'pg_catalog', true); -- names are written with their schema
  select string_agg(format(
    E'if to_regprocedure(%1$L) is not null then\\n  revoke execute on function %1$s from public;\\n%2$s'
      '  if has_function_privilege(''public'', %1$L, ''execute'') then\\n'
      '    raise exception ''everyone may still execute %%; its owner there is another role'', %1$L;\\n  end if;\\nend if;\\n',
    p.oid::regprocedure, grants.statements
  ), '' order by p.oid::regprocedure::text)
  into command
  from pg_proc p
  cross join lateral (
    select coalesce(string_agg(
      format(E'  grant execute on function %s to %s;\\n', p.oid::regprocedure, granted.grantee::regrole), ''
      order by granted.grantee::regrole::text
    ), '') as statements
    from aclexplode(p.proacl) granted
    where granted.privilege_type = 'EXECUTE' and granted.grantee <> p.proowner
  ) grants
  where p.pronamespace = 'public'::regnamespace and not has_function_privilege('public', p.oid, 'execute')
    and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    );
  select string_agg(format('%s:%s: %s', nodename, nodeport, result), '; ')
  into failures
  from run_command_on_workers(format(
    'do %L', E'begin\\nset local citus.enable_ddl_propagation to off;\\n' || command || 'end'
  ))
  where not success;
  if failures is not null then
    raise exception 'grants of functions were not set on all workers: %', failures;
  end if;
end
$$;
`;

const BEGIN = `-- All or nothing: after a failure no table is distributed. A node needs about 500 locks for each of its shards, and has
-- max_locks_per_transaction * (max_connections + max_prepared_transactions). Too few: "out of shared memory".
begin;
-- Tables that wait for their turn refer to reference tables; Citus would take them for local ones.
set local citus.enable_local_reference_table_foreign_keys to off;
-- One connection to each node: the rows of a reference table that one connection has written, others do not see yet.
set local citus.multi_shard_modify_mode to 'sequential';
`;

const TRUNCATE_COPIED = `-- The rows that were copied to the nodes stay behind, unseen, in the tables of the coordinator.
select truncate_local_data_after_distributing_table(logicalrelid)
from pg_dist_partition
join pg_class on oid = logicalrelid
where relnamespace = 'public'::regnamespace and (partmethod = 'h' or repmodel = 't') and pg_relation_size(oid) > 0;
`;

/** The SQL that distributes a schema, for psql. It may be run twice. `lockTimeoutSeconds`: how long workers wait for a lock. */
export function distributionSql({ tables, extensions, placed }: Schema, lockTimeoutSeconds: number): string {
  const of = (kind: PlannedTable["kind"]) => tables.filter((table) => table.kind === kind);
  return [
    HEAD,
    roleSettings(lockTimeoutSeconds),
    SETTINGS,
    ...section(
      "The workers need the extensions, too. Citus sends them when it sees this, although they are here. On workers that join\n-- afterwards they are the superuser's, so once Citus knows them they are left alone: the owner could not run this again.",
      extensions.map(sendExtension),
    ),
    FUNCTIONS,
    GRANTS,
    BEGIN,
    ...section(
      "For each write with one of these keys Citus would lock a shard on the first worker: the transactions of all stores would\n-- wait there for each other, and deadlock. A store's id comes from its key, and no store is deleted.",
      tables.flatMap((table) => keysToDrop(table, tables).map((key) => dropKey(table, key.constraint))),
    ),
    ...section(
      "Tables above the stores, and those with a key across stores: all rows on every node.",
      of("reference").map(asReference),
    ),
    ...section(
      "Tables of stores, those that others refer to first.",
      of("distributed").map((table) => asDistributed(table, anchorOf(of("distributed"), placed))),
    ),
    "commit;\n",
    TRUNCATE_COPIED,
    `-- Not distributed: ${of("local")
      .map(({ name }) => name)
      .join(", ")}.\n`,
  ].join("\n");
}

const section = (comment: string, statements: string[]): string[] =>
  statements.length > 0 ? [`-- ${comment}\n${statements.join("\n")}\n`] : [];

const sendExtension = (name: string): string =>
  `do $$
begin
  if not exists (
    select from pg_dist_object o
    where o.classid = 'pg_extension'::regclass
      and o.objid = (select e.oid from pg_extension e where quote_ident(e.extname) = ${literal(name)})
  ) then
    create extension if not exists ${name};
  end if;
end
$$;`;

const dropKey = ({ address }: PlannedTable, constraint: string): string =>
  `alter table ${address} drop constraint if exists ${constraint};`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const asReference = ({ address }: PlannedTable): string =>
  `select create_reference_table(${literal(address)})${unless(address, "partmethod = 'n' and repmodel = 't'")};`;

function asDistributed({ address, name }: PlannedTable, anchor: PlannedTable | undefined): string {
  const colocation = anchor && anchor.name !== name ? `, colocate_with => ${literal(anchor.address)}` : "";
  return `select create_distributed_table(${literal(address)}, 'site_id'${colocation})${unless(address, "partmethod = 'h'")};`;
}

const unless = (address: string, condition: string): string =>
  `\n  where not exists (select from pg_dist_partition where logicalrelid = ${literal(address)}::regclass and ${condition})`;

/** The table that the others are kept with: one that is distributed already, else the first. */
export const anchorOf = (distributed: PlannedTable[], placed: Placed[]): PlannedTable | undefined =>
  distributed.find(({ name }) => placed.some((one) => one.name === name && one.kind === "distributed")) ??
  distributed[0];
