import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "./hanout.ts";

const run = promisify(execFile);

/** Builds dist/, as npm does before it packs. */
beforeAll(() => run(process.execPath, ["bin/prepare.js"]), 180_000);

test("the package holds the built program and its data, and no source or tests", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"]);
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = packed.files.map(({ path }) => path);

  const built = [bin(), "dist/docs/api-reference.js", "dist/third-party-licences.txt"];
  const migrations = readdirSync("migrations").map((file) => `migrations/${file}`);
  expect(paths).toEqual(expect.arrayContaining([...built, ...migrations, "package.json", "README.md", "LICENSE"]));
  expect(paths.filter((path) => /^(src|test|bench|bin|data|node_modules)\//.test(path))).toEqual([]);
});

test("a package without PGlite says how to get a database", async () => {
  const folder = temporaryFolder();
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder]);
  await run("tar", ["-xzf", `hanout-${version()}.tgz`], { cwd: folder });
  const modules = join(folder, "package", "node_modules");
  mkdirSync(modules);
  for (const name of Object.keys(manifest().dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve("node_modules", name), join(modules, name));
  }

  const listing = run(process.execPath, [join(folder, "package", bin()), "stores", "list"], { cwd: temporaryFolder() });

  const { "@electric-sql/pglite": release } = manifest().peerDependencies;
  await expect(listing).rejects.toMatchObject({
    code: 1,
    stderr: `hanout: The embedded database is not installed. Set DATABASE_URL to a PostgreSQL server, or run: npm install @electric-sql/pglite@${release}\n`,
  });
});

test("the unpacked package runs in an empty folder, and creates its database there", { timeout: 180_000 }, async () => {
  const folder = temporaryFolder();
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder]);
  await run("tar", ["-xzf", `hanout-${version()}.tgz`], { cwd: folder });
  symlinkSync(resolve("node_modules"), join(folder, "package", "node_modules"));
  const cwd = temporaryFolder();
  const hanout = join(folder, "package", bin());

  await run(process.execPath, [hanout, "stores", "create", "--slug", "mine", "--name", "Mine"], { cwd });
  const { stdout } = await run(process.execPath, [hanout, "stores", "list"], { cwd });

  expect(stdout).toContain("mine");
  expect(readdirSync(cwd)).toEqual(["data"]);
});

test("an install without development packages succeeds and says that nothing was built, and packing then fails", async () => {
  const folder = temporaryFolder();
  cpSync("bin/prepare.js", join(folder, "bin", "prepare.js"));
  const prepare = (npm_command: string) =>
    run(process.execPath, ["bin/prepare.js"], { cwd: folder, env: { ...process.env, npm_command } });

  const { stderr } = await prepare("ci");
  expect(stderr).toMatch(/^Nothing was built: esbuild is not installed\./);
  await expect(prepare("pack")).rejects.toMatchObject({ code: 1 });
});

interface Manifest {
  version: string;
  bin: { hanout: string };
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const manifest = (): Manifest => JSON.parse(readFileSync("package.json", "utf8"));
const version = (): string => manifest().version;
const bin = (): string => manifest().bin.hanout;
