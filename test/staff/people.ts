import { ADMIN, CONSOLE } from "../../src/app.ts";
import { asStored } from "../../src/core/media.ts";
import { makeLink } from "../../src/staff/links.ts";
import { inviteMember } from "../../src/staff/members.ts";
import type { Role } from "../../src/staff/staff.ts";
import { type Answer, app, database } from "../support/app.ts";

export const ORIGIN = "http://localhost";
export const NAME = "Sofiane Meziane";
export const PASSWORD = "tajine-et-menthe";

let people = 0;

/** An e-mail address that no other test has. */
export const newEmail = (): string =>
  `person-${process.pid}-${++people}-${Math.random().toString(36).slice(2)}@example.dz`;

/** A browser with a page of the console, which keeps the cookie. */
export class Page {
  cookie = "";
  readonly via;
  /** Each has an address of its own, because sign-ins are counted by address. */
  readonly address = `10.${++people % 250}.${Math.floor(people / 250)}.${process.pid % 250}`;

  constructor(via = app) {
    this.via = via;
  }

  /** Sends a request as the page's script does; `headers` replace its own, and null leaves one out. */
  async send(
    method: "GET" | "POST" | "DELETE",
    url: string,
    body?: object,
    headers: Record<string, string | null> = {},
  ): Promise<Answer> {
    const all = {
      "x-hanout-console": "1",
      "sec-fetch-site": "same-origin",
      ...(method === "GET" ? {} : { origin: ORIGIN }),
      ...(this.cookie ? { cookie: this.cookie } : {}),
      ...(body && { "content-type": "application/json" }),
      ...headers,
    };
    const reply = await this.via.inject({
      method,
      url,
      remoteAddress: this.address,
      headers: Object.fromEntries(
        Object.entries({ host: "localhost", ...all }).filter((one): one is [string, string] => one[1] !== null),
      ),
      ...(body && { payload: JSON.stringify(body) }),
    });
    const set = [reply.headers["set-cookie"] ?? []].flat()[0];
    if (set !== undefined) this.cookie = /Max-Age=0/.test(set) ? "" : (set.split(";")[0] ?? "");
    return { status: reply.statusCode, body: reply.body ? JSON.parse(reply.body) : undefined, headers: reply.headers };
  }

  /** Calls the console's own API. */
  console(path: string, body?: object, headers?: Record<string, string | null>): Promise<Answer> {
    return this.send(body ? "POST" : "GET", `${CONSOLE}${path}`, body, headers);
  }

  signIn(email: string, password = PASSWORD): Promise<Answer> {
    return this.console("/sign-in", { email, password });
  }

  /** Runs an operation in a store. */
  run(store: { id: string }, operation: string, args: object = {}, headers: Record<string, string | null> = {}) {
    return this.send("POST", `${ADMIN}/${operation}`, args, { "x-hanout-store": store.id, ...headers });
  }
}

/** The secret of a link. */
export const secretOf = (path: string): string => path.split("#")[1] ?? "";

/** Invites somebody to a store, as a command does; returns the secret of the link. */
export async function invite(shop: { id: string }, email: string, role: Role): Promise<string> {
  const store = { siteId: shop.id, currency: "DZD", country: "DZ", locale: "fr", timeZone: null, mediaUrl: asStored };
  const now = new Date().toISOString();
  const { path } = await database.transact({ ...store, now }, async (db) => {
    const { member } = await inviteMember(db, email, role);
    return makeLink(db, "invitation", member.account_id);
  });
  return secretOf(path);
}

/** Somebody who works in a store with a role, signed in: a new account, or one that works elsewhere. */
export async function personOf(
  shop: { id: string },
  role: Role,
  { email = newEmail(), page = new Page() } = {},
): Promise<{ page: Page; email: string }> {
  const accepted = await page.console("/invitation", {
    link: await invite(shop, email, role),
    name: NAME,
    password: PASSWORD,
  });
  if (accepted.status !== 200) throw new Error(`not accepted: ${JSON.stringify(accepted.body)}`);
  return { page, email };
}
