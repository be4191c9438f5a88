import { setImmediate } from "node:timers/promises";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { CustomerTokens } from "../../src/customers/customers.ts";
import type { SiteDb } from "../../src/db/database.ts";
import { volatileFields } from "../../src/merchant-operations/volatile-fields.ts";
import { type ConfirmedWork, ConfirmTokens } from "../../src/operations/confirm.ts";
import { type Change, defineOperation } from "../../src/operations/operation.ts";
import { RunState } from "../../src/operations/run-state.ts";

const [OLD, NEW] = ["an old secret of thirty-two characters", "a new secret of thirty-two characters"];
const tokensOf = (...secrets: string[]) =>
  new ConfirmTokens(new CustomerTokens(secrets).keysFor("confirm_token"), volatileFields);
const NOW = "2026-03-09T12:00:00.000Z";
const before = {
  name: "Vase",
  content: { uses: 1 },
  updated_at: NOW,
  variants: [{ id: "v", price: 5, inventory_quantity: 3 }],
};
const note = { entity: "product", id: "p", label: "vase", before, after: null };
const work: ConfirmedWork = {
  siteId: "s",
  actorId: "k",
  operation: "catalog_delete",
  args: { product: "vase", a: 1 },
  noted: [note],
  touched: [],
};

test("keys are rotated as those of customers' tokens are, and are not the same", async () => {
  const digest = await tokensOf(OLD).digestOf(work);
  const token = tokensOf(OLD).issue(digest, NOW);

  expect(tokensOf(NEW, OLD).check(token, digest, NOW)).toBe("valid");
  expect(tokensOf(NEW).check(token, digest, NOW)).toBe("mismatch");
  expect(new ConfirmTokens([Buffer.from(OLD)], volatileFields).check(token, digest, NOW)).toBe("mismatch");
  expect(new CustomerTokens([OLD]).keysFor("another")).not.toEqual(new CustomerTokens([OLD]).keysFor("confirm_token"));
});

test.each<[string, Partial<ConfirmedWork>, string]>([
  ["the order of arguments", { args: { a: 1, product: "vase" } }, "valid"],
  ["another label", { noted: [{ ...note, label: "other" }] }, "valid"],
  [
    "another stock",
    { noted: [{ ...note, before: { ...before, variants: [{ id: "v", price: 5, inventory_quantity: 9 }] } }] },
    "valid",
  ],
  ["another stamp", { noted: [{ ...note, before: { ...before, updated_at: "2026-03-09T12:01:00.000Z" } }] }, "valid"],
  ["another store", { siteId: "t" }, "mismatch"],
  ["another API key", { actorId: "l" }, "mismatch"],
  ["another operation", { operation: "products_save" }, "mismatch"],
  ["other arguments", { args: { product: "vase", a: 2 } }, "mismatch"],
  ["a further thing that stays as it is", { noted: [note, { ...note, id: "q", after: before }] }, "mismatch"],
  ["another thing", { noted: [{ ...note, id: "q" }] }, "mismatch"],
  ["a further thing", { noted: [note, { ...note, id: "q" }] }, "mismatch"],
  ["a further thing beside those noted", { touched: ["x"] }, "mismatch"],
  ["another text of a page's own", { noted: [{ ...note, before: { ...before, content: { uses: 2 } } }] }, "mismatch"],
  ["another price", { noted: [{ ...note, before: { ...before, variants: [{ id: "v", price: 6 }] } }] }, "mismatch"],
])("%s", async (_, other, expected) => {
  const tokens = tokensOf(OLD);
  const token = tokens.issue(await tokensOf(OLD).digestOf(work), NOW);

  expect(tokens.check(token, await tokensOf(OLD).digestOf({ ...work, ...other }), NOW)).toBe(expected);
});

test("what a call makes anew is known by its name: its id is another in each run", async () => {
  const tokens = tokensOf(OLD);
  const made = (id: string, label: string): Promise<Buffer> =>
    tokens.digestOf({ ...work, noted: [{ ...note, id, label, before: null, after: {} }] });
  const token = tokens.issue(await made("one", "vase"), NOW);

  expect(tokens.check(token, await made("two", "vase"), NOW)).toBe("valid");
  expect(tokens.check(token, await made("one", "lamp"), NOW)).toBe("mismatch");
});

test("other requests are served while thousands of changes are compared and digested", async () => {
  const product = (price: number) => ({
    variants: Array.from({ length: 10 }, (_, i) => ({ id: `${i}`, title: `Size ${i}`, price, inventory_quantity: i })),
  });
  const noted = Array.from({ length: 5000 }, (_, i) => ({
    ...note,
    id: `${i}`,
    before: product(1000),
    after: product(1100),
  }));

  expect(await turnsDuring(() => tokensOf(OLD).digestOf({ ...work, noted }))).toBeGreaterThan(3);
  const run = runNoting(noted);
  expect(await turnsDuring(() => run.work())).toBeGreaterThan(3);
  expect(run.changes).toHaveLength(5000);
});

/** How often others had a turn during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const others = async () => {
    for (; !isDone; turns++) await setImmediate();
  };
  const counting = others();
  await work();
  isDone = true;
  await counting;
  return turns;
}

/** A run of a tool that does nothing but note these changes. */
function runNoting(noted: Change[]): RunState {
  const tool = defineOperation({
    name: "products_change",
    title: "Change",
    description: "Changes.",
    area: "catalog",
    effect: "write",
    input: {},
    answers: Type.Object({}),
    example: {},
    run: async (call) => {
      for (const change of noted) call.changed(change);
      return { text: "Changed.", data: {} };
    },
  });
  const merchant = { id: "k", actor: "key k" as const, scopes: [], expires_at: null };
  return new RunState(tool, { id: "c", db: {} as SiteDb, merchant, maxRowsText: 0 }, {}, []);
}
