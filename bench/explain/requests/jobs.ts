import { newId } from "../../../src/core/ids.ts";
import { JobRunner } from "../../../src/jobs/jobs.ts";
import { jobKinds } from "../../../src/merchant-operations/jobs.ts";
import { OPERATIONS, type Use } from "../scene.ts";
import { ask } from "./asking.ts";
import { explainedFiles } from "./files.ts";
import { fillCart, signUp } from "./shoppers.ts";

const DAY_MS = 86_400_000;
const kinds = () =>
  jobKinds({ operations: OPERATIONS, record: async () => {} }, { UNDO_DAYS: 30, EVENTS_DAYS: 30 }, explainedFiles());

/** What the server does by itself, and what merchants ask about it. */
export const JOBS: Record<string, Use> = {
  "jobs: the server's own work": async (scene) => {
    const { database } = scene;
    const { headers } = await signUp(scene);
    await fillCart(scene, 2, headers);
    let days = 2;
    const runner = new JobRunner(database, kinds(), { clock: () => Date.now() + days * DAY_MS });
    await runner.addRepeated();
    await runner.runDue();
    days++; // what the first run noted of transactions is old now
    await runner.runDue();
  },
  "jobs: of a store": async ({ database, store, operation }) => {
    const kind = "explained";
    await database.transact(store.tenant, async (db) => db.later({ kind, arguments: {}, actor: "command" }));
    const waiting = { name: kind, atOnce: 1, isRepeatable: true, maxAttempts: 1 };
    const runner: JobRunner = new JobRunner(
      database,
      [
        {
          ...waiting,
          run: async () => {
            await runner.renewLeases();
            return {};
          },
        },
      ],
      { clock: () => Date.now() + DAY_MS },
    );
    await runner.runDue(store.tenant);
    const job = { kind: "products_import", arguments: {}, actor: "command" as const };
    const left = await database.transact(store.tenant, async (db) => db.later(job));
    await runner.runOnly(store.tenant, left);
    await operation("jobs_list", { id: left });
    await operation("jobs_cancel", { id: left });
  },
  "products_import: left to a job, which is cancelled": async ({ operation }) => {
    const rows = Array.from({ length: 501 }, (_, i) => `produit-${i + 300},Importé ${i},Title,Default Title,2500`);
    const csv = ["Handle,Title,Option1 Name,Option1 Value,Variant Price", ...rows].join("\n");
    const { job_id } = await operation("products_import", { csv });
    await operation("jobs_cancel", { id: job_id });
  },
  "jobs: an import, whose key was revoked meanwhile": async ({ database, store }) => {
    const merchant = { id: newId(), actor: "key Revoked", scopes: [], expires_at: null };
    const csv = "Handle,Title,Option1 Name,Option1 Value,Variant Price\nlarge,Large,Title,Default Title,10";
    const job = {
      kind: "products_import",
      arguments: { merchant, input: { csv }, scopes: [] },
      actor: "key Revoked" as const,
    };
    await database.transact(store.tenant, async (db) => db.later(job));
    await new JobRunner(database, kinds(), { clock: () => Date.now() + DAY_MS }).runDue(store.tenant);
  },
  "jobs_list: in one state": ask("jobs_list", { state: "done" }),
  "jobs_list: all": ask("jobs_list", {}),
};
