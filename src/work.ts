import type { FastifyInstance } from "fastify";
import { listOf, type Settings } from "./config.ts";
import type { CustomerTokens } from "./customers/customers.ts";
import type { Database } from "./db/database.ts";
import { EventNumbering, type EventStreams } from "./events/events.ts";
import { Files } from "./files/files.ts";
import { JobRunner, type RunnerOptions } from "./jobs/jobs.ts";
import type { Keyring } from "./keys/keys.ts";
import { Mailer } from "./mail/mail.ts";
import { jobKinds, mailKinds, webhookKinds } from "./merchant-operations/jobs.ts";
import { merchantCatalogue, merchantOperations, type WebhookParts } from "./merchant-operations/operations.ts";
import { readThingBy } from "./merchant-operations/read-thing.ts";
import { volatileFields } from "./merchant-operations/volatile-fields.ts";
import { ConfirmTokens } from "./operations/confirm.ts";
import { planOrderMails } from "./orders/orders.ts";
import { SecretBox, type SenderOptions, wakeEndpoints, webhookSender } from "./webhooks/webhooks.ts";

/** What the work outside of requests needs. */
export interface WorkParts {
  settings: Settings;
  database: Database;
  keyring: Keyring;
  tokens: CustomerTokens;
  /** The pictures, where others of this process use them, too. */
  files?: Files;
}

/** Gives the events of all stores their numbers; what they are about is read by merchants' operations. */
export const eventNumbering = (
  { settings, database, keyring, tokens }: WorkParts,
  streams?: EventStreams,
): EventNumbering =>
  new EventNumbering(database, readThingBy(merchantOperations(keyring, tokens)), async (db, events, last) => {
    if (streams) db.afterCommit(() => streams.numbered(db.siteId, last));
    await Promise.all([wakeEndpoints(db, events), settings.SMTP_URL ? planOrderMails(db, events) : undefined]);
  });

/** Where webhooks may be sent to, and what encrypts their secrets. */
export const webhookParts = (settings: Settings, tokens: CustomerTokens): WebhookParts => ({
  rules: { ports: listOf(settings.WEBHOOK_PORTS).map(Number), toThisMachine: settings.WEBHOOKS_TO_THIS_MACHINE },
  secrets: new SecretBox(tokens.keysFor("webhook_secret")),
});

/** Endpoints of all stores that one process sends to at the same time: each takes little but time. */
const ENDPOINTS_AT_ONCE = 200;

/** Sends webhooks of all stores. `onOff` is told of endpoints that it switches off. */
export function webhookRunner(
  { settings, database, keyring, tokens }: WorkParts,
  {
    onOff,
    onSent = () => {},
    sender = {},
    ...options
  }: RunnerOptions & {
    onOff: (endpoint: object) => void;
    /** Is told of each attempt. */
    onSent?: (isDelivered: boolean) => void;
    sender?: Omit<SenderOptions, "rules">;
  },
): JobRunner {
  const webhooks = webhookParts(settings, tokens);
  const catalogue = merchantCatalogue(keyring, tokens, new ConfirmTokens([], volatileFields));
  const sendOne = webhookSender({ rules: webhooks.rules, ...sender });
  const send: typeof sendOne = async (...sent) => {
    const attempt = await sendOne(...sent);
    onSent(attempt.problem === null);
    return attempt;
  };
  const kinds = webhookKinds(catalogue, { webhooks, send, onOff, random: options.random });
  return new JobRunner(database, kinds, { atOnce: ENDPOINTS_AT_ONCE, ...options });
}

/** Where links to the console lead. Passkeys need a name, so this machine is localhost. `app`: that listens. */
export const consoleUrlOf =
  ({ PUBLIC_URL, HOST, PORT }: Settings, app?: FastifyInstance) =>
  () => {
    const [address] = app?.addresses() ?? [];
    const port = typeof address === "object" ? address.port : PORT;
    const host = ["127.0.0.1", "0.0.0.0", "::1", "::"].includes(HOST) ? "localhost" : HOST;
    return PUBLIC_URL || `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  };

/** Mails that one process hands over at the same time: mail servers refuse many connections. */
const MAILS_AT_ONCE = 4;

/** Sends the mails of all stores by `SMTP_URL`. */
export function mailRunner({ settings, database, tokens }: WorkParts, options?: RunnerOptions): JobRunner {
  const kinds = mailKinds(tokens, consoleUrlOf(settings), new Mailer(settings.SMTP_URL, settings.MAIL_FROM));
  return new JobRunner(database, kinds, { atOnce: MAILS_AT_ONCE, ...options });
}

/** Does the background work of all stores but mails and webhooks. */
export function jobRunner(
  { settings, database, keyring, tokens, files = new Files(settings) }: WorkParts,
  options?: RunnerOptions,
): JobRunner {
  const confirmTokens = new ConfirmTokens(tokens.keysFor("confirm_token"), volatileFields);
  const catalogue = merchantCatalogue(keyring, tokens, confirmTokens, { checks: database.checks, files });
  return new JobRunner(database, jobKinds(catalogue, settings, files), options);
}
