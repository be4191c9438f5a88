import { ROLES } from "../roles.ts";
import type { Placed } from "./catalogue.ts";
import { type Cluster, MAX_PREPARED_MINUTES, type Node, type NodeAnswer, type ShardFault } from "./cluster.ts";
import { anchorOf } from "./distribution-sql.ts";
import { keysToDrop, type PlannedTable } from "./tables.ts";

const RUN_SQL = 'Run the SQL that "hanout citus" prints.';

/** The fault of a database that lacks migrations of this version. */
export const PENDING = 'Migrations are pending. Run "hanout migrate" first.';

/** What is found at an address of the server. */
export interface Entrance {
  /** The setting with the address. */
  setting: string;
  /** Whether the address is for transactions; else it is for plain reads. */
  writes: boolean;
  /** The extension's version; null without it. */
  citus: string | null;
  /** Of the node; 0 is the coordinator. Null without the extension. */
  group: number | null;
  /** `citus.propagate_set_commands` of a new connection; null without the extension. */
  propagates: string | null;
}

/** What is wrong with an address of the server, a sentence each with what to do. */
export function entranceFaults({ setting, writes, citus, group, propagates }: Entrance): string[] {
  if (citus === null) {
    return [
      `${setting}: the extension citus is not installed in this database. Install Citus on every node, set shared_preload_libraries = 'citus' and run "create extension citus" in this database on each of them.`,
    ];
  }
  if (group !== 0) return [`${setting} leads to a worker. Give the address of the coordinator.`];
  if (writes && propagates !== "local") {
    return [
      `${setting}: citus.propagate_set_commands is '${propagates}', so workers do not learn the store of a transaction. Run "alter database … set citus.propagate_set_commands = 'local'" on the coordinator, and look for a setting of the login that overrides it.`,
    ];
  }
  return [];
}

/** What of a running cluster is not as it should be, a sentence each with what to do. */
export const clusterFaults = (cluster: Cluster): string[] => [
  ...coordinatorFaults(cluster),
  ...cluster.nodes.flatMap((node) => nodeFaults(node, cluster)),
  ...connectionFaults(cluster),
  ...cluster.tables.flatMap((table) => tableFaults(table, cluster)),
  ...cluster.shards.map(shardFault),
];

/** What the login of the check may not see, a sentence each. */
export function unseenOf({ login, nodes, unconnected }: Cluster): string[] {
  const hidden = nodes.filter(({ answer }) => isAnswer(answer) && answer.preloaded === null).map(addressOf);
  return [
    ...(hidden.length > 0
      ? [
          `shared_preload_libraries of ${hidden.join(", ")}: grant pg_read_all_settings to ${login}, or check as a superuser.`,
        ]
      : []),
    ...(unconnected === undefined
      ? [`the connections between the nodes: citus_check_cluster_node_health() failed as ${login}.`]
      : []),
  ];
}

const addressOf = ({ host, port }: Node): string => `${host}:${port}`;

const isAnswer = (answer: Node["answer"]): answer is NodeAnswer => answer !== undefined && !("error" in answer);

function coordinatorFaults({ nodes }: Cluster): string[] {
  const coordinator = nodes.find(({ isCoordinator }) => isCoordinator);
  return [
    ...(coordinator
      ? []
      : [
          "The coordinator has no address that the workers know. Run: select citus_set_coordinator_host('<host>', <port>).",
        ]),
    ...(nodes.some(({ isCoordinator }) => !isCoordinator)
      ? []
      : ["No worker has joined. Run on the coordinator: select citus_add_node('<host>', <port>)."]),
  ];
}

function nodeFaults(node: Node, { login, nodes, lockTimeoutSeconds, ...schema }: Cluster): string[] {
  const name = addressOf(node);
  const { host, port, answer } = node;
  if (!node.isActive)
    return [`${name} is disabled. When it runs again: select citus_activate_node('${host}', ${port}).`];
  if (answer === undefined) return [`${name} was not asked. Check again.`];
  if (!isAnswer(answer)) {
    return [
      `${name} does not answer the coordinator as ${login}: ${answer.error}. See that it runs, and in its log whether pg_hba.conf lets ${login} in from the other nodes.`,
    ];
  }
  const unsynced = node.isSynced
    ? []
    : [`${name} does not know the tables as the coordinator does. Run: select start_metadata_sync_to_all_nodes().`];
  const coordinator = nodes.find(({ isCoordinator }) => isCoordinator)?.answer;
  const expected = isAnswer(coordinator) ? coordinator.citus : answer.citus;
  return [
    ...unsynced,
    ...missingFaults(name, answer, schema),
    ...versionFaults(name, answer, expected),
    ...settingFaults(name, answer),
    ...roleFaults(name, answer),
    ...lockTimeoutFaults(name, answer, Math.round(lockTimeoutSeconds * 1000)),
    ...openFunctionFaults(node, answer),
    ...preparedFaults(name, answer),
  ];
}

function missingFaults(name: string, answer: NodeAnswer, schema: Pick<Cluster, "extensions" | "functions">): string[] {
  const extensions = schema.extensions.filter((extension) => !answer.extensions.includes(extension));
  const functions = schema.functions.filter((one) => !answer.functions.includes(one));
  return [
    ...(extensions.length > 0
      ? [`${name} lacks the extensions ${extensions.join(", ")}. Install their package there. ${RUN_SQL}`]
      : []),
    ...(functions.length > 0 ? [`${name} lacks the functions ${functions.map(nameOf).join(", ")}. ${RUN_SQL}`] : []),
  ];
}

const versionFaults = (name: string, { citus }: NodeAnswer, expected: string | null): string[] =>
  citus === expected
    ? []
    : [
        `${name} has ${citus === null ? "no extension citus" : `version ${citus} of the extension citus`} and the coordinator version ${expected}. Install the same version everywhere and run "alter extension citus update".`,
      ];

function settingFaults(name: string, answer: NodeAnswer): string[] {
  const { walLevel, maxConnections, maxPreparedTransactions, preloaded } = answer;
  const libraries = preloaded?.split(",").map((library) => library.trim());
  return [
    ...(walLevel === "logical"
      ? []
      : [`${name}: wal_level is ${walLevel}; a store moves while it sells with "logical" only.`]),
    ...(maxPreparedTransactions >= maxConnections
      ? []
      : [
          `${name}: max_prepared_transactions is ${maxPreparedTransactions}; every connection may prepare one, so set it to max_connections (${maxConnections}) or more.`,
        ]),
    ...(libraries === undefined || libraries.includes("citus")
      ? []
      : [`${name}: shared_preload_libraries lacks citus. Add it in front and restart.`]),
  ];
}

const roleFaults = (name: string, { roles }: NodeAnswer): string[] =>
  Object.values(ROLES).flatMap((role) => {
    const found = roles.find((one) => one.name === role);
    if (!found) return [`${name} lacks the role ${role}. Run there: create role ${role} login. Then check its grants.`];
    return found.canLogIn
      ? []
      : [`${name}: the role ${role} may not log in. Run on the coordinator: alter role ${role} login.`];
  });

const lockTimeoutFaults = (name: string, { roles }: NodeAnswer, expected: number): string[] =>
  roles
    .filter(({ lockTimeout }) => lockTimeout === null || millisecondsOf(lockTimeout) !== expected)
    .map(({ name: role, lockTimeout }) => {
      const found = lockTimeout === null ? "has no lock_timeout" : `has the lock_timeout ${lockTimeout}`;
      return `${name}: the role ${role} ${found}, and DATABASE_LOCK_TIMEOUT_SECONDS says ${expected}ms. ${RUN_SQL}`;
    });

const MILLISECONDS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** Of a time as PostgreSQL keeps it in settings; NaN for other text. */
function millisecondsOf(setting: string): number {
  const [, number, unit = "ms"] = /^\s*([\d.]+)\s*([a-z]+)?\s*$/.exec(setting) ?? [];
  return Math.round(Number(number) * (MILLISECONDS[unit] ?? Number.NaN));
}

function openFunctionFaults(node: Node, { openFunctions }: NodeAnswer): string[] {
  if (openFunctions.length === 0) return [];
  const what = `${addressOf(node)}: every role may execute ${openFunctions.map(nameOf).join(", ")} with the rights of the owner, past row-level security.`;
  const revoke = `revoke execute on function ${openFunctions.join(", ")} from public`;
  return [`${what} ${node.isCoordinator ? `Run on the coordinator: ${revoke}. ` : ""}${RUN_SQL}`];
}

/** Of a function with the types of its arguments. */
const nameOf = (signature: string): string => signature.replace(/\(.*/, "");

const preparedFaults = (name: string, { leftPrepared }: NodeAnswer): string[] =>
  leftPrepared > 0
    ? [
        `${name} holds ${leftPrepared} prepared ${leftPrepared === 1 ? "transaction" : "transactions"} older than ${MAX_PREPARED_MINUTES} minutes, and the locks of ${leftPrepared === 1 ? "it" : "them"}. Run on the coordinator: select recover_prepared_transactions(). What stays was not prepared by Citus.`,
      ]
    : [];

const mayLogIn = (nodes: Node[], role: string, address: string): boolean =>
  nodes.some(
    (node) =>
      addressOf(node) === address &&
      isAnswer(node.answer) &&
      node.answer.roles.some(({ name, canLogIn }) => name === role && canLogIn),
  );

/** A node that does not answer is a fault by itself, and so is a role that may not log in; neither is said twice. */
function connectionFaults({ nodes, unconnected = [], logins }: Cluster): string[] {
  const answering = nodes.filter(({ answer }) => isAnswer(answer)).map(addressOf);
  return [
    ...unconnected
      .filter(({ to }) => answering.includes(to))
      .map(({ from, to }) => `${from} cannot connect to ${to}. See the network, and the log and pg_hba.conf of ${to}.`),
    ...logins
      .filter(({ role, node }) => mayLogIn(nodes, role, node))
      .map(
        ({ role, node, error }) =>
          `${node} refuses connections from the coordinator as ${role}: ${error}. See its log and pg_hba.conf, and pg_dist_authinfo or .pgpass for the password.`,
      ),
  ];
}

function tableFaults(table: PlannedTable, cluster: Cluster): string[] {
  const { name, kind, triggers, isForced } = table;
  const taken = kind !== "local";
  return [
    ...placeFaults(table, cluster),
    ...(isForced
      ? [
          `${name}: row-level security is forced on the owner, so its stores cannot move. Run: alter table ${table.address} no force row level security.`,
        ]
      : []),
    ...(taken && triggers.length > 0
      ? [
          `${name} has the ${triggers.length === 1 ? "trigger" : "triggers"} ${triggers.join(", ")}, which Citus does not allow. Drop ${triggers.length === 1 ? "it" : "them"}.`,
        ]
      : []),
    ...keysToDrop(table, cluster.tables)
      .filter(({ to }) => cluster.placed.some((one) => one.name === to))
      .map(
        ({ constraint, to }) =>
          `${name}: the foreign key to ${to} locks a shard on the first worker, over which writes of all stores deadlock. Run: alter table ${table.address} drop constraint ${constraint}.`,
      ),
  ];
}

function describe({ kind, column }: Placed): string {
  if (kind === "distributed") return `distributed by ${column}`;
  return { reference: "a reference table", "citus local": "a local table of Citus", other: "not distributed by hash" }[
    kind
  ];
}

function placeFaults({ name, kind, address }: PlannedTable, { tables, placed }: Cluster): string[] {
  const found = placed.find((one) => one.name === name);
  const what = found && describe(found);
  const undo = `select undistribute_table('${address}')`;
  if (kind === "local") return found ? [`${name} is ${what} and belongs on the coordinator only. Run: ${undo}.`] : [];
  if (!found || found.kind === "citus local")
    return [`${name} is not ${kind === "reference" ? "a reference table" : "distributed"}. ${RUN_SQL}`];
  if (kind === "reference") {
    return found.kind === "reference"
      ? []
      : [`${name} is ${what} and must be a reference table. Run: ${undo}. ${RUN_SQL}`];
  }
  if (found.kind !== "distributed" || found.column !== "site_id")
    return [`${name} is ${what} and must be distributed by site_id. Run: ${undo}. ${RUN_SQL}`];
  const distributed = tables.filter((table) => table.kind === "distributed");
  const anchor = anchorOf(distributed, placed);
  const colocation = placed.find((one) => one.name === anchor?.name)?.colocation;
  return found.colocation === colocation
    ? []
    : [
        `${name} is not kept with ${anchor?.name}, so the rows of a store are on different nodes. Run: ${undo}. ${RUN_SQL}`,
      ];
}

function shardFault({ table, fault, count }: ShardFault): string {
  const shards = `${count} ${count === 1 ? "shard" : "shards"}`;
  return {
    inactive: `${table}: ${shards} with a placement that is not used. See pg_dist_placement, and run: call citus_cleanup_orphaned_resources().`,
    missing: `${table}: ${shards} without a node that has their rows. Restore them from a backup.`,
    apart: `${table}: ${shards} not on the node of the other tables' rows of the same stores. Move them there: select citus_move_shard_placement(…).`,
    incomplete: `${table}: not on every node. Run on the coordinator, as a superuser: select replicate_reference_tables().`,
  }[fault];
}
