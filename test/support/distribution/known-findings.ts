import type { Known } from "./compare.ts";
import type { StatementRule } from "./statement-rules.ts";
import type { TableRule } from "./table-rules.ts";

/** Statements that break a rule today: the place in the sources, and the place in the statement. */
export const KNOWN_STATEMENTS: Known<StatementRule> = {};

/** Tables that break a rule today. */
export const KNOWN_TABLES: Known<TableRule> = {
  hasNoRowTrigger: ["order_history order_history_sequence", "order_notes order_notes_sequence"],
};
