import { as, columnOf, functionName, listOf, type Node, nodesOf, operatorOf, typeName } from "./syntax.ts";

/** Whether a node calls this function. */
export const calls = (node: unknown, name: string): boolean =>
  nodesOf("FuncCall", node).some((call) => functionName(call) === name);

/**
 * The sums of an interval and what is not a time in UTC, and the differences. It sees an interval that is written as one;
 * the type of a column is not in a syntax tree.
 */
export const intervalSums = (node: unknown): Node[] =>
  nodesOf("A_Expr", node)
    .filter((sum) => operatorOf(sum) === "+" || operatorOf(sum) === "-")
    .filter(({ lexpr, rexpr }) => [lexpr, rexpr].some(isInterval) && ![lexpr, rexpr].every(isIntervalOrInUtc));

const isIntervalOrInUtc = (node: unknown): boolean => isInterval(node) || isInUtc(node);

function isInterval(node: unknown): boolean {
  const [cast, call] = [as("TypeCast", node), as("FuncCall", node)];
  return (cast && typeName(cast) === "interval") || (call && functionName(call) === "make_interval") || false;
}

function isInUtc(node: unknown): boolean {
  const call = as("FuncCall", node);
  const [zone] = listOf(call?.args);
  return call !== undefined && isAtTimeZone(call) && (as("A_Const", zone)?.sval as Node | undefined)?.sval === "UTC";
}

/** `x at time zone 'UTC'` is a call of `timezone`, which is immutable for all types but the time of day. */
const isAtTimeZone = (call: Node): boolean =>
  functionName(call) === "timezone" && call.funcformat === "COERCE_SQL_SYNTAX";

/** The calls of these functions. */
export const calledOf = (node: unknown, names: ReadonlySet<string>): Node[] =>
  nodesOf("FuncCall", node).filter((call) => names.has(functionName(call)));

/** The calls of functions that are not immutable, with `current_timestamp` and its like. */
export const mutableCalls = (node: unknown, mutable: ReadonlySet<string>): Node[] => [
  ...calledOf(node, mutable).filter((call) => !isAtTimeZone(call)),
  ...nodesOf("SQLValueFunction", node),
];

/** Whether an expression contains a column. One without is computed before an `update` is sent to the node. */
export const hasColumn = (expression: Node): boolean => nodesOf("ColumnRef", expression).length > 0;

/** Types to which the zone or the format of the connection converts a time. */
const CONVERTED = new Set(["text", "varchar", "bpchar", "date", "time", "timetz", "timestamp"]);

/** Whether a node casts a column whose name is that of a time to text or a date. */
export const castsTime = (node: unknown): boolean =>
  nodesOf("TypeCast", node).some((cast) => CONVERTED.has(typeName(cast)) && columnOf(cast.arg)?.column.endsWith("_at"));
