import { NO_STORE } from "../core/ids.ts";
import type { SiteDb } from "../db/database.ts";
import { type About, type Mail, type MakeMail, mailMessages, sendMail } from "../mail/mail.ts";
import { storeLetterhead } from "../store/store.ts";
import { type MadeLink, makeLink } from "./links.ts";
import { findMember } from "./member-queries.ts";
import { findAccount, storesOfAccount } from "./queries.ts";

const MAILS = { invitation: "staff_invitation", reset: "staff_password" } as const;

/**
 * Makes a link to an account, to be passed on; or has it mailed to the person, and returns null. `db` is of the store that asks for it, or of
 * none. A mailed link is made when its mail is, so that its secret stands in no job; when a mail is sent again, the link before ends.
 */
export async function deliverLink(
  db: SiteDb,
  kind: keyof typeof MAILS,
  accountId: string,
  byMail: boolean,
): Promise<MadeLink | null> {
  if (!byMail) return makeLink(db, kind, accountId);
  sendMail(db, { mail: MAILS[kind], about: { account_id: accountId } });
  return null;
}

/** The mails to people who work in stores, by name. `consoleUrl`: where the links lead. */
export const staffMails = (consoleUrl: () => string): Record<string, MakeMail> => ({
  [MAILS.invitation]: (db, about) => invitationMail(db, consoleUrl(), about),
  [MAILS.reset]: (db, about) =>
    db.siteId === NO_STORE ? accountMail(db, consoleUrl(), about) : passwordMail(db, consoleUrl(), about),
});

/** Undefined when the person has accepted already, or the invitation was taken back. */
async function invitationMail(db: SiteDb, url: string, { account_id = "" }: About): Promise<Mail | undefined> {
  const member = await findMember(db, account_id);
  if (!member?.email || member.accepted_at || member.ended_at) return undefined;
  const { name: sender, locale, replyTo } = await storeLetterhead(db);
  const { path } = await makeLink(db, "invitation", account_id);
  const { staffInvitation: say } = mailMessages({ locale, country: db.country });
  const parts = [say.text(sender), { link: url + path, label: say.link }, say.ignore];
  return { to: member.email, sender, replyTo, locale, subject: say.subject(sender), parts };
}

/** Undefined when the person does not work in the store any more. */
async function passwordMail(db: SiteDb, url: string, { account_id = "" }: About): Promise<Mail | undefined> {
  const member = await findMember(db, account_id);
  if (!member?.email || member.ended_at) return undefined;
  const { name: sender, locale, replyTo } = await storeLetterhead(db);
  const { path } = await makeLink(db, "reset", account_id);
  return newPasswordMail({ sender, replyTo, locale, to: member.email }, db.country, member.name, url + path);
}

/** Whose mail it is that no store sends. */
const SERVER = "Hanout";

/** What whoever runs the server asked for, in the language of the person's first store. Undefined when the account is gone. */
async function accountMail(db: SiteDb, url: string, { account_id = "" }: About): Promise<Mail | undefined> {
  const account = await findAccount(db, account_id);
  if (!account?.email) return undefined;
  const [{ locale, country } = { locale: "fr", country: "DZ" }] = await storesOfAccount(db, account_id);
  const { path } = await makeLink(db, "reset", account_id);
  const letter = { sender: SERVER, replyTo: null, locale, to: account.email };
  return newPasswordMail(letter, country, account.name, url + path);
}

function newPasswordMail(
  letter: Omit<Mail, "subject" | "parts">,
  country: string,
  name: string | null,
  link: string,
): Mail {
  const { hello, staffPassword: say } = mailMessages({ locale: letter.locale, country });
  const parts = [say.text, { link, label: say.link }, say.ignore];
  return { ...letter, subject: say.subject(letter.sender), parts: name === null ? parts : [hello(name), ...parts] };
}
