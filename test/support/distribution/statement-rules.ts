import type { Catalogue } from "./catalogue.ts";
import { badCombinations } from "./combination-rules.ts";
import type { Finding, StatementRule } from "./finding.ts";
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
import { badValues, movedStores } from "./value-rules.ts";
import { calls } from "./written-values.ts";

/** What breaks a rule in the statements of a text. Throws for text that PostgreSQL cannot parse. */
export const findingsOf = (text: string, catalogue: Catalogue): Finding[] =>
  parseStatements(text).flatMap((statement) => findingsIn(statement, catalogue));

/** What breaks a rule in one statement. */
export function findingsIn(statement: Node, catalogue: Catalogue): Finding[] {
  if (as("VariableSetStmt", statement)) return [];
  if (!statementOf(statement)) return [{ rule: "isKnown", place: Object.keys(statement).join() }];
  const levels = levelsOf(statement);
  return [
    ...levels.flatMap((level) => unnamedStores(level, catalogue)),
    ...levels.flatMap((level) => badInserts(level, levels, catalogue)),
    ...levels.flatMap((level) => movedStores(level, catalogue)),
    ...writesInWith(statement),
    ...badCombinations(statement, levels, catalogue),
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
    return [
      ...(rows.every((row) => isParameter(row[column])) ? [] : bad("givesStore")),
      ...(nodesOf("SubLink", rows).length > 0 ? bad("insertsValues") : []),
    ];
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

const joinsLateralOnTrue = ({ joins }: Level): boolean =>
  joins.some(({ jointype, rarg, quals }) => jointype === "JOIN_LEFT" && isLateral(rarg) && isTrue(quals));

const isLateral = (node: unknown): boolean =>
  (as("RangeSubselect", node) ?? as("RangeFunction", node))?.lateral === true;

const isTrue = (node: unknown): boolean => (as("A_Const", node)?.boolval as Node | undefined)?.boolval === true;
