import { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { importShopifyCsv } from "../../src/imports/imports.ts";
import { eventsOf } from "../events/asking.ts";
import { tenantOf } from "../jobs/scene.ts";
import { database, openShop, type Shop } from "../support/app.ts";

const HEADER = "Handle,Title,Option1 Name,Option1 Value,Variant Price\n";
const rowOf = (name: string) => `${name},${name},Title,Default Title,10\n`;

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});

/** A file that cannot be read any further after two products. */
async function* broken(): AsyncGenerator<string> {
  yield HEADER + ["pot", "mug", "jug"].map(rowOf).join("");
  throw new Error("the disk is broken");
}

const begin = (file: Readable, dryRun = false) => importShopifyCsv(database, tenantOf(shop), file, { dryRun });
const whole = () => Readable.from([HEADER, rowOf("pot"), rowOf("mug"), rowOf("jug")]);
const told = () => eventsOf(shop, { types: ["imports.finished"] });
const counts = { updated: 0, unchanged: 0, failed: 0 };

describe("an import by the command tells", () => {
  test("that it is done, and nothing after a dry run", async () => {
    for (const dryRun of [true, false]) for await (const _ of begin(whole(), dryRun));

    expect(await told()).toMatchObject([
      { actor: "command", data: { created: 3, ...counts, state: "done", code: null } },
    ]);
  });

  test("that it was cancelled, and what it has done", async () => {
    for await (const _ of begin(whole())) break;

    expect(await told()).toMatchObject([{ data: { created: 1, ...counts, state: "cancelled", code: null } }]);
  });

  test("that it failed, why, and what it has done", async () => {
    const work = async () => {
      for await (const _ of begin(Readable.from(broken())));
    };

    await expect(work()).rejects.toThrow("the disk is broken");
    expect(await told()).toMatchObject([{ data: { created: 2, ...counts, state: "failed", code: "internal_error" } }]);
  });
});
