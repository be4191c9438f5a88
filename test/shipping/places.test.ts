import { beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { post } from "../support/operations.ts";

let shop: Shop;
let abroad: Shop;
beforeAll(async () => {
  shop = await openShop();
  abroad = await openShop({ currency: "EUR", country: "FR" });
});

test("all wilayas are listed, also in a store without delivery rates", async () => {
  const { status, body } = await post(shop, "wilayas_list");

  expect([status, body.data.length]).toEqual([200, 69]);
  expect(body.data[15]).toEqual({ code: "16", name_fr: "Alger", name_ar: "الجزائر" });
});

test("the communes of every wilaya are listed, by its name and its code", async () => {
  const { body } = await post(shop, "wilayas_list");
  const seen = new Set<string>();
  for (const { code, name_fr } of body.data) {
    const communes = (await post(shop, "communes_list", { wilaya: name_fr })).body.data;
    expect(communes, code).toEqual((await post(shop, "communes_list", { wilaya: code })).body.data);
    expect(communes.length, code).toBeGreaterThan(0);
    for (const commune of communes) {
      expect(commune).toEqual({
        name_fr: expect.stringMatching(/^\S.*\S$/),
        name_ar: expect.stringMatching(/^\S.*\S$/),
      });
      seen.add(`${code} ${commune.name_fr}`);
    }
  }
  expect(seen.size).toBe(1541);
});

test("what names no wilaya is refused with the closest", async () => {
  const { status, body } = await post(shop, "communes_list", { wilaya: "Algre" });

  expect([status, body.code, body.errors[0].path]).toEqual([422, "invalid_value", "wilaya"]);
  expect(body.errors[0].message).toContain("16 (Alger)");
});

test("a store outside Algeria has none, whatever its region is called", async () => {
  expect((await post(abroad, "wilayas_list")).body).toEqual({ data: [] });
  expect((await post(abroad, "communes_list", { wilaya: "Bretagne" })).body).toEqual({ data: [] });
});
