import { type Level, levelsOf, placeOfSource, type Range } from "./levels.ts";
import {
  as,
  columnOf,
  commonTablesOf,
  functionName,
  isParameter,
  listOf,
  type Node,
  nodesOf,
  operatorOf,
  parseStatements,
  statementOf,
} from "./syntax.ts";
import { addsInterval, calls, mutableCalls } from "./written-values.ts";

/** What the rules know of the database. */
export interface Catalogue {
  /** The tables that are distributed by `site_id`. */
  distributed: ReadonlySet<string>;
  /** The names of functions that are not immutable. */
  mutable: ReadonlySet<string>;
}

/**
 * The names of functions that are not immutable for some types of arguments: a syntax tree has no types. `ask` answers the
 * rows of a query.
 */
export async function readMutableFunctions(ask: (query: string) => Promise<unknown[]>): Promise<Set<string>> {
  const rows = await ask("select distinct proname as name from pg_proc where provolatile <> 'i'");
  return new Set((rows as { name: string }[]).map(({ name }) => name));
}

/** What Citus needs of a statement. One that breaks a rule is refused, or runs on every node. */
export const STATEMENT_RULES = {
  namesStore: "Every level names the store of each distributed table by value: site_id = $1.",
  givesStore: "An insert gives site_id by value.",
  takesStore:
    "An insert from a select takes site_id from a table of the store that the select reads, or has an on conflict without parameters.",
  returnsByAlias: "An insert from a select that returns columns names its table by an alias, or has an on conflict.",
  readsInside: "A with of an insert stands before its select, and not before the insert.",
  writesOnce: "A with contains no insert, and at most one update or delete, whose rows a select reads.",
  locksAlone: "An advisory lock is taken by a statement of its own.",
  setsLocally: "Settings are set by set local, which reaches the nodes, and not by set_config.",
  addsInUtc: "What is written adds an interval only to a time in UTC: another such sum is not immutable.",
  computesImmutably: "What is written applies only immutable functions to columns, and on a conflict no others at all.",
  joinsLateral: "A lateral subquery is joined by cross join, and not by left join on true.",
  isKnown: "A statement selects, inserts, updates or deletes, or sets a setting.",
} as const;
export type StatementRule = keyof typeof STATEMENT_RULES;

export interface Finding {
  rule: StatementRule;
  /** Which table or common table, and in which part of the statement. */
  place: string;
}

/** What breaks a rule in the statements of a text. Throws for text that PostgreSQL cannot parse. */
export const findingsOf = (text: string, catalogue: Catalogue): Finding[] =>
  parseStatements(text).flatMap((statement) => findingsIn(statement, catalogue));

function findingsIn(statement: Node, catalogue: Catalogue): Finding[] {
  if (as("VariableSetStmt", statement)) return [];
  if (!statementOf(statement)) return [{ rule: "isKnown", place: Object.keys(statement).join() }];
  const levels = levelsOf(statement);
  return [
    ...levels.flatMap((level) => unnamedStores(level, catalogue)),
    ...levels.flatMap((level) => badInserts(level, levels, catalogue)),
    ...writesInWith(statement),
    ...levels.filter(takesLock).map(({ place }) => ({ rule: "locksAlone" as const, place })),
    ...(calls(statement, "set_config") ? [{ rule: "setsLocally" as const, place: "the statement" }] : []),
    ...levels.flatMap((level) => badValues(level, catalogue)),
    ...levels.filter(joinsLateralOnTrue).map(({ place }) => ({ rule: "joinsLateral" as const, place })),
  ];
}

const distributedRanges = ({ ranges }: Level, { distributed }: Catalogue): Range[] =>
  ranges.filter(({ table }) => distributed.has(table));

function unnamedStores(level: Level, catalogue: Catalogue): Finding[] {
  const ranges = distributedRanges(level, catalogue);
  return ranges
    .filter((range) => !level.conditions.some((condition) => namesStore(condition, range, ranges.length === 1)))
    .map(({ table, name }) => ({
      rule: "namesStore",
      place: `${table === name ? table : `${table} ${name}`} in ${level.place}`,
    }));
}

/** Whether a condition is `<name>.site_id = $1`. `isOnly`: the only distributed table needs no name before the column. */
function namesStore(condition: Node, range: Range, isOnly: boolean): boolean {
  const comparison = as("A_Expr", condition);
  if (comparison?.kind !== "AEXPR_OP" || operatorOf(comparison) !== "=") return false;
  const { lexpr, rexpr } = comparison;
  return [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ].some(([column, value]) => isStoreOf(column, range, isOnly) && isParameter(value));
}

function isStoreOf(node: unknown, { name }: Range, isOnly: boolean): boolean {
  const found = columnOf(node);
  return found?.column === "site_id" && (found.qualifier === undefined ? isOnly : found.qualifier === name);
}

function badInserts({ kind, body, place }: Level, levels: Level[], catalogue: Catalogue): Finding[] {
  const table = String((body.relation as Node | undefined)?.relname);
  if (kind !== "insert" || !catalogue.distributed.has(table)) return [];
  const bad = (rule: StatementRule) => [{ rule, place: `${table} in ${place}` }];
  const column = listOf(body.cols).findIndex((given) => as("ResTarget", given)?.name === "site_id");
  const source = as("SelectStmt", body.selectStmt);
  if (!source || column < 0) return bad("givesStore");
  if (source.valuesLists) {
    const rows = listOf(source.valuesLists).map((row) => listOf(as("List", row)?.items));
    return rows.every((row) => isParameter(row[column])) ? [] : bad("givesStore");
  }
  const sources = levels.filter((level) => level.place === placeOfSource(place));
  const takesStore = sources.every((level) => selectsStore(level, column, catalogue));
  return [
    ...(takesStore || collects(body) ? [] : bad("takesStore")),
    ...(body.returningClause && !isAliased(body) && !body.onConflictClause ? bad("returnsByAlias") : []),
    ...(readsBefore(body) ? bad("readsInside") : []),
  ];
}

/** Whether Citus can collect the rows on the coordinator. It then writes them without the parameters of the statement. */
const collects = ({ onConflictClause }: Node): boolean =>
  onConflictClause !== undefined && nodesOf("ParamRef", onConflictClause).length === 0;

const readsBefore = (body: Node): boolean =>
  commonTablesOf(body).some(({ query }) => statementOf(query)?.kind === "select");

const isAliased = ({ relation }: Node): boolean => (relation as Node).alias !== undefined;

/** Whether a column of a `select` is the `site_id` of a distributed table that it reads. */
function selectsStore(source: Level, column: number, catalogue: Catalogue): boolean {
  const ranges = distributedRanges(source, catalogue);
  const value = as("ResTarget", listOf(source.body.targetList)[column])?.val;
  return ranges.some((range) => isStoreOf(value, range, ranges.length === 1));
}

function writesInWith(statement: Node): Finding[] {
  const outer = statementOf(statement);
  const writing = commonTablesOf(outer?.body ?? {}).flatMap(({ name, query }) => {
    const inner = statementOf(query);
    return inner && inner.kind !== "select" ? [{ name, ...inner }] : [];
  });
  const mayWrite = outer?.kind === "select" && writing.length === 1;
  return writing
    .filter(({ kind, body }) => !mayWrite || kind === "insert" || !body.returningClause)
    .map(({ name }) => ({ rule: "writesOnce", place: `the common table ${name}` }));
}

const takesLock = ({ kind, body }: Level): boolean =>
  kind !== "select" && nodesOf("FuncCall", body).some((call) => functionName(call).includes("advisory"));

/** What an `update` sets, and what `on conflict do update` sets and compares. */
function badValues({ kind, body, place }: Level, { mutable }: Catalogue): Finding[] {
  const conflict = body.onConflictClause as Node | undefined;
  const written = kind === "update" ? body.targetList : conflict && [conflict.targetList, conflict.whereClause];
  const isBad = mutableCalls(written, mutable, kind === "update" ? "of columns" : "all").length > 0;
  return [
    ...(addsInterval(written) ? [{ rule: "addsInUtc" as const, place }] : []),
    ...(isBad ? [{ rule: "computesImmutably" as const, place }] : []),
  ];
}

const joinsLateralOnTrue = ({ joins }: Level): boolean =>
  joins.some(({ jointype, rarg, quals }) => jointype === "JOIN_LEFT" && isLateral(rarg) && isTrue(quals));

const isLateral = (node: unknown): boolean =>
  (as("RangeSubselect", node) ?? as("RangeFunction", node))?.lateral === true;

const isTrue = (node: unknown): boolean => (as("A_Const", node)?.boolval as Node | undefined)?.boolval === true;
