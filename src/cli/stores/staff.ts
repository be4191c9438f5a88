import type { SiteDb } from "../../db/database.ts";
import {
  deliverLink,
  eraseAccount,
  inviteMember,
  listStaff,
  type MadeLink,
  makeAccountReset,
  ROLE_NAMES,
  type Role,
  removeMember,
  tellOfMember,
} from "../../staff/staff.ts";
import { type Call, CommandError, type Opened } from "../call.ts";
import { orCommandError, requireStore, tenantOf } from "../database.ts";
import { printJson, printTable } from "../screen/output.ts";

interface OfStore {
  store: string;
  json?: boolean;
}

interface OfPerson {
  email: string;
  json?: boolean;
}

export async function invite(
  call: Call,
  { store: slug, email, role, json }: OfStore & OfPerson & { role: Role },
): Promise<void> {
  if (!ROLE_NAMES.includes(role))
    throw new CommandError(`--role "${role}" is unknown; the roles are: ${ROLE_NAMES.join(", ")}.`);
  await call.withDatabase(async (opened) => {
    const link = await inStore(call, opened, slug, async (db) => {
      const { member } = await inviteMember(db, email, role);
      tellOfMember(db, member);
      return deliverLink(db, "invitation", member.account_id, sendsMail(call));
    });
    if (json) return printJson(call.screen, { email, role, ...shownLink(call, opened, link) });
    call.screen.print(`Invited ${email} to ${slug} as ${role}. ${passOn(call, opened, link)}`);
  });
}

export async function list(call: Call, { store: slug, json }: OfStore): Promise<void> {
  await call.withDatabase(async (opened) => {
    const people = await inStore(call, opened, slug, listStaff);
    if (json) printJson(call.screen, people);
    else printTable(call.screen, people, ["email", "name", "role", "state", "invited_at", "accepted_at"]);
  });
}

export async function remove(call: Call, { store: slug, email, json }: OfStore & OfPerson): Promise<void> {
  await call.withDatabase(async (opened) => {
    await inStore(call, opened, slug, async (db) => {
      const before = await removeMember(db, email);
      tellOfMember(db, { ...before, ended_at: db.now });
    });
    if (json) return printJson(call.screen, { email, removed: true });
    call.screen.print(`${email} does not work in ${slug} any more. Running servers refuse their requests from now on.`);
  });
}

export async function resetLink(call: Call, { email, json }: OfPerson): Promise<void> {
  await call.withDatabase(async (opened) => {
    const link = await orCommandError(makeAccountReset(opened.database, email, sendsMail(call)));
    if (json) return printJson(call.screen, { email, ...shownLink(call, opened, link) });
    call.screen.print(`${email} chooses a new password by a link. ${passOn(call, opened, link)}`);
  });
}

export async function erase(call: Call, { email, json }: OfPerson): Promise<void> {
  await call.withDatabase(async (opened) => {
    await orCommandError(eraseAccount(opened.database, email));
    if (json) return printJson(call.screen, { email, erased: true });
    call.screen.print(`Erased the account of ${email}. What the person did stays, under the name "(erased)".`);
  });
}

const sendsMail = ({ settings }: Call): boolean => settings.SMTP_URL !== "";

const shownLink = (call: Call, opened: Opened, link: MadeLink | null) =>
  link ? { mailed: false, link: consoleUrl(call, opened) + link.path, expires_at: link.expires_at } : { mailed: true };

const passOn = (call: Call, opened: Opened, link: MadeLink | null): string =>
  link
    ? `Pass this link on; it works once, for three days:\n  ${consoleUrl(call, opened)}${link.path}`
    : "A server sends the mail with the link, at once or when it starts.";

/** Where links to the console lead. Passkeys need a name, so it is not 127.0.0.1. */
export const consoleUrl = ({ settings: { PUBLIC_URL, PORT } }: Call, { url }: Opened): string =>
  PUBLIC_URL || url.replace("//127.0.0.1:", "//localhost:") || `http://localhost:${PORT || 3000}`;

async function inStore<T>(
  call: Call,
  { database }: Opened,
  slug: string,
  work: (db: SiteDb) => Promise<T>,
): Promise<T> {
  const store = await requireStore(database, slug, call.program);
  return orCommandError(database.transact(tenantOf(store), work));
}
