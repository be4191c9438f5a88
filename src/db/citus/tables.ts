import { OperatorError } from "../../core/operator-error.ts";
import type { Reference, Table } from "./catalogue.ts";

/**
 * Where the rows of a table belong. `distributed`: on the node of their store. `reference`: all rows on every node.
 * `local`: on the coordinator, without Citus.
 */
export type Kind = "distributed" | "reference" | "local";

export type PlannedTable = Table & { kind: Kind };

/**
 * The kind of each table, in the order in which Citus can take them: reference tables, distributed tables, local tables,
 * each after those that it refers to. Throws OperatorError with all keys that no such placement can have.
 */
export function planTables(tables: Table[]): PlannedTable[] {
  const kinds = kindsOf(tables);
  const planned = inOrderOfReference(tables).map((table) => ({ ...table, kind: kindIn(kinds, table.name) }));
  const obstacles = planned.flatMap((table) => obstaclesOf(table, kinds));
  if (obstacles.length > 0) throw new OperatorError(`The schema cannot be distributed: ${obstacles.join(" ")}`);
  return (["reference", "distributed", "local"] as const).flatMap((kind) =>
    planned.filter((table) => table.kind === kind),
  );
}

type Kinds = Map<string, Kind>;

const kindIn = (kinds: Kinds, name: string): Kind => kinds.get(name) ?? "local";

/**
 * Tables without a store become reference tables when a distributed or a reference table refers to them, and when they refer to such a
 * reference table: the account of a person, and its sessions.
 */
function kindsOf(tables: Table[]): Kinds {
  const kinds: Kinds = new Map(tables.map((table) => [table.name, kindByItself(table)]));
  const isElsewhere = (table: Table) => kindIn(kinds, table.name) !== "local";
  const spread = (name: string): void => {
    const target = tables.find((table) => table.name === name);
    if (!target || isElsewhere(target) || target.isOfStores || target.recordsTransactions) return;
    kinds.set(name, "reference");
    target.references.forEach(({ to }) => void spread(to));
  };
  for (const table of tables.filter(isElsewhere)) table.references.forEach(({ to }) => void spread(to));
  for (const table of tables) {
    const belongsToReference = table.references.some(({ to }) => kindIn(kinds, to) === "reference");
    if (!table.isOfStores && belongsToReference) spread(table.name);
  }
  return kinds;
}

function kindByItself({ isOfStores, recordsTransactions, uniqueAcrossStores }: Table): Kind {
  if (!isOfStores || recordsTransactions) return "local";
  return uniqueAcrossStores.length > 0 ? "reference" : "distributed";
}

function inOrderOfReference(tables: Table[]): Table[] {
  const ordered: Table[] = [];
  const visited = new Set<Table>(); // before its turn comes: a table may refer to itself
  const add = (table: Table): void => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const other of tables) if (table.references.some(({ to }) => to === other.name)) add(other);
    ordered.push(table);
  };
  tables.forEach(add);
  return ordered;
}

/** What of a table no placement allows, a sentence each. */
function obstaclesOf(table: PlannedTable, kinds: Kinds): string[] {
  const keyless =
    table.kind === "distributed" && !table.hasPrimaryKey
      ? [`${table.name} has no primary key, so its stores could not be moved.`]
      : [];
  return [...keyless, ...table.references.flatMap((reference) => obstacleOf(table, reference, kinds))];
}

function obstacleOf(table: PlannedTable, { constraint, to, isByStore }: Reference, kinds: Kinds): string[] {
  const target = kindIn(kinds, to);
  const key = `The foreign key ${constraint} leads from the ${table.kind} table ${table.name} to the ${target} table ${to}`;
  if (table.kind === "local" || target === "reference") return [];
  if (target === "local") return [`${key}, whose rows are on the coordinator only.`];
  if (table.kind === "reference") return [`${key}, whose rows are on different nodes.`];
  return isByStore ? [] : [`${key} without comparing site_id.`];
}

/**
 * Foreign keys that a cluster does without: of other tables to reference tables, and of local tables to tables of stores.
 * For each write that has one, Citus locks a shard on the first worker.
 */
export const keysToDrop = (table: PlannedTable, tables: PlannedTable[]): Reference[] =>
  table.references.filter(({ to }) => {
    const target = tables.find(({ name }) => name === to)?.kind;
    return (
      (target === "reference" && table.kind !== "reference") || (target === "distributed" && table.kind === "local")
    );
  });
