import { expect, test } from "vitest";
import { Cache } from "../../src/cache/cache.ts";
import { Making } from "../../src/cache/making.ts";
import type { StoreCache } from "../../src/cache/store-cache.ts";
import { LocalChanges } from "../../src/db/changes.ts";

const NOON = Date.parse("2026-03-14T12:00:00Z");
const STORE = "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11";
const CONTENT = ["content"] as const;
const untilNoon = { parts: CONTENT, until: () => new Date(NOON).toISOString() };

function open(): { store: StoreCache; changes: LocalChanges } {
  const changes = new LocalChanges();
  const store = new Cache(1_000_000, changes).storeOf(STORE);
  if (!store) throw new Error("the memory has no room");
  return { store, changes };
}

/** A value that another request is making, and what ends that. */
function beingMade(store: StoreCache, at: number) {
  let finish = (_value: string) => {};
  const made = new Making(store, "", at).keep(
    "key",
    untilNoon,
    () => new Promise<string>((resolve) => (finish = resolve)),
  );
  return { made, finish: (value: string) => finish(value) };
}

test("a request takes what another is making, when it is true for both", async () => {
  const { store } = open();
  const { made, finish } = beingMade(store, NOON - 2);
  const taken = new Making(store, "", NOON - 1).keep("key", untilNoon, async () => "own");
  finish("of the first");

  expect(await Promise.all([made, taken])).toEqual(["of the first", "of the first"]);
});

test("a request makes its own when the time of what it waited for is over", async () => {
  const { store } = open();
  const { finish } = beingMade(store, NOON - 1);
  const later = new Making(store, "", NOON);
  const taken = later.keep("key", { parts: CONTENT }, async () => "own");
  const texts = later.keepEach("card", ["one"], { parts: CONTENT, until: null }, async () => new Map([["one", "{}"]]));
  finish("of the first");

  expect(await taken).toBe("own");
  expect((await texts).get("one")).toBe("{}");
});

test("a request makes its own when what it waited for is of a later time", async () => {
  const { store } = open();
  const { finish } = beingMade(store, NOON - 1);
  const earlier = new Making(store, "", NOON - 2).keep("key", untilNoon, async () => "own");
  finish("of the first");

  expect(await earlier).toBe("own");
  expect(store.find("key", NOON - 1)?.value).toBe("own");
});

test("nothing is kept that depends on a change that came while it was made", async () => {
  const { store, changes } = open();
  const { made, finish } = beingMade(store, NOON - 1);
  changes.publish({ siteId: STORE, parts: ["content"], productIds: [] });
  finish("before the change");

  expect(await made).toBe("before the change");
  expect(store.find("key", NOON - 1)).toBeUndefined();
});

test("nothing is kept of a product that changed while it was made", async () => {
  const { store, changes } = open();
  const makeWhileChanging = (key: string, changed: string) =>
    new Making(store, "", NOON).keep(key, { parts: [], productIds: () => ["rug"] }, async () => {
      changes.publish({ siteId: STORE, parts: [], productIds: [changed] });
      return "made";
    });
  await makeWhileChanging("while it changed", "rug");
  await makeWhileChanging("while another changed", "vase");

  expect(store.find("while it changed", NOON)).toBeUndefined();
  expect(store.find("while another changed", NOON)?.value).toBe("made");
});

test("a request does not wait for what is made by one that began before a change", async () => {
  const { store, changes } = open();
  const before = new Making(store, "", NOON - 2);
  changes.publish({ siteId: STORE, parts: ["content"], productIds: [] });
  let finish = (_value: string) => {};
  const old = before.keep("key", untilNoon, () => new Promise<string>((resolve) => (finish = resolve)));
  const taken = new Making(store, "", NOON - 1).keep("key", untilNoon, async () => "own");
  finish("before the change");

  expect(await Promise.all([old, taken])).toEqual(["before the change", "own"]);
});
