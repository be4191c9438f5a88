import type { Placed, Table } from "../../../src/db/citus/catalogue.ts";
import type { Cluster, Node, NodeAnswer, NodeRole } from "../../../src/db/citus/cluster.ts";
import { planTables } from "../../../src/db/citus/tables.ts";

const tableOf = (name: string, given: Partial<Table> = {}): Table => ({
  name,
  address: `public.${name}`,
  isOfStores: true,
  recordsTransactions: false,
  hasPrimaryKey: true,
  uniqueAcrossStores: [],
  references: [],
  triggers: [],
  isForced: false,
  ...given,
});

const sites = tableOf("sites", { isOfStores: false, uniqueAcrossStores: ["sites_pkey"] });
const toSites = (table: string) => ({ constraint: `${table}_site_id_fkey`, to: "sites", isByStore: false });
const apiKeys = tableOf("api_keys", { uniqueAcrossStores: ["api_keys_hash_key"], references: [toSites("api_keys")] });
export const tables = (change: Partial<Record<"sites" | "menus" | "orders" | "changes", Partial<Table>>> = {}) =>
  planTables([
    { ...sites, ...change.sites },
    apiKeys,
    tableOf("menus", change.menus),
    tableOf("orders", change.orders),
    tableOf("changes", { recordsTransactions: true, ...change.changes }),
  ]);

export const reference = (name: string): Placed => ({ name, kind: "reference", column: null, colocation: 1 });
export const distributed = (name: string, given: Partial<Placed> = {}): Placed => ({
  name,
  kind: "distributed",
  column: "site_id",
  colocation: 2,
  ...given,
});

export const stores = [distributed("menus"), distributed("orders")];

/** A role of the server as it should be on a node. */
export const roleOf = (name: string, given: Partial<NodeRole> = {}): NodeRole => ({
  name,
  canLogIn: true,
  lockTimeout: "3000ms",
  ...given,
});

const answerOf = (given: Partial<NodeAnswer> = {}): NodeAnswer => ({
  citus: "13.2-1",
  walLevel: "logical",
  maxConnections: 300,
  maxPreparedTransactions: 300,
  preloaded: "citus, pg_stat_statements",
  extensions: ["btree_gin", "citus", "plpgsql"],
  functions: ["current_site()", "text_parts(text,integer)"],
  openFunctions: [],
  roles: [roleOf("hanout_app"), roleOf("hanout_reader")],
  leftPrepared: 0,
  ...given,
});

export const nodeOf = (host: string, given: Partial<Node> = {}): Node => ({
  host,
  port: 5432,
  isCoordinator: host === "coordinator",
  isActive: true,
  isSynced: true,
  answer: answerOf(),
  ...given,
});

export const clusterOf = (given: Partial<Cluster> = {}): Cluster => ({
  login: "hanout",
  nodes: [nodeOf("coordinator"), nodeOf("one"), nodeOf("two")],
  unconnected: [],
  logins: [],
  lockTimeoutSeconds: 3,
  extensions: ["btree_gin"],
  functions: ["current_site()", "text_parts(text,integer)"],
  tables: tables(),
  placed: [reference("sites"), reference("api_keys"), ...stores],
  shards: [],
  ...given,
});

/** The cluster whose second worker is like this. */
export const withWorker = (given: Partial<Node>): Cluster =>
  clusterOf({ nodes: [nodeOf("coordinator"), nodeOf("one"), nodeOf("two", given)] });
/** The cluster whose second worker answers this. */
export const withAnswer = (given: Partial<NodeAnswer>): Cluster => withWorker({ answer: answerOf(given) });
/** The cluster in which Citus keeps `orders` like this. */
export const withOrders = (...orders: Placed[]): Cluster =>
  clusterOf({ placed: [reference("sites"), reference("api_keys"), distributed("menus"), ...orders] });
