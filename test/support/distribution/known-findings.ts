import type { Known } from "./compare.ts";
import type { StatementRule } from "./statement-rules.ts";
import type { TableRule } from "./table-rules.ts";

/** Statements that break a rule today: the place in the sources, and the place in the statement. */
export const KNOWN_STATEMENTS: Known<StatementRule> = {};

/** Tables that break a rule today: the table, and its key or trigger. */
export const KNOWN_TABLES: Known<TableRule> = {};
