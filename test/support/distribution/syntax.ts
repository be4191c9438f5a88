import { loadModule, parseSync } from "libpg-query";

await loadModule();

/** A node of PostgreSQL's own syntax tree, as the parser writes it in JSON. */
export type Node = Record<string, unknown>;

/** Each statement of a text. Throws for text that PostgreSQL cannot parse, and for a text without a statement. */
export function parseStatements(text: string): Node[] {
  const { stmts = [] } = parseSync(text);
  if (stmts.length === 0) throw new Error(`no statement:\n${text}`);
  return stmts.map(({ stmt }) => stmt as unknown as Node);
}

/** The content of a node of this type; undefined for a node of another type, or none. */
export const as = (type: string, node: unknown): Node | undefined =>
  (node as Node | undefined)?.[type] as Node | undefined;

export const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value : []);

/** The content of every node of a type that is in a node, however deep. */
export function nodesOf(type: string, node: unknown): Node[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => [
    ...(key === type ? [child as Node] : []),
    ...nodesOf(type, child),
  ]);
}

const STATEMENTS = {
  SelectStmt: "select",
  InsertStmt: "insert",
  UpdateStmt: "update",
  DeleteStmt: "delete",
} as const;
type StatementType = keyof typeof STATEMENTS;
export type Kind = (typeof STATEMENTS)[StatementType];

/** The kind and the content of a statement that reads or writes rows; undefined for another node. */
export function statementOf(node: unknown): { kind: Kind; body: Node } | undefined {
  for (const [type, kind] of Object.entries(STATEMENTS)) {
    const body = as(type, node);
    if (body) return { kind, body };
  }
  return undefined;
}

/** The common table expressions of a statement's own `with`. */
export const commonTablesOf = (body: Node): { name: string; query: unknown }[] =>
  listOf((body.withClause as Node | undefined)?.ctes)
    .map((table) => as("CommonTableExpr", table) as Node)
    .map(({ ctename, ctequery }) => ({ name: String(ctename), query: ctequery }));

const textsOf = (list: unknown): string[] => listOf(list).map((item) => String(as("String", item)?.sval ?? ""));

/** The column that a node is, with what qualifies it; undefined for another node. */
export function columnOf(node: unknown): { column: string; qualifier: string | undefined } | undefined {
  const [column, qualifier] = textsOf(as("ColumnRef", node)?.fields).toReversed();
  return column === undefined ? undefined : { column, qualifier };
}

/** The name of a called function, without its schema. */
export const functionName = (call: Node): string => textsOf(call.funcname).at(-1) ?? "";

export const operatorOf = (expression: Node): string => textsOf(expression.name).at(-1) ?? "";

/** The name of the type of a cast, without its schema. */
export const typeName = (cast: Node): string => textsOf((cast.typeName as Node).names).at(-1) ?? "";

/** Whether a node is a parameter, with a cast or without. */
export function isParameter(node: unknown): boolean {
  const cast = as("TypeCast", node);
  return cast ? isParameter(cast.arg) : as("ParamRef", node) !== undefined;
}
