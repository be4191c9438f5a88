import { setTimeout as pause } from "node:timers/promises";
import { ADMIN, CONSOLE } from "../../../../src/app.ts";
import { makeLink } from "../../../../src/staff/links.ts";
import { inviteMember } from "../../../../src/staff/members.ts";
import { type Answer, sendRequest } from "../../../harness/http.ts";
import type { Server } from "../../../harness/server.ts";
import { tenantOf } from "../../../harness/stores.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { tally } from "../../load.ts";
import { seedOne } from "../../scene.ts";

const ROUNDS = 12;
const QUICK_ROUNDS = 5;
const OLD = "the old password";
const NEW = "the new password";

/** A browser with a page of the console. */
class Page {
  cookie = "";

  /** Sends a request as the page's script does, to a server that may be another one than before. */
  async ask({ url }: Server, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const own = { origin: url, "x-hanout-console": "1", cookie: this.cookie, ...headers };
    const answer = await sendRequest({ url: url + path, method: "POST", headers: own, body });
    const [set] = [answer.headers["set-cookie"] ?? []].flat();
    if (set) this.cookie = set.split(";")[0] ?? "";
    return answer;
  }
}

const secretOf = (link: string): string => link.split("#")[1] ?? "";

/** What is killed in its middle: the invitation of somebody, its acceptance, or a new password by a link. */
interface Step {
  name: string;
  /** Makes what the step needs, and returns how to send it, and what must hold after the restart: what is wrong, or whether it worked. */
  prepare(server: Server): Promise<{ send(to: Server): Promise<Answer>; check(on: Server): Promise<boolean | string> }>;
}

function stepsOf(storeId: string, owner: Page): Step[] {
  let people = 0;
  const newEmail = () => `person-${++people}@example.com`;
  const inStore = { "x-hanout-store": storeId };
  const run = (server: Server, operation: string, args: object) =>
    owner.ask(server, `${ADMIN}/${operation}`, args, inStore);
  const linkOf = async (server: Server, operation: string, args: object) =>
    secretOf(JSON.parse((await run(server, operation, args)).text).link);
  const accept = (server: Server, link: string) =>
    new Page().ask(server, `${CONSOLE}/invitation`, { link, name: "Amina", password: OLD });
  const reset = (server: Server, link: string) =>
    new Page().ask(server, `${CONSOLE}/new-password`, { link, password: NEW });
  const opens = async (server: Server, email: string, password: string) =>
    (await new Page().ask(server, `${CONSOLE}/sign-in`, { email, password })).what === "200";
  const stateOf = async (server: Server, email: string): Promise<string | undefined> => {
    const { data } = JSON.parse((await run(server, "staff_list", {})).text);
    const found = data.filter((one: { email: string }) => one.email === email);
    return found.length > 1 ? "twice" : found[0]?.state;
  };
  return [
    {
      name: "invitation",
      prepare: async () => {
        const args = { email: newEmail(), role: "viewer" };
        return {
          send: (to) => run(to, "staff_invite", args),
          check: async (on) => {
            const state = await stateOf(on, args.email);
            if (state !== undefined && state !== "invited") return `the invited is ${state}`;
            const accepted = await accept(on, await linkOf(on, "staff_invite", args));
            return accepted.what === "200" ? state === "invited" : `the next invitation answers ${accepted.what}`;
          },
        };
      },
    },
    {
      name: "acceptance",
      prepare: async (server) => {
        const email = newEmail();
        const link = await linkOf(server, "staff_invite", { email, role: "viewer" });
        return {
          send: (to) => accept(to, link),
          check: async (on) => {
            const worked = (await stateOf(on, email)) === "active";
            const again = (await accept(on, link)).what;
            if (again !== (worked ? "404" : "200")) return `accepted ${worked}, and again ${again}`;
            return (await opens(on, email, OLD)) ? worked : "the password does not open the account";
          },
        };
      },
    },
    {
      name: "reset",
      prepare: async (server) => {
        const email = newEmail();
        await accept(server, await linkOf(server, "staff_invite", { email, role: "viewer" }));
        const link = await linkOf(server, "staff_reset_link", { person: email });
        return {
          send: (to) => reset(to, link),
          check: async (on) => {
            const worked = await opens(on, email, NEW);
            if (worked === (await opens(on, email, OLD))) return "both passwords open the account, or none";
            const again = (await reset(on, link)).what;
            return again === (worked ? "404" : "200") ? worked : `reset ${worked}, and again ${again}`;
          },
        };
      },
    },
  ];
}

export const staffLinksKilled: Fault = {
  name: "staff-links-killed",
  about: `The server is killed in the middle of an invitation, of its acceptance and of a new password by a link, ${ROUNDS} times each.`,
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  run: async (context) => {
    const database = await context.newDatabase();
    const { id } = await seedOne(database);
    const link = await database.use((opened) =>
      opened.transact(tenantOf(id), async (db) => {
        const { member } = await inviteMember(db, "owner@example.com", "owner");
        return secretOf((await makeLink(db, "invitation", member.account_id)).path);
      }),
    );
    let server = await context.startServer(database.environment);
    const owner = new Page();
    await owner.ask(server, `${CONSOLE}/invitation`, { link, name: "Owner", password: OLD });
    const rounds = context.quick ? QUICK_ROUNDS : ROUNDS;
    const [wrong, cut, worked]: [string[], Answer[], Record<string, number>] = [[], [], {}];
    for (const { name, prepare } of stepsOf(id, owner)) {
      const whole = await (await prepare(server)).send(server);
      if (whole.what !== "200") throw new Error(`${name} answers ${whole.what}: ${whole.text}`);
      for (let round = 0; round < rounds; round++) {
        const { send, check } = await prepare(server);
        const sent = send(server);
        await pause((1.2 * whole.ms * round) / (rounds - 1));
        await server.stop("SIGKILL");
        cut.push(await sent);
        server = await context.startServer(database.environment);
        const found = await check(server);
        if (typeof found === "string") wrong.push(`${name}: ${found}`);
        else worked[name] = (worked[name] ?? 0) + Number(found);
        context.say(`${name} ${round + 1} of ${rounds}`);
      }
    }
    return {
      answers: tally(cut),
      longestGapMs: 0,
      acknowledged: 0,
      lost: 0,
      invariants: wrong,
      measured: `of ${rounds} of each, these had worked when the server was killed: ${JSON.stringify(worked)}`,
      failures: unmetCriteria([
        [wrong.length === 0, "each works once, or not at all"],
        [cut.some(({ what }) => what !== "200"), "requests are cut"],
      ]),
    };
  },
};
