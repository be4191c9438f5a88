import { as, listOf, type Node, parseStatements } from "./syntax.ts";
import { calls } from "./written-values.ts";

const SETTING = "citus.enable_local_reference_table_foreign_keys";
const DISTRIBUTING = ["create_distributed_table", "create_reference_table"];

/**
 * What is missing in the SQL that distributes a database, a line each: the setting that lets tables of one server keep
 * foreign keys to reference tables, and a login for each of these roles, as which the nodes connect to each other. Throws
 * for text that PostgreSQL cannot parse.
 */
export function distributionFaults(text: string, roles: Iterable<string>): string[] {
  const statements = parseStatements(text);
  const first = statements.findIndex(distributes);
  if (first < 0) return ["no table is distributed"];
  const setting = statements.findIndex(turnsSettingOff);
  const withLogin = new Set(statements.map(roleWithLogin));
  return [
    ...(setting < 0 || setting > first ? [`${SETTING} is not off when the first table is distributed`] : []),
    ...[...roles].filter((role) => !withLogin.has(role)).map((role) => `the role ${role} may not log in`),
  ];
}

const distributes = (statement: Node): boolean => DISTRIBUTING.some((name) => calls(statement, name));

function turnsSettingOff(statement: Node): boolean {
  const set = as("VariableSetStmt", statement);
  const [value] = listOf(set?.args);
  return set?.name === SETTING && (as("A_Const", value)?.sval as Node | undefined)?.sval === "off";
}

/** The role to which a statement gives a login. */
function roleWithLogin(statement: Node): unknown {
  const { role, options } = as("AlterRoleStmt", statement) ?? {};
  const login = listOf(options)
    .map((option) => as("DefElem", option))
    .find((option) => option?.defname === "canlogin");
  return as("Boolean", login?.arg)?.boolval === true ? (role as Node | undefined)?.rolename : undefined;
}
