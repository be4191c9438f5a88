import { as, listOf, type Node, nodesOf, parseStatements } from "./syntax.ts";
import { calls } from "./written-values.ts";

/** What Citus needs of migrations of a database that is distributed already. */
export const MIGRATION_RULES = {
  addsConstraintAlone: "A constraint is added by a statement of its own.",
  addsColumnBare: "A column is added without a key or check; these are added by statements of their own.",
  distributesTable: "A new table of stores is distributed.",
  refersWhenDistributed: "A new table gets its foreign keys after it is distributed.",
} as const;
export type MigrationRule = keyof typeof MIGRATION_RULES;

export interface MigrationFinding {
  rule: MigrationRule;
  table: string;
}

/** What breaks a rule in the text of a migration. Throws for text that PostgreSQL cannot parse. */
export function migrationFindings(text: string): MigrationFinding[] {
  const statements = parseStatements(text);
  return statements.flatMap((statement, place) => {
    const altered = as("AlterTableStmt", statement);
    const created = as("CreateStmt", statement);
    return [
      ...(altered ? alterFindings(altered) : []),
      ...(created ? createFindings(created, statements.slice(place + 1)) : []),
    ];
  });
}

/** `not null` and defaults are no constraints that Citus refuses. */
const REFUSED = new Set(["CONSTR_PRIMARY", "CONSTR_UNIQUE", "CONSTR_FOREIGN", "CONSTR_CHECK", "CONSTR_EXCLUSION"]);

const tableOf = ({ relation }: Node): string => String((relation as Node).relname);

function alterFindings(statement: Node): MigrationFinding[] {
  const commands = listOf(statement.cmds).map((command) => as("AlterTableCmd", command) as Node);
  const added = (subtype: string) => commands.filter((command) => command.subtype === subtype);
  const found = (rule: MigrationRule) => [{ rule, table: tableOf(statement) }];
  return [
    ...(added("AT_AddConstraint").length > 0 && commands.length > 1 ? found("addsConstraintAlone") : []),
    ...(added("AT_AddColumn").some((command) => hasConstraint(command, REFUSED)) ? found("addsColumnBare") : []),
  ];
}

const hasConstraint = (node: Node | undefined, kinds: Set<string>): boolean =>
  nodesOf("Constraint", node).some(({ contype }) => kinds.has(String(contype)));

function createFindings(statement: Node, later: Node[]): MigrationFinding[] {
  const table = tableOf(statement);
  const isOfStores = nodesOf("ColumnDef", statement).some(({ colname }) => colname === "site_id");
  if (!isOfStores) return [];
  const place = later.findIndex((next) => distributes(next, table));
  const alteredBefore = later
    .slice(0, Math.max(place, 0))
    .map((next) => as("AlterTableStmt", next))
    .filter((altered) => altered !== undefined && tableOf(altered) === table);
  return [
    ...(place < 0 ? [{ rule: "distributesTable" as const, table }] : []),
    ...([statement, ...alteredBefore].some((node) => hasConstraint(node, new Set(["CONSTR_FOREIGN"])))
      ? [{ rule: "refersWhenDistributed" as const, table }]
      : []),
  ];
}

const distributes = (statement: Node, table: string): boolean =>
  calls(statement, "distribute_table") &&
  nodesOf("A_Const", statement).some(({ sval }) => (sval as Node | undefined)?.sval === table);
