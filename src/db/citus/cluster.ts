import type { Driver } from "../database.ts";
import { ROLES } from "../roles.ts";
import { NODE_FUNCTIONS } from "./catalogue.ts";
import { readSchema, type Schema } from "./schema.ts";

/** What a running cluster is like; `check.ts` says what of it is wrong. */
export interface Cluster extends Schema {
  /** The login that the check works as. */
  login: string;
  nodes: Node[];
  /** Pairs of nodes, `host:port`, of which the first cannot connect to the second; undefined when that could not be asked. */
  unconnected: { from: string; to: string }[] | undefined;
  /** The roles that the server works as, and the nodes that refuse connections as them. */
  logins: { role: string; node: string; error: string }[];
  /** How long the roles of the server are to wait for a lock. */
  lockTimeoutSeconds: number;
  /** Functions of the schema that every node needs. */
  functions: string[];
  shards: ShardFault[];
}

export interface Node {
  host: string;
  port: number;
  isCoordinator: boolean;
  isActive: boolean;
  /** Whether it knows the tables and nodes as the coordinator does. */
  isSynced: boolean;
  /** What it said of itself, or the error instead. Undefined of a node that is not active. */
  answer: NodeAnswer | { error: string } | undefined;
}

export interface NodeAnswer {
  /** Of the extension citus; null without it. */
  citus: string | null;
  walLevel: string;
  maxConnections: number;
  maxPreparedTransactions: number;
  /** `shared_preload_libraries`; null when the login may not see it. */
  preloaded: string | null;
  extensions: string[];
  functions: string[];
  /** Functions with the rights of their owner that every role may execute. */
  openFunctions: string[];
  roles: NodeRole[];
  /** Prepared transactions that are older than `MAX_PREPARED_MINUTES`. */
  leftPrepared: number;
}

/** A role of the server. */
export interface NodeRole {
  name: string;
  canLogIn: boolean;
  /** Its `lock_timeout` as it was set, such as `3000ms`; null when it has none. */
  lockTimeout: string | null;
}

/** `inactive`: a placement that is not used. `missing`: no placement. `apart`: not with its store. `incomplete`: not on all nodes. */
export interface ShardFault {
  table: string;
  fault: "inactive" | "missing" | "apart" | "incomplete";
  count: number;
}

/** A transaction that spans nodes is prepared for milliseconds; Citus itself recovers those of a crash each minute. */
export const MAX_PREPARED_MINUTES = 5;

const ROLE_LIST = Object.values(ROLES)
  .map((role) => `'${role}'`)
  .join(", ");

/** One value, as `run_command_on_all_nodes` wants it. */
const ASK_NODE = `
  select json_build_object(
    'citus', (select extversion from pg_extension where extname = 'citus'),
    'walLevel', current_setting('wal_level'),
    'maxConnections', current_setting('max_connections')::int,
    'maxPreparedTransactions', current_setting('max_prepared_transactions')::int,
    'preloaded', (select setting from pg_settings where name = 'shared_preload_libraries'),
    'extensions', (select json_agg(quote_ident(extname)) from pg_extension),
    'functions', (
      select coalesce(json_agg(p.oid::regprocedure::text), '[]')
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace
    ),
    'openFunctions', (
      select coalesce(json_agg(p.oid::regprocedure::text order by p.oid::regprocedure::text), '[]')
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege('public', p.oid, 'execute')
        and not exists (
          select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
        )
    ),
    'roles', (
      select coalesce(json_agg(json_build_object('name', rolname, 'canLogIn', rolcanlogin, 'lockTimeout', (
        select substr(setting, length('lock_timeout=') + 1)
        from pg_db_role_setting s
        cross join unnest(s.setconfig) setting
        where s.setrole = r.oid and setting like 'lock\\_timeout=%'
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
        order by s.setdatabase desc
        limit 1
      ))), '[]')
      from pg_roles r
      where rolname in (${ROLE_LIST})
    ),
    'leftPrepared', (
      select count(*)
      from pg_prepared_xacts
      where database = current_database() and prepared < now() - interval '${MAX_PREPARED_MINUTES} minutes'
    )
  )
`;

const NODES = `
  select nodeid as "id", nodename as "host", nodeport as "port", groupid = 0 as "isCoordinator",
    isactive as "isActive", groupid = 0 or (hasmetadata and metadatasynced) as "isSynced"
  from pg_dist_node
  where noderole = 'primary'
  order by groupid, nodename, nodeport
`;

const ON_ALL_NODES = "select nodeid as id, success, result from run_command_on_all_nodes($1)";

const UNCONNECTED = `
  select from_nodename || ':' || from_nodeport as "from", to_nodename || ':' || to_nodeport as "to"
  from citus_check_cluster_node_health()
  where result = false
`;

const SHARDS = `
  with shards as (
    select c.relname as "table", p.partmethod, p.repmodel, p.colocationid, s.shardid, s.shardminvalue,
      coalesce(bool_or(l.shardstate <> 1), false) as is_inactive,
      array_agg(l.groupid order by l.groupid) filter (where l.shardstate = 1) as groups
    from pg_dist_partition p
    join pg_class c on c.oid = p.logicalrelid
    join pg_dist_shard s on s.logicalrelid = p.logicalrelid
    left join pg_dist_placement l on l.shardid = s.shardid
    where c.relnamespace = 'public'::regnamespace
    group by 1, 2, 3, 4, 5, 6
  ), faults as (
    select "table", 'inactive' as fault from shards where is_inactive
    union all
    select "table", 'missing' from shards where groups is null
    union all
    select "table", 'apart'
    from shards
    join (
      select colocationid, shardminvalue, mode() within group (order by groups) as usual
      from shards
      where partmethod = 'h'
      group by 1, 2
    ) together using (colocationid, shardminvalue)
    where groups <> usual
    union all
    select "table", 'incomplete'
    from shards
    where partmethod = 'n' and repmodel = 't' and exists (
      select from pg_dist_node n
      where n.noderole = 'primary' and n.isactive and n.groupid <> all(coalesce(groups, '{}'))
    )
  )
  select "table", fault, count(*)::int as count from faults group by 1, 2 order by 1, 2
`;

/**
 * Asks the coordinator that `driver` leads to, and over it all nodes, what `check.ts` needs to know. Nothing is changed.
 * `lockTimeoutSeconds`: what the settings of the server say.
 * Throws OperatorError when the schema cannot be distributed at all.
 */
export async function readCluster(driver: Driver, lockTimeoutSeconds: number): Promise<Cluster> {
  const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await driver.query(text, values)) as T[];
  const [login] = await rows<{ name: string }>("select current_user as name");
  const functions = await rows<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where ${NODE_FUNCTIONS} order by 1`,
  );
  const nodes = await readNodes(driver);
  return {
    ...(await readSchema(driver)),
    login: login?.name ?? "",
    nodes,
    unconnected: await rows<{ from: string; to: string }>(UNCONNECTED).catch(() => undefined),
    logins: (await Promise.all(Object.values(ROLES).map((role) => refusedLogins(driver, role, nodes)))).flat(),
    lockTimeoutSeconds,
    functions: functions.map(({ name }) => name),
    shards: await rows<ShardFault>(SHARDS),
  };
}

interface Result {
  id: number;
  success: boolean;
  result: string;
}

type NodeRow = Omit<Node, "answer"> & { id: number };

async function readNodes(driver: Driver): Promise<(Node & { id: number })[]> {
  const nodes = (await driver.query(NODES, [])) as NodeRow[];
  const results = (await driver.query(ON_ALL_NODES, [ASK_NODE])) as Result[];
  return nodes.map((node) => ({ ...node, answer: answerOf(results.find(({ id }) => id === node.id)) }));
}

const answerOf = (result: Result | undefined): Node["answer"] =>
  result && (result.success ? (JSON.parse(result.result) as NodeAnswer) : { error: result.result });

/** The nodes that answer the owner and refuse the role. */
async function refusedLogins(
  driver: Driver,
  role: string,
  nodes: (Node & { id: number })[],
): Promise<Cluster["logins"]> {
  const answering = nodes.filter(({ answer }) => answer && !("error" in answer));
  const refused = (error: string, among = answering) =>
    among.map(({ host, port }) => ({ role, node: `${host}:${port}`, error }));
  try {
    return await driver.transaction(async (transaction) => {
      await transaction.exec(`set local role ${role}`);
      const results = (await transaction.query(ON_ALL_NODES, ["select 1"])) as Result[];
      return results
        .filter(({ success }) => !success)
        .flatMap(({ id, result }) =>
          refused(
            result,
            answering.filter((node) => node.id === id),
          ),
        );
    });
  } catch (error) {
    return refused((error as Error).message);
  }
}
