import { expect, test } from "vitest";
import { openShop } from "../support/app.ts";

const MANY = 400;
/** More than the pool has connections. */
const ENOUGH = 20;

test("a store that is asked for much does not keep another one waiting", async () => {
  const [crowd, other] = await Promise.all([openShop(), openShop()]);
  const answered: string[] = [];
  const ask = async (shop: typeof crowd, name: string, path: string) => {
    expect((await shop.get(path)).status).toBe(200);
    answered.push(name);
  };

  // All connections are open and both keys are known, the other's last: on a busy machine either takes as long as a hundred answers.
  for (const shop of [crowd, other]) {
    await Promise.all(Array.from({ length: ENOUGH }, (_, i) => shop.get(`/products?limit=${i + 1}`)));
  }
  const crowded = Array.from({ length: MANY }, (_, i) => ask(crowd, "crowd", `/products?offset=${i}`));
  await Promise.all([...crowded, ask(other, "other", "/products?offset=1")]);

  expect(answered.indexOf("other")).toBeLessThan(MANY / 2);
});
