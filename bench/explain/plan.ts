/** What the plan of a statement tells of its cost; read from `explain (analyze, buffers, format json)`. */
export interface Cost {
  /** The top node and, where it is another, the node that reads most: "Limit, Index Scan products_by_name". */
  node: string;
  /** Rows of tables that were read, filtered out ones included. */
  rowsRead: number;
  /** Rows that the statement answered or wrote; at least 1. */
  rowsReturned: number;
  milliseconds: number;
  buffers: number;
  /** Tables that were read by a sequential scan. */
  scanned: string[];
}

/** A node of a plan, with the fields that are read here. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Operation?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

export interface Explained {
  Plan: PlanNode;
  "Planning Time": number;
  "Execution Time": number;
}

/** Rows that one statement read of a table, by the database's own counters: triggers and functions are included. */
export interface TableReads {
  table: string;
  bySequentialScan: number;
  byIndex: number;
}

/** The cost of a statement, by its plan and by what the counters of the tables say. */
export function costOf(explained: Explained, reads: TableReads[]): Cost {
  const nodes = nodesOf(explained.Plan).filter((node) => node["Actual Loops"] > 0);
  const byPlan = sum(nodes.map(rowsReadBy));
  const byCounters = sum(reads.map(({ bySequentialScan, byIndex }) => bySequentialScan + byIndex));
  const scannedByPlan = nodes.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]!);
  const scannedWithin = reads.filter(({ bySequentialScan }) => bySequentialScan > 0).map(({ table }) => table);
  return {
    node: describe(explained.Plan, nodes),
    rowsRead: Math.max(byPlan, byCounters),
    rowsReturned: Math.max(1, explained.Plan["Actual Rows"], ...nodes.map(rowsWrittenBy)),
    milliseconds: explained["Planning Time"] + explained["Execution Time"],
    buffers: explained.Plan["Shared Hit Blocks"] + explained.Plan["Shared Read Blocks"],
    scanned: [...new Set([...scannedByPlan, ...scannedWithin])].sort(),
  };
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Bitmap index scans read only the index; the heap scan above them reads the rows. */
const SCANS = new Set(["Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Heap Scan", "Tid Scan"]);

function rowsReadBy(node: PlanNode): number {
  if (!SCANS.has(node["Node Type"])) return 0;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return Math.round((node["Actual Rows"] + removed) * node["Actual Loops"]);
}

/** A node that writes returns no rows without `returning`; what it writes comes from the node below. */
const rowsWrittenBy = (node: PlanNode): number =>
  node["Node Type"] === "ModifyTable" ? (node.Plans?.[0]?.["Actual Rows"] ?? 0) : 0;

/** Nodes that only pass rows on say nothing about how these are found. */
const PASSING_ON = new Set(["Limit", "Result", "Subquery Scan", "LockRows"]);

function describe(top: PlanNode, nodes: PlanNode[]): string {
  const most = nodes.reduce((one, other) => (rowsReadBy(other) > rowsReadBy(one) ? other : one), top);
  const below = PASSING_ON.has(top["Node Type"]) ? top.Plans?.[0] : undefined;
  return [...new Set([top, below, most].flatMap((node) => (node ? [nameOf(node)] : [])))].join(" ← ");
}

const nameOf = (node: PlanNode): string =>
  [node.Operation ?? node["Node Type"], node["Index Name"] ?? indexesBelow(node) ?? node["Relation Name"]]
    .filter(Boolean)
    .join(" ");

const indexesBelow = (node: PlanNode): string | undefined => {
  if (node["Node Type"] !== "Bitmap Heap Scan") return undefined;
  return nodesOf(node)
    .flatMap((below) => below["Index Name"] ?? [])
    .join(" + ");
};
