import { parsePlPgSQLSync } from "libpg-query";
import type { Catalogue } from "./catalogue.ts";
import type { Finding } from "./finding.ts";
import { findingsIn } from "./statement-rules.ts";
import { as, columnOf, type Node, nodesOf, parseStatements } from "./syntax.ts";

/**
 * The functions in PL/pgSQL that work with the rights of who calls them: what is in them are statements of a store like any other. Those that
 * work with the rights of the owner look for what is due in all stores, so they may ask every node.
 */
const FUNCTIONS = `
  select pg_get_functiondef(f.oid) as definition
  from pg_proc f
  join pg_language l on l.oid = f.prolang
  where f.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql' and not f.prosecdef
    and f.prorettype <> 'trigger'::regtype
  order by f.proname
`;

/** Their definitions. `ask` answers the rows of a query. */
export const readFunctions = async (ask: (query: string) => Promise<unknown[]>): Promise<string[]> =>
  ((await ask(FUNCTIONS)) as { definition: string }[]).map(({ definition }) => definition);

/** The statements in the body of a function, with a parameter for each of its variables, as PL/pgSQL plans them. */
export function statementsIn(definition: string): Node[] {
  const body = parsePlPgSQLSync(definition);
  const variables = new Set(nodesOf("PLpgSQL_var", body).map(({ refname }) => String(refname)));
  return nodesOf("PLpgSQL_expr", body)
    .map(({ query, parseMode }) => (parseMode === 0 ? String(query) : `select ${expressionIn(String(query))}`))
    .flatMap(parseStatements)
    .map((statement) => withParameters(statement, variables) as Node);
}

/** Of an expression, or of what is assigned to a variable. */
const expressionIn = (query: string): string => query.replace(/^[\w.[\]]+\s*:=/, "");

function withParameters(node: unknown, variables: ReadonlySet<string>): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((child) => withParameters(child, variables));
  const column = as("ColumnRef", node) && columnOf(node);
  if (column && column.qualifier === undefined && variables.has(column.column)) return { ParamRef: { number: 1 } };
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, withParameters(child, variables)]));
}

/** What breaks a rule in the bodies of functions. */
export const findingsInFunctions = (definitions: readonly string[], catalogue: Catalogue): Finding[] =>
  definitions.flatMap(statementsIn).flatMap((statement) => findingsIn(statement, catalogue));
