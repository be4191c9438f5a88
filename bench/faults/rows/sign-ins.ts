import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { CONSOLE, STOREFRONT } from "../../../src/app.ts";
import { type Answer, type Request, sendRequest } from "../../harness/http.ts";
import { compareDuring, comparisonText, gapOf, ms, slowdownFailures } from "../background-load.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../fault.ts";
import { isServed, percentile, slowest, tally } from "../load.ts";
import type { SeededStore } from "../stores-and-orders.ts";
import { auditStores, openTwoStores, type TwoStores } from "../two-stores.ts";

const AT_ONCE = 300;
const MAX_FLOOD_MS = 2000;
const MAX_SIGN_IN_MS = 1500;
const PASSWORD = "a right password";

/** The limits per address are disabled, because an attacker has many addresses. */
const SETTINGS = { RATE_LIMIT_SIGN_INS_PER_ADDRESS: "1000000", RATE_LIMIT_SIGN_INS_PER_EMAIL: "1000000" };

/** A flood of wrong passwords, which take as long to check as right ones. */
export const signIns: Fault = {
  name: "sign-ins",
  about: `${AT_ONCE} concurrent sign-ins with wrong passwords arrive at one store, several times, while customers sign in at another.`,
  databases: ["postgres", "pglite", "citus"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 20, environment: SETTINGS });
    const { url } = shops.server;
    await sendRequest(account(url, shops.other, "/auth/signup", { full_name: "Right" }));
    const { result, ...beside } = await compareDuring(context, { url, store: shops.other }, () =>
      bursts(context, shops),
    );
    const audit = await auditStores(shops, { other: beside.acknowledged });
    const { wrong, right } = result;
    const strange = wrong.filter(({ what, headers }) => what !== "401" && !(what === "503" && headers["retry-after"]));
    return {
      answers: tally(wrong),
      longestGapMs: gapOf(beside),
      ...audit,
      measured: `${comparisonText(beside)}; slowest wrong sign-in ${ms(slowest(wrong))}, right ones elsewhere ${JSON.stringify(tally(right))}, slowest ${ms(slowest(right))}`,
      failures: [
        ...slowdownFailures(beside),
        ...unmetCriteria([
          [strange.length === 0, `wrong sign-ins see ${JSON.stringify(tally(strange))}, or no Retry-After`],
          [
            slowest(wrong) <= MAX_FLOOD_MS,
            `a wrong sign-in takes ${ms(slowest(wrong))}, more than ${ms(MAX_FLOOD_MS)}`,
          ],
          [right.every(isServed), `right sign-ins elsewhere see ${JSON.stringify(tally(right))}`],
          [slowest(right) <= MAX_SIGN_IN_MS, `a right sign-in elsewhere takes ${ms(slowest(right))}`],
        ]),
      ],
    };
  },
};

const account = (url: string, store: SeededStore, path: string, more: object): Request => ({
  url: url + STOREFRONT + path,
  method: "POST",
  headers: { "x-api-key": store.publishable_key },
  body: { email: "right@example.com", password: PASSWORD, ...more },
});

/** Sends bursts every three seconds, and at the same time two valid sign-ins per second to the other store. */
async function bursts(context: FaultContext, { server: { url }, crowd, other }: TwoStores) {
  const agent = new Agent({ keepAlive: true });
  context.onEnd(() => agent.destroy());
  const wrong: Promise<Answer>[] = [];
  const right: Promise<Answer>[] = [];
  for (let burst = 0; burst < (context.quick ? 2 : 5); burst++) {
    for (let n = 0; n < AT_ONCE; n++) {
      wrong.push(sendRequest(account(url, crowd, "/auth/login", { email: `wrong-${n}@example.com` }), agent));
    }
    for (let half = 0; half < 6; half++) {
      right.push(sendRequest(account(url, other, "/auth/login", {}), agent));
      await pause(500);
    }
  }
  return { wrong: await Promise.all(wrong), right: await Promise.all(right) };
}

/** Each request of the flood comes from an address of its own, as a proxy names it. */
const PROXIED = { ...SETTINGS, TRUST_PROXY: "true" };
const MAX_SHOPPER_MS = 100;
const MAX_SLOWDOWN = 3;

/** The same at the console, where people who work in stores sign in, while shoppers sign in. */
export const staffSignIns: Fault = {
  name: "staff-sign-ins",
  about: `${AT_ONCE} concurrent sign-ins at the console arrive from as many addresses, several times, while customers sign in.`,
  databases: ["postgres", "pglite"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 20, environment: PROXIED });
    const { other, server } = shops;
    const { url } = server;
    await sendRequest(account(url, other, "/auth/signup", { full_name: "Right" }));
    const agent = new Agent({ keepAlive: true });
    context.onEnd(() => agent.destroy());
    const signInAsShopper = () => sendRequest(account(url, other, "/auth/login", {}), agent);
    const quiet: Answer[] = [];
    for (let n = 0; n < 10; n++) quiet.push(await signInAsShopper());
    const { result, ...beside } = await compareDuring(context, { url, store: other }, async () => {
      const wrong: Promise<Answer>[] = [];
      const right: Promise<Answer>[] = [];
      for (let burst = 0; burst < (context.quick ? 2 : 5); burst++) {
        for (let n = 0; n < AT_ONCE; n++) wrong.push(sendRequest(atConsole(url, burst, n), agent));
        for (let half = 0; half < 6; half++) {
          right.push(signInAsShopper());
          await pause(500);
        }
      }
      return { wrong: await Promise.all(wrong), right: await Promise.all(right) };
    });
    const audit = await auditStores(shops, { other: beside.acknowledged });
    const { wrong, right } = result;
    const strange = wrong.filter(({ what, headers }) => what !== "401" && !(what === "503" && headers["retry-after"]));
    const [before, during] = [percentile(quiet, 0.5), percentile(right, 0.5)];
    const bound = Math.max(MAX_SLOWDOWN * before, MAX_SHOPPER_MS);
    return {
      answers: tally(wrong),
      longestGapMs: gapOf(beside),
      ...audit,
      measured: `${comparisonText(beside)}; sign-ins of customers p50 quiet ${ms(before)}, flooded ${ms(during)}, slowest ${ms(slowest(right))}`,
      failures: [
        ...slowdownFailures(beside),
        ...unmetCriteria([
          [strange.length === 0, `sign-ins at the console see ${JSON.stringify(tally(strange))}, or no Retry-After`],
          [right.every(isServed), `sign-ins of customers see ${JSON.stringify(tally(right))}`],
          [during <= bound, `a sign-in of a customer takes ${ms(during)}, more than ${ms(bound)}`],
        ]),
      ],
    };
  },
};

const atConsole = (url: string, burst: number, n: number): Request => ({
  url: `${url}${CONSOLE}/sign-in`,
  method: "POST",
  headers: { origin: url, "x-hanout-console": "1", "x-forwarded-for": `10.${burst}.${n >> 8}.${n & 255}` },
  body: { email: `wrong-${n}@example.com`, password: PASSWORD },
});
