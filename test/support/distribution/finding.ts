/** What Citus needs of a statement. One that breaks a rule is refused, or runs on every node. */
export const STATEMENT_RULES = {
  namesStore: "Every level names the store of each distributed table by value: site_id = $1.",
  givesStore: "An insert gives site_id by value.",
  insertsValues: "An insert of values contains no subquery.",
  takesStore:
    "An insert from a select takes site_id from a table of the store that the select reads, or has an on conflict without parameters.",
  keepsStore: "A row of a distributed table keeps its site_id: no update and no on conflict sets it.",
  returnsByAlias: "An insert from a select that returns columns names its table by an alias, or has an on conflict.",
  readsInside: "A with of an insert stands before its select, and not before the insert.",
  writesOnce: "A with contains no insert, and at most one update or delete, whose rows a select reads.",
  usesLocalAlone: "A statement that reads or writes a local table uses no distributed table and no reference table.",
  writesReferenceAlone: "A statement that updates or deletes rows of a reference table uses no distributed table.",
  callsReadingAlone: "A statement that calls a function that may read tables uses no distributed table itself.",
  locksAlone: "An advisory lock is taken by a statement of its own.",
  setsLocally: "Settings are set by set local, which reaches the nodes, and not by set_config.",
  addsInUtc:
    "What is written, and what an update or delete compares, adds an interval only to a time in UTC: another such sum is not immutable.",
  computesImmutably:
    "What is written, and what an update or delete compares, applies only immutable functions to columns, and on a conflict, in case and in coalesce it calls no others at all.",
  returnsImmutably: "A statement that writes returns only what immutable functions make.",
  comparesInCase:
    "What is written or returned by it, and what an update or delete compares, has each comparison of a case after its when: Citus writes the short form wrongly.",
  computesOnce: "An update or delete calls no volatile function in what it sets and compares.",
  castsNoTime:
    "What is written or returned by it, and what an update or delete compares, casts no time to text or a date. A syntax tree has no types: a column whose name ends with _at is taken for a time.",
  joinsLateral: "A lateral subquery is joined by cross join, and not by left join on true.",
  isKnown: "A statement selects, inserts, updates or deletes, or sets a setting.",
} as const;
export type StatementRule = keyof typeof STATEMENT_RULES;

export interface Finding {
  rule: StatementRule;
  /** Which table or common table, and in which part of the statement. */
  place: string;
}
