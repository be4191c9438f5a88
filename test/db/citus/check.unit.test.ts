import { describe, expect, test } from "vitest";
import { clusterFaults, type Entrance, entranceFaults, unseenOf } from "../../../src/db/citus/check.ts";
import type { Cluster } from "../../../src/db/citus/cluster.ts";
import {
  clusterOf,
  distributed,
  nodeOf,
  reference,
  roleOf,
  stores,
  tables,
  withAnswer,
  withOrders,
  withWorker,
} from "./clusters.ts";

test("a cluster as it should be has no faults, and nothing of it is unseen", () => {
  expect(clusterFaults(clusterOf())).toEqual([]);
  expect(unseenOf(clusterOf())).toEqual([]);
});

describe("one sentence says", () => {
  test.each<[what: string, cluster: Cluster, ...parts: string[]]>([
    [
      "that the coordinator has no address",
      clusterOf({ nodes: [nodeOf("one"), nodeOf("two")] }),
      "The coordinator has no address",
      "citus_set_coordinator_host",
    ],
    ["that no worker has joined", clusterOf({ nodes: [nodeOf("coordinator")] }), "No worker", "citus_add_node"],
    [
      "that a node is disabled",
      withWorker({ isActive: false, answer: undefined }),
      "two:5432 is disabled",
      "citus_activate_node('two', 5432)",
    ],
    ["that a node was not asked", withWorker({ answer: undefined }), "two:5432 was not asked"],
    [
      "that a node does not answer",
      {
        ...withWorker({ answer: { error: "failed to connect to two:5432" } }),
        unconnected: [{ from: "one:5432", to: "two:5432" }],
      },
      "two:5432 does not answer the coordinator as hanout: failed to connect to two:5432.",
      "pg_hba.conf",
    ],
    [
      "that a node has old metadata",
      withWorker({ isSynced: false }),
      "two:5432 does not know the tables",
      "start_metadata_sync_to_all_nodes()",
    ],
    [
      "which extensions a node lacks",
      withAnswer({ extensions: ["citus", "plpgsql"] }),
      "two:5432 lacks the extensions btree_gin.",
    ],
    [
      "which functions a node lacks",
      withAnswer({ functions: ["current_site()"] }),
      "two:5432 lacks the functions text_parts.",
      "hanout citus",
    ],
    [
      "that a node has no extension citus",
      withAnswer({ citus: null }),
      "two:5432 has no extension citus and the coordinator version 13.2-1.",
    ],
    [
      "that a node has another version",
      withAnswer({ citus: "13.1-1" }),
      "two:5432 has version 13.1-1 of the extension citus and the coordinator version 13.2-1.",
    ],
    ["that stores cannot move from a node", withAnswer({ walLevel: "replica" }), "two:5432: wal_level is replica"],
    [
      "that a node has too few prepared transactions",
      withAnswer({ maxPreparedTransactions: 299 }),
      "two:5432: max_prepared_transactions is 299",
      "(300)",
    ],
    [
      "that a node does not load the library",
      withAnswer({ preloaded: "pg_stat_statements" }),
      "two:5432: shared_preload_libraries lacks citus.",
    ],
    [
      "that a node lacks a role",
      withAnswer({ roles: [roleOf("hanout_app")] }),
      "two:5432 lacks the role hanout_reader.",
    ],
    [
      "that a role may not log in on a node",
      {
        ...withAnswer({
          roles: [roleOf("hanout_app", { canLogIn: false }), roleOf("hanout_reader")],
        }),
        logins: [{ role: "hanout_app", node: "two:5432", error: "failed to connect" }],
      },
      "two:5432: the role hanout_app may not log in.",
      "alter role hanout_app login",
    ],
    [
      "that a node holds old prepared transactions",
      withAnswer({ leftPrepared: 2 }),
      "two:5432 holds 2 prepared transactions older than 5 minutes",
      "recover_prepared_transactions()",
    ],
    [
      "that a node cannot connect to another",
      clusterOf({ unconnected: [{ from: "one:5432", to: "two:5432" }] }),
      "one:5432 cannot connect to two:5432.",
    ],
    [
      "that a node refuses a role",
      clusterOf({ logins: [{ role: "hanout_app", node: "two:5432", error: "no entry in pg_hba.conf" }] }),
      "two:5432 refuses connections from the coordinator as hanout_app: no entry in pg_hba.conf.",
    ],
    ["that a table is not distributed", withOrders(), "orders is not distributed.", "hanout citus"],
    [
      "that a table is on the coordinator, although Citus plans it",
      withOrders(distributed("orders", { kind: "citus local", column: null })),
      "orders is not distributed.",
    ],
    [
      "that a table is distributed by another column",
      withOrders(distributed("orders", { column: "id" })),
      "orders is distributed by id and must be distributed by site_id.",
      "undistribute_table('public.orders')",
    ],
    [
      "that a table of stores is a reference table",
      withOrders(reference("orders")),
      "orders is a reference table and must be distributed by site_id.",
    ],
    [
      "that a table is not kept with the others",
      withOrders(distributed("orders", { colocation: 3 })),
      "orders is not kept with menus",
    ],
    [
      "that a reference table is missing",
      clusterOf({ placed: [reference("api_keys"), ...stores] }),
      "sites is not a reference table.",
    ],
    [
      "that a reference table is distributed",
      clusterOf({ placed: [distributed("sites", { column: "id" }), reference("api_keys"), ...stores] }),
      "sites is distributed by id and must be a reference table.",
    ],
    [
      "that a local table is distributed",
      clusterOf({
        placed: [
          reference("sites"),
          reference("api_keys"),
          distributed("menus"),
          distributed("orders"),
          distributed("changes"),
        ],
      }),
      "changes is distributed by site_id and belongs on the coordinator only.",
    ],
    [
      "that a local table refers to a table on the nodes",
      clusterOf({
        tables: tables({
          changes: { references: [{ constraint: "changes_site_id_fkey", to: "sites", isByStore: false }] },
        }),
      }),
      "changes: the foreign key to sites locks a shard on the first worker",
      "alter table public.changes drop constraint changes_site_id_fkey",
    ],
    [
      "that row-level security is forced",
      clusterOf({ tables: tables({ orders: { isForced: true } }) }),
      "orders: row-level security is forced",
      "alter table public.orders no force row level security",
    ],
    [
      "that a distributed table has triggers",
      clusterOf({ tables: tables({ orders: { triggers: ["count_them", "tell"] } }) }),
      "orders has the triggers count_them, tell, which Citus does not allow.",
    ],
    [
      "that placements are not used",
      clusterOf({ shards: [{ table: "orders", fault: "inactive", count: 1 }] }),
      "orders: 1 shard with a placement that is not used.",
    ],
    [
      "that shards are lost",
      clusterOf({ shards: [{ table: "orders", fault: "missing", count: 3 }] }),
      "orders: 3 shards without a node that has their rows.",
    ],
    [
      "that shards are apart from their stores",
      clusterOf({ shards: [{ table: "orders", fault: "apart", count: 2 }] }),
      "orders: 2 shards not on the node of the other tables' rows",
    ],
    [
      "that a reference table is not on every node",
      clusterOf({ shards: [{ table: "sites", fault: "incomplete", count: 1 }] }),
      "sites: not on every node.",
      "as a superuser: select replicate_reference_tables()",
    ],
  ])("%s", (_what, cluster, ...parts) => {
    const faults = clusterFaults(cluster);

    expect(faults).toHaveLength(1);
    for (const part of parts) expect(faults[0]).toContain(part);
  });
});

describe("what is allowed", () => {
  test("a trigger on a local table, and a foreign key of one before anything is distributed", () => {
    const changes = {
      triggers: ["tell"],
      references: [{ constraint: "changes_site_id_fkey", to: "sites", isByStore: false }],
    };

    const faults = clusterFaults(clusterOf({ tables: tables({ changes }), placed: [] }));

    expect(faults).toEqual(
      ["sites", "api_keys", "menus", "orders"].map((name) => expect.stringMatching(`^${name} is not `)),
    );
  });
});

describe("what the login may not see is said", () => {
  test.each([
    [
      "hidden settings",
      withAnswer({ preloaded: null }),
      "shared_preload_libraries of two:5432: grant pg_read_all_settings to hanout, or check as a superuser.",
    ],
    [
      "connections that could not be asked for",
      clusterOf({ unconnected: undefined }),
      "the connections between the nodes: citus_check_cluster_node_health() failed as hanout.",
    ],
  ])("%s, which is no fault", (_what, cluster, sentence) => {
    expect(unseenOf(cluster)).toEqual([sentence]);
    expect(clusterFaults(cluster)).toEqual([]);
  });
});

describe("an address of the server", () => {
  const entrance = (given: Partial<Entrance> = {}): Entrance => ({
    setting: "DATABASE_URL",
    writes: true,
    citus: "13.2-1",
    group: 0,
    propagates: "local",
    ...given,
  });

  test("leads to the coordinator and sends the store of a transaction to the workers", () => {
    expect(entranceFaults(entrance())).toEqual([]);
  });

  test.each([
    [
      { citus: null, group: null, propagates: null },
      "DATABASE_URL: the extension citus is not installed in this database.",
    ],
    [{ group: 3 }, "DATABASE_URL leads to a worker. Give the address of the coordinator."],
    [{ propagates: "none" }, "DATABASE_URL: citus.propagate_set_commands is 'none'"],
  ])("%j is a fault", (given, sentence) => {
    expect(entranceFaults(entrance(given))).toEqual([expect.stringContaining(sentence)]);
  });

  test("for plain reads needs no setting for transactions", () => {
    expect(entranceFaults(entrance({ setting: "DATABASE_READ_URL", writes: false, propagates: "none" }))).toEqual([]);
  });
});
