import type { SiteDb } from "../db/database.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { Mailer } from "./mailer.ts";
import { type Mail, renderMail } from "./render.ts";

export { Mailer } from "./mailer.ts";
export { mailMessages } from "./messages/messages.ts";
export type { Mail, Part } from "./render.ts";

/** Of whom and what a mail is: ids, not data of people, because its job is kept. */
export type About = Readonly<Record<string, string>>;

/** A mail that is to be sent. */
export interface PlannedMail {
  /** A name of the mails that `mailJob` makes. */
  mail: string;
  about: About;
  /** The job's: a mail of the same id is not sent again. Default a new one. */
  id?: string;
}

/** Makes a mail from what is true when it is sent; undefined when there is nobody to send it to. */
export type MakeMail = (db: SiteDb, about: About) => Promise<Mail | undefined>;

const KIND = "mail";

/** Has a mail sent after the commit. Call it only where there is a mail server. */
export function sendMail(db: SiteDb, { mail, about, id }: PlannedMail): void {
  db.later({ kind: KIND, arguments: { mail, about }, actor: "server", ...(id && { id }) });
}

/**
 * Sends the mails that were planned. What the mail server does not take is tried again for three hours. A mail is sent twice when the
 * process is killed after the server took it.
 */
export const mailJob = (mailer: Mailer, makers: Readonly<Record<string, MakeMail>>): JobKind => ({
  name: KIND,
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: 8,
  run: async ({ id, arguments: planned, database, tenant, signal }) => {
    const { mail, about } = planned as PlannedMail;
    const make = makers[mail];
    if (!make) return {};
    const made = await database.transact(tenant, (db) => make(db, about));
    if (made) await mailer.send(id, renderMail(made), signal);
    return {};
  },
});
