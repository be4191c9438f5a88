import { expect, test } from "vitest";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { keyring, openShop, type Shop, tokens } from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { call } from "../support/operations.ts";
import { personOf } from "./people.ts";

// The owner of one store, who is a viewer of another one, names things of the other in every argument of every operation.

const MARK = "Theirsonly";

/** A store with a product, an order, a customer and a page, whose texts say whose they are; and their names, by kind. */
async function openMarked(): Promise<{ shop: Shop; names: Record<string, string> }> {
  const shop = await openShop();
  const { id: product } = await shop.product({ slug: "theirs", name: MARK, vendor: MARK, tags: [MARK] });
  const { id: customer } = await customerOf(shop, { full_name: MARK });
  const buyer = { customer_name: MARK, customer_phone: "0550123456" };
  const order = (await call(shop, "orders_create", { items: [{ item: product, quantity: 1 }], ...buyer })).data;
  await call(shop, "content_save", { kind: "page", slug: "theirs", title: MARK, body: MARK });
  const [change] = (await call(shop, "changes_list", {})).data.data;
  return { shop, names: { product, order: order.order_number, customer, change: change.change_id } };
}

/** Arguments that name one of these things where a text is taken, the others as in the example. */
function* attacks({ input, example }: Operation, names: Record<string, string>) {
  for (const [argument, { type, items }] of Object.entries(input.properties) as [string, Json][]) {
    const kind = Object.keys(names).find((one) => argument.includes(one)) ?? "product";
    if (type === "string" || type === undefined) yield { ...example, [argument]: names[kind] };
    else if (type === "array" && items?.type === "string") yield { ...example, [argument]: [names[kind]] };
  }
}
interface Json {
  type?: string;
  items?: { type?: string };
}

test("a person of two stores reaches nothing of the one through the other", async () => {
  const mine = await openShop();
  const { shop: theirs, names } = await openMarked();
  const { page, email } = await personOf(mine, "owner");
  await personOf(theirs, "viewer", { email });
  const logged = async () => (await call(theirs, "changes_list", { response_format: "detailed" })).data;
  const before = await logged();

  let tried = 0;
  for (const operation of merchantOperations(keyring, tokens)) {
    if (operation.name === "webhooks_save") continue; // it looks up names
    for (const args of attacks(operation, names)) {
      const { status, body } = await page.run(mine, operation.name, args);
      tried++;
      expect(status, operation.name).toBeLessThan(500);
      expect(JSON.stringify(body), `${operation.name} ${JSON.stringify(args)}`).not.toContain(MARK);
    }
  }

  expect(tried).toBeGreaterThan(150);
  expect(await logged()).toEqual(before);
  expect(JSON.stringify((await page.run(theirs, "products_get", { product: "theirs" })).body)).toContain(MARK);
});
