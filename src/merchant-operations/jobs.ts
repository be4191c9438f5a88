import { tellOfLeftCarts } from "../cart/cart.ts";
import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { hasScope, type Scope } from "../core/scopes.ts";
import { type CustomerTokens, newPasswordMail } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { clearFiles, FILES_REMOVAL, type Files } from "../files/files.ts";
import { clearing, type JobKind } from "../jobs/jobs.ts";
import { requireKeyInForce } from "../keys/keys.ts";
import { type About, type Mailer, type MakeMail, mailJob } from "../mail/mail.ts";
import type { OperationCatalogue } from "../operations/catalogue.ts";
import { type Merchant, mayUse, type Operation } from "../operations/operation.ts";
import { runLeft } from "../operations/run-left.ts";
import { ORDER_MAILS, orderMail } from "../orders/orders.ts";
import { scopesOfMember, staffMails } from "../staff/staff.ts";
import { deletingStores } from "../tenants/tenants.ts";
import { DELIVER, type Send, type SwitchedOff, webhookDelivery } from "../webhooks/webhooks.ts";
import type { WebhookParts } from "./operations.ts";

/** Throws what says that who called may not do this any more. `scopes`: what the arguments need beside the operation's own. */
async function requireInForce(
  db: SiteDb,
  { id, actor }: Merchant,
  operation: Operation,
  scopes: readonly Scope[],
): Promise<void> {
  if (!actor.startsWith("person ")) return requireKeyInForce(db, id);
  const held = await scopesOfMember(db, id);
  if (mayUse({ scopes: held }, operation) && scopes.every((scope) => hasScope(held, scope))) return;
  throw new Problem("insufficient_scope", "Who began this work may not do it any more. What was done before stays.");
}

/** What an operation may leave to a job: one change in the name of who called. Its kind is the operation's name. */
const leftBy = (operation: Operation, record: OperationCatalogue["record"]): JobKind => ({
  name: operation.name,
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: 5,
  failed: (db, job, code) => operation.unfinished?.(db, job, code),
  run: async (job) => {
    await runLeft(operation, job, { record, requireInForce });
    return undefined;
  },
});

/** Removes what is kept of a file that was deleted. */
const filesRemoval = (files: Files): JobKind => ({
  name: FILES_REMOVAL,
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: 5,
  run: async (job) => {
    await job.once(async (db) => {
      await files.remove(db, (job.arguments as { hash: string }).hash);
      return {};
    });
    return undefined;
  },
});

const filesClearing = (files: Files): JobKind => ({
  name: "files_clearing",
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: 1,
  repeats: { everyMs: 86_400_000, id: "00000000-0000-0000-0000-000000000003" },
  run: async ({ database, tenant, signal }) => {
    await clearFiles({ database, files, now: tenant.now, signal });
    return {};
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

/** Every mail, by name. */
const mailMakers = (tokens: CustomerTokens, consoleUrl: () => string): Record<string, MakeMail> => ({
  ...Object.fromEntries(ORDER_MAILS.map((mail) => [mail, (db: SiteDb, about: About) => orderMail(db, mail, about)])),
  new_password: (db, about) => newPasswordMail(db, tokens, about),
  ...staffMails(consoleUrl),
});

/** Background work that waits for no other server. */
export const jobKinds = (
  { operations, record }: Pick<OperationCatalogue, "operations" | "record">,
  settings: { UNDO_DAYS: number; EVENTS_DAYS: number },
  files: Files,
): JobKind[] => [
  ...operations.filter(({ asJob }) => asJob).map((operation) => leftBy(operation, record)),
  clearing(settings),
  leftCarts,
  deletingStores(files),
  filesRemoval(files),
  filesClearing(files),
];

/**
 * Mails, which have a runner of their own: a mail server may be slow. `tokens` has the keys of customers' links; `consoleUrl`: where those of
 * people who work in stores lead.
 */
export const mailKinds = (tokens: CustomerTokens, consoleUrl: () => string, mailer: Mailer): JobKind[] => [
  mailJob(mailer, mailMakers(tokens, consoleUrl)),
];

/** Webhooks, which have a runner of their own: receivers are slow. */
export const webhookKinds = (
  { record }: Pick<OperationCatalogue, "record">,
  {
    webhooks: { secrets },
    send,
    onOff,
    random,
  }: { webhooks: WebhookParts; send: Send; onOff: (endpoint: object) => void; random?: (() => number) | undefined },
): JobKind[] => {
  const switchedOff: SwitchedOff = async (db, change) => {
    const call = {
      id: newId(),
      merchant: { id: null, actor: "server" as const },
      operation: DELIVER,
      area: "settings",
      scopes: ["settings:write" as const],
      notUndoable: "Switch the endpoint on again with webhooks_save.",
      undone: [],
    };
    await record(db, call, [change], []);
    const { id, label: address, after } = change;
    db.afterCommit(() => onOff({ site_id: db.siteId, id, address, ...after }));
  };
  return [webhookDelivery({ send, secrets, switchedOff, ...(random && { random }) })];
};
