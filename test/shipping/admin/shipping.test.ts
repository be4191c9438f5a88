import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { entries } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";

const set = (shop: Parameters<typeof call>[0], rates: object[], more: object = {}) =>
  call(shop, "shipping_rates_set", { rates, ...more });

test("rates can be set by code and by name, listed for shoppers, changed and removed", async () => {
  const shop = await openShop();

  const made = await set(shop, [
    { region: "*", method: "home", price: 900 },
    { region: "Alger", method: "home", price: 400.5, free_above: 8000 },
    { region: "وهران", method: "desk", price: 300 },
    { region: "09 - Blida", method: "home", price: 0 },
  ]);
  expect(made.text).toBe("4 rates set, 0 removed.");
  const shown = async () =>
    (await shop.get("/shipping-rates")).body.data.map((rate: Record<string, unknown>) =>
      [rate.region, rate.method, rate.price, rate.free_above].join(" "),
    );
  expect(await shown()).toEqual(["9 home 0 ", "16 home 400.5 8000", "31 desk 300 ", "* home 900 "]);

  const changed = await set(shop, [
    { region: "16", method: "home", price: 450 }, // missing fields keep their values
    { region: "Oran", method: "desk", price: null },
    { region: "Oran", method: "home", price: null }, // there is no such rate
  ]);
  expect(changed.data).toMatchObject({ rates: [{ region: "16", price: 450, free_above: 8000 }], removed: ["31 desk"] });
  expect(await shown()).toEqual(["9 home 0 ", "16 home 450 8000", "* home 900 "]);
  const { data } = await call(shop, "changes_list", { of: "16 home" });
  expect(data.data[0]).toMatchObject({ before: { price: 400.5 }, after: { price: 450 } });
});

test("a dry run returns the changes without making them", async () => {
  const shop = await openShop();
  await set(shop, [{ region: "*", method: "home", price: 900 }]);

  const dry = await set(shop, [{ region: "*", method: "home", price: 100 }], { dry_run: true });

  expect(dry.data).toEqual({
    dry_run: true,
    confirm_token: expect.any(String),
    changes_count: 1,
    changes: [
      { entity: "shipping_rate", id: "* home", label: "* home", before: { price: 900 }, after: { price: 100 } },
    ],
  });
  expect((await shop.get("/shipping-rates")).body.data).toMatchObject([{ price: 900 }]);
});

test("the list can be filtered by region, and is paginated", async () => {
  const shop = await openShop();
  await set(shop, [
    { region: "*", method: "home", price: 900 },
    { region: "16", method: "home", price: 400 },
    { region: "16", method: "desk", price: 300 },
  ]);
  const list = async (args: object) => (await call(shop, "shipping_rates_list", args)).data;

  expect(await list({ region: "الجزائر" })).toMatchObject({ total: 2, data: [{ name_fr: "Alger" }, {}] });
  expect(await list({ region: "Tindouf" })).toMatchObject({ total: 0, data: [] });
  const first = await list({ limit: 2 });
  expect(first).toMatchObject({ total: 3, data: [{ method: "home" }, { method: "desk" }] });
  expect(await list({ limit: 2, cursor: first.next_cursor })).toMatchObject({
    data: [{ region: "*" }],
    next_cursor: null,
  });
});

test("invalid values are refused, with the field and the allowed values", async () => {
  const shop = await openShop();
  const good = { region: "*", method: "home", price: 1 };

  for (const [rate, path] of [
    [{ ...good, region: "Algre" }, "rates.1.region"],
    [{ ...good, region: "70" }, "rates.1.region"],
    [{ ...good, region: " " }, "rates.1.region"],
    [{ ...good, method: "drone" }, "rates.1.method"],
    [{ ...good, price: 1.234 }, "rates.1.price"],
    [{ ...good, price: -1 }, "rates.1.price"],
    [{ ...good, free_above: 0.001 }, "rates.1.free_above"],
    [good, "rates.1"],
  ] as const) {
    const { problem } = await set(shop, [good, rate]);
    expect([problem?.code, problem?.errors[0]?.path], JSON.stringify(rate)).toEqual(["invalid_value", path]);
  }
  const { problem, text } = await set(shop, [{ ...good, region: "Algre" }]);
  expect(problem?.detail).toContain("the closest are 16 (Alger)");
  expect(text).toContain("in allowed");
  expect(problem?.allowed).toContain("1 to 69");
  expect((await set(shop, [{ ...good, region: "Constantin" }])).problem?.detail).toContain("25 (Constantine)");
  expect((await call(shop, "shipping_rates_list", { region: "Paris" })).problem?.code).toBe("invalid_value");
  expect((await shop.get("/shipping-rates")).body.data).toEqual([]);
});

test("outside Algeria a region is any text; rates of another store do not change", async () => {
  const [ours, theirs] = [await openShop({ country: "FR", currency: "EUR" }), await openShop()];
  await set(theirs, [{ region: "*", method: "home", price: 5 }]);

  const made = await set(ours, [{ region: "Île-de-France", method: "home", price: 4.99 }]);
  await set(ours, [{ region: "*", method: "home", price: null }]);

  expect(made.data.rates).toMatchObject([{ region: "ile-de-france", price: 4.99 }]);
  expect((await call(ours, "shipping_rates_list", { region: "ILE-DE-FRANCE" })).data.total).toBe(1);
  expect((await theirs.get("/shipping-rates")).body.data).toMatchObject([{ region: "*", price: 5 }]);
});

test("concurrent requests that set the same rates store the rates of one request", async () => {
  const shop = await openShop();
  const prices = [100, 200, 300, 400];

  await Promise.all(
    prices.map((price) =>
      set(
        shop,
        ["home", "desk"].map((method) => ({ region: "*", method, price })),
      ),
    ),
  );

  const { body } = await shop.get("/shipping-rates");
  expect(new Set(body.data.map(({ price }: { price: number }) => price)).size).toBe(1);
  const log = (await entries(shop)).filter(({ label }) => label === "* home");
  expect(log.filter(({ before }) => before === null)).toHaveLength(1);
});
