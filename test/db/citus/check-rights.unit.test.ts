import { describe, expect, test } from "vitest";
import { clusterFaults } from "../../../src/db/citus/check.ts";
import type { NodeRole } from "../../../src/db/citus/cluster.ts";
import { clusterOf, nodeOf, roleOf, withAnswer } from "./clusters.ts";

/** The faults of a cluster whose second worker has these settings of the role that writes. */
const faultsWith = (given: Partial<NodeRole>, lockTimeoutSeconds = 3): string[] => {
  const roles = [roleOf("hanout_app", given), roleOf("hanout_reader", { lockTimeout: `${lockTimeoutSeconds}s` })];
  const { nodes } = withAnswer({ roles });
  return clusterFaults(clusterOf({ lockTimeoutSeconds, nodes: nodes.filter(({ host }) => host === "two") })).filter(
    (fault) => fault.startsWith("two"),
  );
};

describe("the lock_timeout of a role", () => {
  test.each([
    ["3000ms", 3],
    ["3000", 3],
    ["3s", 3],
    ["1100ms", 1.1],
    ["1100.0000000000002ms", 1.1],
    ["2min", 120],
    ["1 h", 3600],
  ])("%s is %d seconds", (lockTimeout, seconds) => {
    expect(faultsWith({ lockTimeout }, seconds)).toEqual([]);
  });

  test.each([
    ["3000ms", 5],
    ["0", 3],
    ["3", 3],
    ["3min", 3],
    ["soon", 3],
  ])("%s is not %d seconds", (lockTimeout, seconds) => {
    expect(faultsWith({ lockTimeout }, seconds)).toEqual([
      `two:5432: the role hanout_app has the lock_timeout ${lockTimeout}, and DATABASE_LOCK_TIMEOUT_SECONDS says ${seconds * 1000}ms. Run the SQL that "hanout citus" prints.`,
    ]);
  });

  test("is missing", () => {
    expect(faultsWith({ lockTimeout: null })).toEqual([
      'two:5432: the role hanout_app has no lock_timeout, and DATABASE_LOCK_TIMEOUT_SECONDS says 3000ms. Run the SQL that "hanout citus" prints.',
    ]);
  });
});

describe("functions with the rights of the owner that every role may execute", () => {
  const openFunctions = ["find_key_owner(bytea)", "delete_changes(xid8)"];
  const what =
    "every role may execute find_key_owner, delete_changes with the rights of the owner, past row-level security.";

  test("are revoked on a worker by the printed SQL", () => {
    expect(clusterFaults(withAnswer({ openFunctions }))).toEqual([
      `two:5432: ${what} Run the SQL that "hanout citus" prints.`,
    ]);
  });

  test("are revoked on the coordinator first, from which the workers get their grants", () => {
    const { answer } = withAnswer({ openFunctions }).nodes[2] ?? {};

    expect(clusterFaults(clusterOf({ nodes: [nodeOf("coordinator", { answer }), nodeOf("one")] }))).toEqual([
      `coordinator:5432: ${what} Run on the coordinator: revoke execute on function find_key_owner(bytea), delete_changes(xid8) from public. Run the SQL that "hanout citus" prints.`,
    ]);
  });
});
