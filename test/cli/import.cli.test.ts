import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hanout, newStore, onPostgres, temporaryFolder } from "./hanout.ts";

const HEADER = "Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Variant Inventory Tracker";

function csv(...rows: string[]): string {
  const path = join(temporaryFolder(), "products.csv");
  writeFileSync(path, [HEADER, ...rows].join("\n"));
  return path;
}

describe("hanout import", () => {
  test("creates products, then updates only changed ones", async () => {
    const slug = await newStore();
    const first = csv("pot,Pot,Title,Default Title,19.99,3,shopify", "mug,Mug,Title,Default Title,5,1,shopify");
    const second = csv("pot,Pot,Title,Default Title,21.50,3,shopify", "mug,Mug,Title,Default Title,5,1,shopify");

    const created = await hanout(["import", first, "--store", slug], onPostgres);
    const dry = await hanout(["import", second, "--store", slug, "--dry-run"], onPostgres);
    const updated = await hanout(["import", second, "--store", slug, "--json"], onPostgres);

    expect([created.code, created.out.trim()]).toEqual([0, "Created 2, updated 0, unchanged 0, failed 0."]);
    expect(dry.out).toContain("pot would be updated: variants");
    expect(dry.out).toContain("mug would be unchanged");
    expect(JSON.parse(updated.out)).toEqual({
      created: 0,
      updated: 1,
      unchanged: 1,
      failed: 0,
      dry_run: false,
      failures: [],
    });
  });

  test("a dry run changes nothing", async () => {
    const slug = await newStore();
    const file = csv("pot,Pot,Title,Default Title,19.99,3,shopify");

    await hanout(["import", file, "--store", slug, "--dry-run"], onPostgres);
    const { out } = await hanout(["import", file, "--store", slug], onPostgres);

    expect(out.trim()).toBe("Created 1, updated 0, unchanged 0, failed 0.");
  });

  test("reports line and reason of each bad row, imports the others, and exits with 2", async () => {
    const slug = await newStore();
    const file = csv("pot,Pot,Title,Default Title,ten,3,shopify", "mug,Mug,Title,Default Title,5,1,shopify");

    const { code, out, err } = await hanout(["import", file, "--store", slug], onPostgres);

    expect(code).toBe(2);
    expect(err.trim()).toBe('line 2, pot: the price "ten" is not an amount');
    expect(out.trim()).toBe("Created 1, updated 0, unchanged 0, failed 1.");
  });

  test("refuses a file that is missing or is no product export", async () => {
    const slug = await newStore();
    const other = join(temporaryFolder(), "other.csv");
    writeFileSync(other, "a,b\n1,2\n");

    const missing = await hanout(["import", "/no/such/file.csv", "--store", slug], onPostgres);
    const wrong = await hanout(["import", other, "--store", slug], onPostgres);

    expect([missing.code, missing.err.trim()]).toEqual([1, 'hanout: There is no file "/no/such/file.csv".']);
    expect([wrong.code, wrong.err.trim()]).toEqual([
      1,
      `hanout: ${other}: this is not a Shopify product export: it has no column Handle, Title, Variant Price`,
    ]);
  });
});
