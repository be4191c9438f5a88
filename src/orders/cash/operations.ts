import { Type } from "typebox";
import { toMajor } from "../../core/money.ts";
import { invalidValue } from "../../core/problem.ts";
import { sum } from "../../core/sums.ts";
import { readTime } from "../../core/time/dates.ts";
import type { SiteDb } from "../../db/database.ts";
import { Day, Fields, Price, Ref } from "../../operations/inputs.ts";
import { defineOperation, type Operation } from "../../operations/operation.ts";
import { storeZone } from "../../store/store.ts";
import { reportChange } from "../order-answers.ts";
import { HANDLES_MONEY } from "../order-arguments.ts";
import { Reconciled } from "./admin-answers.ts";
import { MISMATCHES, type Mismatch } from "./matching.ts";
import { type Reconciliation, reconcileCash } from "./reconcile.ts";
import { MAX_STATEMENT_ROWS, readStatement, type StatementRow } from "./statement.ts";

const optional = Type.Optional;

/** Why taking payments back cannot be undone. */
const TAKEN_BACK = "Payments that were taken back stay so; the same rows without take_back record them again.";

/** The cash that carriers collect for the shop. */
export const cashOperations: Operation[] = [
  defineOperation({
    name: "cod_reconcile",
    title: "Reconcile a carrier's payment",
    description:
      "Marks the cash of a carrier's statement as collected and paid to the shop; shipped orders become delivered. Rows that do not match change nothing. Who owes what: report carrier_debts.",
    area: "orders",
    scopes: HANDLES_MONEY,
    effect: "write",
    notUndoable: "Deliveries stay; the same rows with take_back: true remove the carrier's payment.",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      carrier: Type.String({ minLength: 1, maxLength: 100 }),
      rows: optional(
        Type.Array(Fields({ ref: Ref("Tracking or order number"), amount: Price() }), {
          minItems: 1,
          maxItems: MAX_STATEMENT_ROWS,
        }),
      ),
      csv: optional(Type.String({ minLength: 1, maxLength: 500_000, description: "Instead of rows; with its header" })),
      paid_at: optional(Day("ISO date or time; default now")),
      take_back: optional(Type.Boolean({ description: "Removes wrong payments" })),
    },
    answers: Reconciled,
    inDryRun: Reconciled,
    refuses: ["carrier_not_found"],
    example: { carrier: "Rapide Express", rows: [{ ref: "RE-8F3K2", amount: 2300 }], paid_at: "2026-11-20" },
    run: async (call, { carrier, rows: listed, csv, paid_at, take_back = false }) => {
      const { db, merchant } = call;
      const rows = readStatement({ rows: listed, csv }, db.currency);
      const statement = { carrier, rows, paidAt: await readPaidAt(db, paid_at), takesBack: take_back };
      const done = await reconcileCash(db, statement, merchant.actor);
      for (const { before, after } of done.changes) reportChange(call, before, after);
      if (take_back) call.cannotBeUndone(TAKEN_BACK);
      const data = answerOf(db, rows, done);
      const mismatches = done.mismatches.length > 0 ? " The others are in mismatches." : "";
      const text = `${data.matched} of ${rows.length} rows match, ${data.amount_matched} of ${data.amount_stated} ${db.currency}; ${data.delivered} orders became delivered.${mismatches}`;
      return { text, textWhenIdle: text, data, inDryRun: data };
    },
  }),
];

/** Throws `invalid_value` for a time that has not come. */
async function readPaidAt(db: SiteDb, paidAt: string | undefined): Promise<string> {
  if (paidAt === undefined) return db.now;
  const time = readTime("paid_at", paidAt, storeZone(db));
  if (time > db.now) throw invalidValue("paid_at", "must not be in the future");
  return time;
}

function answerOf(
  { currency }: SiteDb,
  rows: readonly StatementRow[],
  { matches, mismatches, changes }: Reconciliation,
) {
  const [stated, matched] = [sum(rows.map(({ amount }) => amount ?? 0)), sum(matches.map(({ amount }) => amount))];
  const reasons = new Set(mismatches.map(({ reason }) => reason));
  return {
    currency,
    rows: rows.length,
    matched: matches.length,
    not_matched: mismatches.length,
    delivered: changes.filter(({ before, after }) => before?.status !== after.status).length,
    amount_stated: toMajor(stated, currency),
    amount_matched: toMajor(matched, currency),
    amount_not_matched: toMajor(stated - matched, currency),
    next: Object.fromEntries([...reasons].map((reason) => [reason, MISMATCHES[reason]])),
    mismatches: mismatches.map((mismatch) => shown(mismatch, currency)),
  };
}

const shown = ({ stated, expected, ...mismatch }: Mismatch, currency: string) => ({
  ...mismatch,
  stated: stated === null ? null : toMajor(stated, currency),
  ...(expected === undefined ? {} : { expected: toMajor(expected, currency) }),
});
