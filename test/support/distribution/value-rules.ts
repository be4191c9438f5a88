import type { Catalogue } from "./catalogue.ts";
import type { Finding, StatementRule } from "./finding.ts";
import type { Level } from "./levels.ts";
import { as, listOf, type Node, nodesOf } from "./syntax.ts";
import { calledOf, castsTime, hasColumn, intervalSums, mutableCalls } from "./written-values.ts";

/** What breaks a rule in what a level computes: what it sets and compares in an update or delete, or on a conflict, and returns. */
export function badValues({ kind, body, conditions, place }: Level, { mutable, volatile }: Catalogue): Finding[] {
  const conflict = body.onConflictClause as Node | undefined;
  const onConflict = [conflict?.targetList, conflict?.whereClause];
  const set = kind === "update" ? body.targetList : [];
  const compared = kind === "update" || kind === "delete" ? conditions : [];
  const branches = [nodesOf("CaseExpr", [set, compared]), nodesOf("CoalesceExpr", [set, compared])];
  const withoutColumns = [onConflict, branches]; // where not even a call without columns may be mutable

  const isBroken: Partial<Record<StatementRule, boolean>> = {
    addsInUtc: intervalSums([set, withoutColumns]).length > 0 || intervalSums(compared).some(hasColumn),
    computesImmutably:
      mutableCalls(withoutColumns, mutable).length > 0 || mutableCalls([set, compared], mutable).some(hasColumn),
    computesOnce: calledOf([set, compared], volatile).length > 0,
    returnsImmutably: mutableCalls(body.returningClause, mutable).length > 0,
    comparesInCase: nodesOf("CaseExpr", [set, compared, onConflict, body.returningClause]).some(({ arg }) => arg),
    castsNoTime: castsTime([set, compared, onConflict, body.returningClause]),
  };
  return (Object.keys(isBroken) as StatementRule[]).filter((rule) => isBroken[rule]).map((rule) => ({ rule, place }));
}

/** An `update`, or an `on conflict do update`, that sets the `site_id` of a distributed table. */
export function movedStores({ kind, body, place }: Level, { distributed }: Catalogue): Finding[] {
  const table = String((body.relation as Node | undefined)?.relname);
  const set = kind === "update" ? body.targetList : (body.onConflictClause as Node | undefined)?.targetList;
  const moves = distributed.has(table) && listOf(set).some((target) => as("ResTarget", target)?.name === "site_id");
  return moves ? [{ rule: "keepsStore", place: `${table} in ${place}` }] : [];
}
