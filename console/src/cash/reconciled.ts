import type { CodReconcileResponses } from "@hanout/client/admin";
import type { DryRun } from "../change/run.ts";

/** How a statement fits the orders, worked out by a dry run. */
export type Reconciled = DryRun & Omit<CodReconcileResponses[200], "change_id" | "job_id">;

/** The rows that matched, as what takes their payments back: by order number, with what the carrier paid. */
export const rowsToTakeBack = ({ changes }: Reconciled): { ref: string; amount: number }[] =>
  changes.map(({ label, after }) => ({ ref: label, amount: Number(after?.remitted_amount) }));
