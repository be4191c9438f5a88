import { expect, test } from "vitest";
import { openShop } from "../support/app.ts";

const MANY = 100;

test("a store that is asked for much does not keep another one waiting", async () => {
  const [crowd, other] = await Promise.all([openShop(), openShop()]);
  await Promise.all([crowd, other].map((shop) => shop.get("/store"))); // both keys are known
  const answered: string[] = [];
  const ask = async (shop: typeof crowd, name: string, path: string) => {
    expect((await shop.get(path)).status).toBe(200);
    answered.push(name);
  };

  const crowded = Array.from({ length: MANY }, (_, i) => ask(crowd, "crowd", `/products?offset=${i}`));
  await Promise.all([...crowded, ask(other, "other", "/products?offset=1")]);

  expect(answered.indexOf("other")).toBeLessThan(MANY / 2);
});
