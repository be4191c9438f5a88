import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXCEPTIONS } from "../../bench/explain/exceptions.ts";
import { costOf, type PlanNode } from "../../bench/explain/plan.ts";
import { faultsOf, findingsIn } from "../../bench/explain/register.ts";
import { findSites, nameOfSite, siteOnStack } from "../../bench/explain/sites.ts";

const node = (given: Partial<PlanNode>): PlanNode => ({
  "Node Type": "Seq Scan",
  "Actual Rows": 1,
  "Actual Loops": 1,
  "Shared Hit Blocks": 3,
  "Shared Read Blocks": 1,
  ...given,
});
const explained = (plan: PlanNode) => ({ Plan: plan, "Planning Time": 0.5, "Execution Time": 1.5 });

describe("the cost of a statement", () => {
  test("counts rows that a filter removes, in every loop", () => {
    const scan = node({ "Relation Name": "orders", "Actual Rows": 2, "Actual Loops": 3, "Rows Removed by Filter": 5 });
    const plan = node({ "Node Type": "Nested Loop", "Actual Rows": 6, Plans: [scan] });

    expect(costOf(explained(plan), [])).toEqual({
      node: "Nested Loop ← Seq Scan orders",
      rowsRead: 21,
      rowsReturned: 6,
      milliseconds: 2,
      buffers: 4,
      scanned: ["orders"],
    });
  });

  test("ignores nodes that never ran, and indexes below a bitmap scan", () => {
    const index = node({ "Node Type": "Bitmap Index Scan", "Index Name": "by_name", "Actual Rows": 500 });
    const heap = node({ "Node Type": "Bitmap Heap Scan", "Relation Name": "orders", "Actual Rows": 4, Plans: [index] });
    const never = node({ "Relation Name": "products", "Actual Rows": 0, "Actual Loops": 0 });
    const plan = node({ "Node Type": "Append", "Actual Rows": 4, Plans: [heap, never] });

    const cost = costOf(explained(plan), []);

    expect(cost).toMatchObject({ rowsRead: 4, scanned: [], node: "Append ← Bitmap Heap Scan by_name" });
  });

  test("includes what triggers, foreign keys and functions read, by the counters of the tables", () => {
    const plan = node({
      "Node Type": "ModifyTable",
      Operation: "Delete",
      "Actual Rows": 0,
      Plans: [node({ "Node Type": "Index Scan" })],
    });
    const reads = [
      { table: "products", bySequentialScan: 12_000, byIndex: 0 },
      { table: "categories", bySequentialScan: 0, byIndex: 1 },
    ];

    expect(costOf(explained(plan), reads)).toMatchObject({ rowsRead: 12_001, rowsReturned: 1, scanned: ["products"] });
  });
});

describe("findings", () => {
  const site = { file: "src/orders/queries.ts", name: "findThing", firstLine: 1, lastLine: 9 };
  const cheap = { node: "", rowsRead: 10, rowsReturned: 10, milliseconds: 1, buffers: 1, scanned: [] };
  const entry = (cost: object) => ({
    site,
    text: "",
    role: "hanout_app",
    store: "tested",
    use: "a use",
    cost: { ...cheap, ...cost },
  });
  const kinds = (cost: object) => findingsIn([entry(cost)], new Set(["orders"])).map(({ kind }) => kind);

  test("are sequential scans of large tables, and many rows read for few", () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ scanned: ["sites"] })).toEqual([]);
    expect(kinds({ scanned: ["orders"] })).toEqual(["scan"]);
    expect(kinds({ rowsRead: 250, rowsReturned: 1 })).toEqual([]);
    expect(kinds({ rowsRead: 420, rowsReturned: 20 })).toEqual(["rows"]);
    expect(kinds({ rowsRead: 400, rowsReturned: 20 })).toEqual([]);
  });

  test("are faults without an exception, as are statements that are never sent", () => {
    const findings = findingsIn([entry({ scanned: ["orders"] })], new Set(["orders"]));

    const faults = faultsOf({ entries: [], failures: [], findings, unreached: ["src/orders/queries.ts other"] });

    expect(faults).toContain('src/orders/queries.ts findThing: a sequential scan of orders ("a use", tested)');
    expect(faults).toContain("src/orders/queries.ts other: no use reaches it");
  });
});

describe("an exception", () => {
  const exception = EXCEPTIONS.find(({ kind, site }) => kind === "rows" && site.endsWith(" productsForAdmin"));
  const [use = ""] = exception?.uses ?? [];
  const site = exception?.site ?? "";
  const faults = (kind: "rows" | "scan", asked: string) =>
    faultsOf({
      entries: [],
      failures: [],
      findings: [{ site, kind, what: kind, use: asked, store: "tested" }],
      unreached: [],
    });

  test("excuses one use of a statement, and what it reads too much there", () => {
    expect(faults("rows", use)).toEqual([]);
    expect(faults("rows", `${use}: by something else`)).toEqual([]);
    expect(faults("rows", "another use")).toEqual([`${site}: rows ("another use", tested)`]);
    expect(faults("scan", use)).toEqual([`${site}: scan ("${use}", tested)`]);
  });
});

describe("the site of a statement", () => {
  const sites = findSites();
  const root = join(import.meta.dirname, "../..");

  test("is found by the function on the stack", () => {
    const stack = [
      "Error",
      `    at ask (${root}/src/db/database.ts:170:20)`,
      `    at findOrderByNumber (file://${root}/src/orders/queries.ts:1:6)`,
      `    at async showOrder (${root}/src/orders/orders.ts:30:10)`,
    ].join("\n");

    const site = siteOnStack(sites, stack);

    expect(site && nameOfSite(site)).toBe("src/orders/queries.ts findOrderByNumber");
    expect(siteOnStack(sites, "Error\n    at other (/elsewhere/src/orders/queries.ts:1:6)")).toBeUndefined();
  });

  test("is in a file of queries, or is one of the platform: locks and bounded counts", () => {
    const elsewhere = sites.filter(({ file }) => !/queries\.ts$/.test(file)).map(nameOfSite);

    expect(sites.length).toBeGreaterThan(150);
    expect(elsewhere).toEqual([
      "src/db/bounded-count.ts countUpToBound",
      "src/db/locks.ts lockForTransaction",
      "src/db/locks.ts tryLockForTransaction",
    ]);
  });
});
