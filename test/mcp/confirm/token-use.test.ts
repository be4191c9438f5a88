import { beforeEach, describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { at, entries, runTool } from "../../support/mcp-tasks.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { call, post } from "../../support/operations.ts";
import { openFurnished, productsOf, tokenOf } from "./support.ts";

let shop: Shop;
let more: object;
beforeEach(async () => {
  shop = await openShop();
  const products = await productsOf(shop, 25, { stock: 10 });
  more = { changes: products.map((slug) => ({ variant: slug.toUpperCase(), by: 5 })) };
});

/** The numbers in stock, each once. */
const stock = async (): Promise<number[]> => {
  const { data } = await runTool(shop, "inventory_search", { limit: 100, response_format: "detailed" });
  return [...new Set<number>(data.map((row: { inventory_quantity: number }) => row.inventory_quantity))];
};

const send = (args: object, key?: string) => call(shop, "inventory_adjust", { ...more, ...args }, key);

describe("a token is used once", () => {
  test("one call after the other", async () => {
    const confirm_token = await tokenOf(shop, "inventory_adjust", more);
    const { change_id } = (await send({ confirm_token })).data;

    for (let again = 2; again <= 7; again++) {
      expect((await send({ confirm_token })).problem).toMatchObject({ code: "confirm_token_used", change_id });
    }
    const { status, body } = await post(shop, "inventory_adjust", { ...more, confirm_token });
    expect({ status, body }).toMatchObject({ status: 409, body: { code: "confirm_token_used", change_id } });
    expect(body.errors).toEqual([{ path: "confirm_token", message: "was used already" }]);
    expect(await stock()).toEqual([15]);
  });

  test("of seven calls at once", async () => {
    const confirm_token = await tokenOf(shop, "inventory_adjust", more);
    const answers = await Promise.all(Array.from({ length: 7 }, () => send({ confirm_token })));

    const [done, ...others] = answers.toSorted((one, other) => Number(!!one.problem) - Number(!!other.problem));
    expect(done?.problem).toBeUndefined();
    const used = { code: "confirm_token_used", change_id: done?.data.change_id };
    expect(others.map(({ problem }) => problem)).toMatchObject(Array.from({ length: 6 }, () => used));
    expect(await stock()).toEqual([15]);
    expect(await entries(shop, "inventory_adjust")).toHaveLength(25);
  });

  test("of two calls at once that delete the same product", async () => {
    const args = { kind: "product", item: "item-1" };
    const confirm_token = await tokenOf(shop, "catalog_delete", args);
    const answers = await Promise.all([1, 2].map(() => call(shop, "catalog_delete", { ...args, confirm_token })));

    expect(answers.map(({ problem }) => problem?.code).sort()).toEqual(["confirm_token_used", undefined]);
  });

  test("and a retry with the idempotency key of the first call gets its answer", async () => {
    const args = { confirm_token: await tokenOf(shop, "inventory_adjust", more), idempotency_key: "once" };
    const first = await send(args);
    const retry = await send(args);

    expect(retry.data).toMatchObject({ change_id: first.data.change_id, replayed: true });
    expect((await send({ ...args, idempotency_key: "another" })).problem).toMatchObject({ code: "confirm_token_used" });
    expect(await stock()).toEqual([15]);
  });

  test("however it is spelled", async () => {
    const confirm_token = await tokenOf(shop, "inventory_adjust", more);
    await send({ confirm_token });

    const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".split("");
    const spelled = [
      ...last.map((letter) => confirm_token.slice(0, -1) + letter),
      `${confirm_token}=`,
      `${confirm_token}.x`,
    ];
    for (const token of spelled) {
      expect((await send({ confirm_token: token })).problem).toMatchObject({ code: "confirm_token_used" });
    }
    expect(await stock()).toEqual([15]);
  });

  test("also where none is needed, and after its change was undone", async () => {
    const draft = { products: ["item-1"], status: "draft" };
    const confirm_token = await tokenOf(shop, "products_set_status", draft);
    const { change_id } = await runTool(shop, "products_set_status", { ...draft, confirm_token });
    await runTool(shop, "changes_undo", { changes: [change_id] });

    const again = await call(shop, "products_set_status", { ...draft, confirm_token });
    expect(again.problem).toMatchObject({ code: "confirm_token_used", change_id });
  });
});

describe("a token stays unused", () => {
  test("by a refused call", async () => {
    shop = await openFurnished();
    const page = { kind: "page", slug: "about" };
    const confirm_token = await tokenOf(shop, "content_delete", page);
    await runTool(shop, "content_save", { ...page, title: "Another" });
    const refused = await call(shop, "content_delete", { ...page, confirm_token });
    expect(refused.problem).toMatchObject({ code: "confirmation_required" });
    await runTool(shop, "content_save", { ...page, title: "About" });
    await runTool(shop, "content_delete", { ...page, confirm_token });
  });

  test("by another key, which it is not valid for", async () => {
    const key = await keyFor(shop, "catalog:write");
    const confirm_token = await tokenOf(shop, "inventory_adjust", more);
    const refused = await send({ confirm_token }, key);

    expect(refused.problem).toMatchObject({ code: "confirmation_required" });
    expect(refused.problem?.errors[0]?.message).toMatch(/API key/);
    const { data } = await send({ confirm_token });
    expect(data).toMatchObject({ change_id: expect.any(String) });
    const used = await send({ confirm_token }, key);
    expect(JSON.stringify(used)).not.toContain(data.change_id);
    expect(used.problem).toMatchObject({ code: "confirmation_required" });
    expect(await stock()).toEqual([15]);
  });
});

test("two dry runs in one millisecond have a token each, and a dry run needs none that is unused", async () => {
  const [one, other] = await at(Date.now(), () =>
    Promise.all([1, 2].map(() => tokenOf(shop, "inventory_adjust", more))),
  );
  expect(one).not.toBe(other);
  await send({ confirm_token: one });
  const { confirm_token } = await runTool(shop, "inventory_adjust", { ...more, dry_run: true, confirm_token: one });
  await send({ confirm_token });
  await send({ confirm_token: other });
  expect(await stock()).toEqual([25]);
});
