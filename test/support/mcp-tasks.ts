import { type Static, Type } from "typebox";
import { expect, vi } from "vitest";
import { saveCategory } from "../../src/catalog/catalog.ts";
import { Nullable } from "../../src/core/shapes.ts";
import { sql } from "../../src/db/sql.ts";
import { type Answer, driver, onPostgres, type Shop } from "./app.ts";
import { type Called, call, callConfirmed } from "./operations.ts";

/** Helpers for tests that complete a merchant's task with several tool calls. */

/** Calls a tool, expects success, and returns its data. */
export async function runTool(shop: Shop, tool: string, args: object = {}, key?: string): Promise<Called["data"]> {
  return dataOf(tool, await call(shop, tool, args, key));
}

/** Calls a tool with the token of a dry run, expects success, and returns its data. */
export async function runConfirmedTool(shop: Shop, tool: string, args: object, key?: string): Promise<Called["data"]> {
  return dataOf(tool, await callConfirmed(shop, tool, args, key));
}

function dataOf(tool: string, { data, problem, text }: Called): Called["data"] {
  expect(problem, `${tool}: ${text}`).toBeUndefined();
  return data;
}

/** Returns the changes of a dry run, in the form of `auditSummary`: `product vase: status draft → active`. */
export async function dryRunChanges(shop: Shop, tool: string, args: object): Promise<string[]> {
  const { changes } = await runTool(shop, tool, { ...args, dry_run: true });
  return changes.map((change: Entry) => `${change.entity} ${change.label}: ${whatOf(change)}`);
}

/** Calls a tool, expects a refusal, and returns its problem. */
export async function refused(shop: Shop, tool: string, args: object, key?: string): Promise<Called["problem"]> {
  const { problem, text } = await call(shop, tool, args, key);
  expect(problem, `${tool}: ${text}`).toBeDefined();
  return problem;
}

const Fields = Nullable(Type.Record(Type.String(), Type.Unknown()));
/** An entry of the audit log. */
const Entry = Type.Object({
  tool: Type.String(),
  actor: Type.String(),
  entity: Type.String(),
  entity_id: Type.String(),
  label: Type.String(),
  before: Fields,
  after: Fields,
});
type Entry = Static<typeof Entry>;

/** Describes a change: `made`, `gone`, or the changed fields, with short values as `status pending → confirmed`. */
function whatOf({ before, after }: Pick<Entry, "before" | "after">): string {
  if (before === null || after === null) return before === null ? "made" : "gone";
  const changed = Object.keys(after).sort();
  return changed.map((name) => [name, ...fromTo(before[name], after[name])].join(" ")).join(", ");
}

const fromTo = (was: unknown, is: unknown): string[] =>
  isShort(was) && isShort(is) && was !== is ? [`${was} → ${is}`] : [];

const TIME_OR_ID = /^(\d{4}-\d\d-\d\dT|[0-9a-f]{8}-)/;
const isShort = (value: unknown): boolean =>
  typeof value === "string"
    ? value.length <= 40 && !TIME_OR_ID.test(value)
    : value === null || typeof value !== "object";

/** Returns the entries of the audit log, oldest first, optionally only those of one tool. */
export const entries = (shop: Shop, tool?: string): Promise<Entry[]> =>
  shop.rows(
    Entry,
    sql`
    select a.tool, a.actor, a.entity, a.entity_id, a.label, a.before, a.after
    from audit_log a
    where a.site_id = ${shop.id} and (${tool ?? null}::text is null or a.tool = ${tool ?? null})
    order by a.created_at, a.id
  `,
  );

/** Summarises the audit log, oldest first: `orders_ship order ORD-1: status confirmed → shipped`. */
export async function auditSummary(shop: Shop): Promise<string[]> {
  const all = await entries(shop);
  expect(new Set(all.map(({ actor }) => actor))).toEqual(new Set(["key First secret key"]));
  return all.map((entry) => `${entry.tool} ${entry.entity} ${entry.label}: ${whatOf(entry)}`);
}

/** Expects exactly one audit entry of a tool, and returns its values before and after. */
export async function changeBy(shop: Shop, tool: string): Promise<Pick<Entry, "before" | "after">> {
  const all = await entries(shop, tool);
  expect(all.map(({ label }) => label)).toHaveLength(1);
  const { before = null, after = null } = all[0] ?? {};
  return { before, after };
}

/** Sends a storefront GET, expects status 200, and returns the body. */
export async function seen(shop: Shop, path: string): Promise<Answer["body"]> {
  const { status, body } = await shop.get(path);
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  return body;
}

/** Runs work with the clock set to another time. */
export async function at<T>(time: number | string, work: () => Promise<T>): Promise<T> {
  await stopTimers();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
  try {
    return await work();
  } finally {
    await stopTimers();
    vi.useRealTimers();
  }
}

/**
 * Clears the timer with which PGlite writes its statistics. PGlite also uses the fake clock, so after a change of the
 * clock the timer could be years in the future, which exceeds the longest timeout of Node.
 */
async function stopTimers(): Promise<void> {
  if (!onPostgres) await driver.exec("select pg_stat_force_next_flush()");
}

/** Saves a category directly, and returns its id. */
export const categoryIn = (shop: Shop, slug: string, name: string): Promise<string> =>
  shop.transact((db) => saveCategory(db, { ...PLAIN, slug, name, parent_id: null }));
const PLAIN = { description: null, image_url: null, position: 0, is_active: true };

/** Signs up a customer. */
export async function signedUp(shop: Shop, name: string): Promise<{ id: string; authorization: string }> {
  const account = { email: `${name}@example.dz`, password: "couscous du vendredi", full_name: name };
  const { body } = await shop.post("/auth/signup", account);
  return { id: body.customer.id, authorization: `Bearer ${body.token}` };
}

const DAY = 86_400_000;
const ALGIERS = 3_600_000; // milliseconds ahead of UTC, without daylight saving time

/** Returns the start of the local day this many days from today, as `2026-11-21T00:00:00+01:00`. */
export const dayFromToday = (days: number): string =>
  `${new Date(Date.now() + ALGIERS + days * DAY).toISOString().slice(0, 10)}T00:00:00+01:00`;

/** Returns the URL of an image. */
export const picture = (name: string): string => `https://cdn.example.com/${name}.jpg`;
