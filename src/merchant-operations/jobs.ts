import { tellOfLeftCarts } from "../cart/cart.ts";
import type { Scope } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import { clearing, type JobKind } from "../jobs/jobs.ts";
import { requireKeyInForce } from "../keys/keys.ts";
import type { OperationCatalogue } from "../operations/catalogue.ts";
import type { Merchant, Operation } from "../operations/operation.ts";
import { runLeft } from "../operations/run-left.ts";
import { requireRole } from "../staff/staff.ts";

/** Throws what says that who called may not do this any more. */
const requireInForce = (db: SiteDb, { id, actor }: Merchant, scopes: readonly Scope[]): Promise<void> =>
  actor.startsWith("person ") ? requireRole(db, id, scopes) : requireKeyInForce(db, id);

/** What an operation may leave to a job: one change in the name of who called. Its kind is the operation's name. */
const leftBy = (operation: Operation, record: OperationCatalogue["record"]): JobKind => ({
  name: operation.name,
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: 5,
  run: async (job) => {
    await runLeft(operation, job, { record, requireInForce });
    return undefined;
  },
});

const leftCarts: JobKind = {
  name: "left_carts",
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: 1,
  repeats: { everyMs: 60_000, id: "00000000-0000-0000-0000-000000000002" },
  run: async ({ database, tenant, signal }) => {
    await tellOfLeftCarts(database, tenant.now, signal);
    return {};
  },
};

/** All kinds of background work. */
export const jobKinds = (
  { operations, record }: Pick<OperationCatalogue, "operations" | "record">,
  settings: { UNDO_DAYS: number; EVENTS_DAYS: number },
): JobKind[] => [
  ...operations.filter(({ asJob }) => asJob).map((operation) => leftBy(operation, record)),
  clearing(settings),
  leftCarts,
];
