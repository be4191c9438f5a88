import { expect, test } from "vitest";
import { Page } from "../staff/people.ts";

test("the console is given all 69 wilayas with their communes", async () => {
  const { status, body } = await new Page().console("/wilayas");

  expect(status).toBe(200);
  expect(body.data).toHaveLength(69);
  const oran = body.data.find(({ code }: { code: string }) => code === "31");
  expect(oran).toMatchObject({ name_fr: "Oran", name_ar: "وهران" });
  expect(oran.communes).toContainEqual({ name_fr: "Bir El Djir", name_ar: "بئر الجير" });
  expect(body.data.flatMap(({ communes }: { communes: unknown[] }) => communes).length).toBeGreaterThan(1_500);
});
