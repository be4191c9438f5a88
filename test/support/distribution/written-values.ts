import { as, functionName, listOf, type Node, nodesOf, operatorOf, typeName } from "./syntax.ts";

/** Whether a node calls this function. */
export const calls = (node: unknown, name: string): boolean =>
  nodesOf("FuncCall", node).some((call) => functionName(call) === name);

/**
 * Whether a node adds an interval to what is not a time in UTC, or subtracts it. It sees an interval that is written as
 * one; the type of a column is not in a syntax tree.
 */
export const addsInterval = (node: unknown): boolean =>
  nodesOf("A_Expr", node)
    .filter((sum) => operatorOf(sum) === "+" || operatorOf(sum) === "-")
    .some(({ lexpr, rexpr }) => [lexpr, rexpr].some(isInterval) && ![lexpr, rexpr].every(isIntervalOrInUtc));

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

/**
 * The calls of functions that are not immutable: all of them, with `current_timestamp` and its like, or those of
 * columns. A function of no column is computed before an `update` is sent to the node.
 */
export function mutableCalls(node: unknown, mutable: ReadonlySet<string>, which: "all" | "of columns"): Node[] {
  const called = nodesOf("FuncCall", node).filter((call) => mutable.has(functionName(call)) && !isAtTimeZone(call));
  return which === "all"
    ? [...called, ...nodesOf("SQLValueFunction", node)]
    : called.filter((call) => nodesOf("ColumnRef", call).length > 0);
}
