import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFile } from "../../src/cli/file.ts";
import { version } from "../../src/core/version.ts";
import { hanout, migratedFolder, newStore, onPostgres, temporaryFolder } from "../cli/hanout.ts";
import { serve } from "../cli/serve-process.ts";
import { changedAt, resealed } from "./changed.ts";

test("a backup is made while the server runs, and restored when it is stopped", { timeout: 240_000 }, async () => {
  const DATA_DIR = migratedFolder();
  const file = join(temporaryFolder(), "hanout.backup");
  await newStore("before", { DATA_DIR });
  const server = await serve({ DATA_DIR, DEMO: "never" });
  const made = await hanout(["backup", file], { DATA_DIR });
  await newStore("after", { DATA_DIR });
  const refused = await hanout(["restore", file], { DATA_DIR });
  const checked = await hanout(["restore", file, "--check"], { DATA_DIR });
  await server.stop("SIGTERM");
  const key = readFileSync(join(DATA_DIR, "customer-token.key"), "utf8");

  const restored = await hanout(["restore", file], { DATA_DIR });
  const list = await hanout(["stores", "list", "--json"], { DATA_DIR });

  expect([made.code, made.out]).toEqual([0, `Wrote the database and 0 pictures to ${file}.\n`]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("stop it, run this command")]);
  expect([checked.code, checked.out]).toEqual([0, expect.stringContaining("1 store and 0 pictures")]);
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining("Restored 1 store and 0 pictures")]);
  expect((JSON.parse(list.out) as { slug: string }[]).map(({ slug }) => slug)).toEqual(["before"]);
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith("pglite.before-"))).toHaveLength(1);
  expect(readFileSync(join(DATA_DIR, "customer-token.key"), "utf8")).toBe(key);
  expect(readdirSync(join(DATA_DIR, ".copies"))).toEqual([]);

  const elsewhere = join(temporaryFolder(), "new");
  expect((await hanout(["restore", file], { DATA_DIR: elsewhere })).code).toBe(0);
  expect((await hanout(["stores", "list"], { DATA_DIR: elsewhere })).out).toContain("before");
});

test("a backup that another PostgreSQL wrote is refused, and so is such a data folder", {
  timeout: 120_000,
}, async () => {
  const DATA_DIR = migratedFolder();
  const folder = temporaryFolder();
  await newStore("kept", { DATA_DIR });
  const file = join(folder, "other.backup");
  await hanout(["backup", file], { DATA_DIR });
  const VERSION = '{"file":"pglite/PG_VERSION","bytes":3}\n';
  writeFileSync(file, resealed(changedAt(readFileSync(file), `${VERSION}18\n`, `${VERSION}17\n`)));
  const said = "The embedded database was written by PostgreSQL 17, and this version of Hanout has PostgreSQL 18.";

  const restored = await hanout(["restore", file], { DATA_DIR });
  const left = await hanout(["stores", "list"], { DATA_DIR });
  writeFileSync(join(DATA_DIR, "pglite", "PG_VERSION"), "17\n");
  const opened = await hanout(["stores", "list"], { DATA_DIR });

  expect([restored.code, restored.err]).toEqual([1, expect.stringContaining(said)]);
  expect(restored.err).toContain(`Hanout ${version} wrote the backup.`);
  expect(left.out).toContain("kept");
  expect([opened.code, opened.err]).toEqual([1, expect.stringContaining(said)]);
});

test("a file that is no whole backup replaces nothing", { timeout: 120_000 }, async () => {
  const DATA_DIR = migratedFolder();
  const folder = temporaryFolder();
  const file = join(folder, "whole.backup");
  await newStore("kept", { DATA_DIR });
  await hanout(["backup", file], { DATA_DIR });
  const whole = readFileSync(file);
  const cut = join(folder, "cut.backup");
  writeFileSync(cut, whole.subarray(0, whole.length - 100));

  for (const [path, said] of [
    [cut, "damaged or not whole"],
    [join(folder, "missing"), "There is no file"],
  ] as const) {
    const { code, err } = await hanout(["restore", path], { DATA_DIR });
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
  }
  const again = await hanout(["backup", file], { DATA_DIR });

  expect([again.code, again.err]).toEqual([1, expect.stringContaining("is there already")]);
  expect(readFileSync(file).equals(whole)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["cut.backup", "whole.backup"]);
  expect((await hanout(["stores", "list"], { DATA_DIR })).out).toContain("kept");
  rmSync(folder, { recursive: true });
});

test("a file that came to the place meanwhile is not replaced, and nothing is left beside it", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "new.backup");
  const [first, second] = [await createFile(file), await createFile(file)];
  for (const [made, text] of [
    [first, "first"],
    [second, "second"],
  ] as const)
    await new Promise((resolve) => made.content.end(text, () => resolve(undefined)));

  await first.keep();
  await expect(second.keep()).rejects.toThrow("is there already");
  await second.discard();

  expect(readFileSync(file, "utf8")).toBe("first");
  expect(readdirSync(folder)).toEqual(["new.backup"]);
});

test.each(["backup", "restore"])("%s is not for PostgreSQL", async (command) => {
  const { code, err } = await hanout([command, join(temporaryFolder(), "file")], onPostgres);

  expect([code, err]).toEqual([1, expect.stringContaining("docs/operating/backup.md")]);
});
