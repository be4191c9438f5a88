import { type ChildProcess, spawn } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import { ENTRY, hanout, migratedFolder, newSlug, newStore, onPostgres, type Run, spawnHanout } from "./hanout.ts";
import { csv, fileOf, LARGE, largeFile, PROGRESS, runUntil } from "./importing.ts";
import { serve } from "./serve-process.ts";

/** The first line; what the store still lacks follows. */
const summaryOf = (out: string): string | undefined => out.split("\n")[0];

/** Interrupts an import once it has told its progress, and waits for its end. */
const interrupted = (child: ChildProcess, interrupt: () => void = () => child.kill("SIGINT")): Promise<Run> =>
  runUntil(child, PROGRESS, interrupt);

async function besideServer(): Promise<{ DATA_DIR: string }> {
  const DATA_DIR = migratedFolder();
  const server = await serve({ DATA_DIR, DEMO: "never" });
  onTestFinished(async () => void (await server.stop("SIGTERM")));
  return { DATA_DIR };
}

describe("hanout import", () => {
  test("creates products, then updates only changed ones", async () => {
    const slug = await newStore();
    const first = csv("pot,Pot,Title,Default Title,19.99,3,shopify", "mug,Mug,Title,Default Title,5,1,shopify");
    const second = csv("pot,Pot,Title,Default Title,21.50,3,shopify", "mug,Mug,Title,Default Title,5,1,shopify");

    const created = await hanout(["import", first, "--store", slug], onPostgres);
    const dry = await hanout(["import", second, "--store", slug, "--dry-run"], onPostgres);
    const updated = await hanout(["import", second, "--store", slug, "--json"], onPostgres);

    expect([created.code, summaryOf(created.out)]).toEqual([0, "Created 2, updated 0, unchanged 0, failed 0."]);
    expect(dry.out).toContain("pot would be updated: variants");
    expect(dry.out).toContain("mug would be unchanged");
    expect(JSON.parse(updated.out)).toEqual({
      created: 0,
      updated: 1,
      unchanged: 1,
      failed: 0,
      dry_run: false,
      failures: [],
      checklist: ["delivery_prices", "menus", "collections"].map((missing) => expect.objectContaining({ missing })),
    });
  });

  test("a dry run changes nothing", async () => {
    const slug = await newStore();
    const file = csv("pot,Pot,Title,Default Title,19.99,3,shopify");

    await hanout(["import", file, "--store", slug, "--dry-run"], onPostgres);
    const { out } = await hanout(["import", file, "--store", slug], onPostgres);

    expect(summaryOf(out)).toBe("Created 1, updated 0, unchanged 0, failed 0.");
  });

  test("reports line and reason of each bad row, imports the others, and exits with 2", async () => {
    const slug = await newStore();
    const file = csv("pot,Pot,Title,Default Title,ten,3,shopify", "mug,Mug,Title,Default Title,5,1,shopify");

    const { code, out, err } = await hanout(["import", file, "--store", slug], onPostgres);

    expect(code).toBe(2);
    expect(err.trim()).toBe('line 2, pot: the price "ten" is not an amount');
    expect(summaryOf(out)).toBe("Created 1, updated 0, unchanged 0, failed 1.");
  });

  test("says what the store still lacks, and nothing of it in a dry run", async () => {
    const slug = await newStore();
    const file = csv("pot,Pot,Title,Default Title,19.99,3,shopify");

    const dry = await hanout(["import", file, "--store", slug, "--dry-run"], onPostgres);
    const { out } = await hanout(["import", file, "--store", slug], onPostgres);

    expect(dry.out).not.toContain("Still missing");
    expect(out).toMatch(/Still missing.*:\n {2}delivery prices {2}Every delivery is free/);
    expect(out).not.toContain("no product is active");
  });

  test.each([
    ["semicolons", ";"],
    ["tabs", "\t"],
  ])("reads a file with %s and decimal commas", async (_, separator) => {
    const slug = await newStore();
    const header = ["Handle", "Title", "Option1 Name", "Option1 Value", "Variant Price", "Variant Inventory Qty"];
    const row = ["pot", "Pot, big", "Title", "Default Title", "19,99", "3", "shopify"];
    const lines = [[...header, "Variant Inventory Tracker"], row].map((cells) => cells.join(separator));
    const path = fileOf(lines.join("\r\n"));
    const same = csv('pot,"Pot, big",Title,Default Title,19.99,3,shopify');

    const created = await hanout(["import", path, "--store", slug], onPostgres);
    const again = await hanout(["import", same, "--store", slug], onPostgres);

    expect(summaryOf(created.out)).toBe("Created 1, updated 0, unchanged 0, failed 0.");
    expect(summaryOf(again.out)).toBe("Created 0, updated 0, unchanged 1, failed 0.");
  });

  test("tells its progress in lines when there is no terminal", async () => {
    const slug = await newStore();

    const { err } = await hanout(["import", largeFile(), "--store", slug], onPostgres);

    expect(err).not.toContain("\r");
    const lines = err.trim().split("\n");
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line).toMatch(/^Importing: [1-9]0 % \(\d\.\d of 2\.5 MB, \d+ products\)$/);
  });

  test("says after Ctrl-C what was done and how to go on", async () => {
    const slug = await newStore();
    const file = largeFile();

    const { code, out } = await interrupted(spawnHanout(["import", file, "--store", slug], onPostgres));
    const again = await hanout(["import", file, "--store", slug], onPostgres);

    expect(code).toBe(130);
    const [, created = ""] = /^Created (\d+), updated 0, unchanged 0, failed 0\.\nInterrupted\./.exec(out) ?? [];
    expect(Number(created)).toBeGreaterThan(0);
    expect(Number(created)).toBeLessThan(LARGE);
    expect(out).toContain("Run the same command to go on");
    expect(summaryOf(again.out)).toBe(`Created ${LARGE - Number(created)}, updated 0, unchanged ${created}, failed 0.`);
  });

  test.runIf(process.platform === "linux").each([
    ["on PostgreSQL", async () => onPostgres],
    ["beside a server", besideServer],
  ])("shows a bar on its terminal, and leaves it as it was after Ctrl-C, %s", async (_, start) => {
    const environment = await start();
    const slug = await newStore(newSlug(), environment);
    const command = [process.execPath, ENTRY, "import", largeFile(), "--store", slug].join(" ");
    const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
      env: { PATH: process.env.PATH, ...environment },
    });

    const { code, out } = await interrupted(child, () => child.stdin.write("\x03"));

    expect(code).toBe(130);
    expect(out).toMatch(/Importing █+/);
    const [hidden, shown] = [out.lastIndexOf("\x1b[?25l"), out.lastIndexOf("\x1b[?25h")];
    const [cut, wrapped] = [out.lastIndexOf("\x1b[?7l"), out.lastIndexOf("\x1b[?7h")];
    expect([hidden >= 0, hidden < shown, cut >= 0, cut < wrapped]).toEqual([true, true, true, true]);
    expect(out.slice(wrapped)).toContain("Interrupted.");
  });

  test("refuses a file that is missing, a folder or no product export", async () => {
    const slug = await newStore();
    const other = fileOf("a,b", "1,2");

    const missing = await hanout(["import", "/no/such/file.csv", "--store", slug], onPostgres);
    const wrong = await hanout(["import", other, "--store", slug], onPostgres);
    const folder = await hanout(["import", "/tmp", "--store", slug], onPostgres);

    expect([missing.code, missing.err.trim()]).toEqual([1, 'hanout: There is no file "/no/such/file.csv".']);
    expect([folder.code, folder.err.trim()]).toEqual([1, 'hanout: "/tmp" is a folder.']);
    expect([wrong.code, wrong.err.trim()]).toEqual([
      1,
      `hanout: ${other}: this is not a Shopify product export: it has no column Handle, Title, Variant Price`,
    ]);
  });
});
