import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hanout, migratedFolder, temporaryFolder } from "./hanout.ts";

const run = promisify(execFile);

/** Built by `test/support/setup/build.ts`. */
const BUILT = "./dist-test";

test("the package holds the built program and its data, and no source or tests", async () => {
  const { stdout } = await run("npm", ["pack", BUILT, "--dry-run", "--json"]);
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = packed.files.map(({ path }) => path);

  const built = [manifest().bin.hanout, "cli/picture-process.js", "docs/api-reference.js", "third-party-licences.txt"];
  const migrations = readdirSync("migrations").map((file) => `migrations/${file}`);
  expect(paths).toEqual(expect.arrayContaining([...built, ...migrations, "package.json", "README.md", "LICENSE"]));
  expect(paths.filter((path) => /^(src|test|bench|bin|data|node_modules)\//.test(path))).toEqual([]);
});

test("npm install of the package adds nothing but what has native binaries", () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest();

  expect(Object.keys(dependencies)).toEqual(["@node-rs/argon2", "fs-native-extensions"]);
  const optional = ["@electric-sql/pglite", "sharp", "@aws-sdk/client-s3"];
  expect(Object.keys(peerDependencies)).toEqual(optional);
  expect(peerDependenciesMeta).toEqual(Object.fromEntries(optional.map((name) => [name, { optional: true }])));
});

test("what is built in or installed with the program is in the dependencies, so npm audit --omit=dev sees it", () => {
  const locked = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockedPackage> };
  const dependencies = Object.entries(locked.packages).filter(([, { dev }]) => !dev);
  const seen = new Set(dependencies.map(([path, { version }]) => `${path.split("node_modules/").at(-1)} ${version}`));

  const outside = Object.entries({ ...manifest().dependencies, ...manifest().peerDependencies });
  const inside = readFileSync(join(BUILT, "third-party-licences.txt"), "utf8").matchAll(/^(\S+ \d\S*) \(.*\)$/gm);
  const used = [...outside.map((entry) => entry.join(" ")), ...[...inside].map(([, name]) => name)];
  expect(used).toEqual(expect.arrayContaining([expect.stringMatching(/^fastify \d/), expect.stringMatching(/^pg \d/)]));
  expect(used.filter((one) => !seen.has(one ?? ""))).toEqual([]);
});

test("a package without PGlite says how to get a database, and finds no fault with a backup", {
  timeout: 120_000,
}, async () => {
  const { entry, modules } = await unpack();
  mkdirSync(modules);
  for (const name of Object.keys(manifest().dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve("node_modules", name), join(modules, name));
  }
  const backup = join(temporaryFolder(), "hanout.backup");
  await hanout(["backup", backup], { DATA_DIR: migratedFolder() });
  const { "@electric-sql/pglite": release } = manifest().peerDependencies;

  for (const command of [
    ["stores", "list"],
    ["restore", backup],
  ]) {
    const { code, stderr } = await run(process.execPath, [entry, ...command], { cwd: temporaryFolder() }).catch(
      (error) => error,
    );
    expect([code, stderr.split("\n").at(-2)]).toEqual([
      1,
      `hanout: The embedded database is not installed. Set DATABASE_URL to a PostgreSQL server, or run: npm install @electric-sql/pglite@${release}`,
    ]);
  }
});

test("the unpacked package runs in an empty folder, and creates its database there", { timeout: 180_000 }, async () => {
  const { entry, modules } = await unpack();
  symlinkSync(resolve("node_modules"), modules);
  const cwd = temporaryFolder();

  await run(process.execPath, [entry, "stores", "create", "--slug", "mine", "--name", "Mine"], { cwd });
  const { stdout } = await run(process.execPath, [entry, "stores", "list"], { cwd });

  expect(stdout).toContain("mine");
  expect(readdirSync(cwd)).toEqual(["data"]);
});

test("an install without development packages succeeds and says that nothing was built", async () => {
  const { stderr } = await prepareElsewhere("ci");

  expect(stderr).toMatch(/^Nothing was built: esbuild is not installed\./);
});

test("npm pack of the repository is refused, and says what to pack", async () => {
  await expect(prepareElsewhere("pack")).rejects.toMatchObject({
    code: 1,
    stderr: "The package is dist/. Run: npm run build && npm pack ./dist\n",
  });
});

/** Packs the package and unpacks it in a folder of its own. `modules`: where its dependencies belong; it does not exist. */
async function unpack(): Promise<{ entry: string; modules: string }> {
  const folder = temporaryFolder();
  await run("npm", ["pack", BUILT, "--pack-destination", folder]);
  await run("tar", ["-xzf", `hanout-${manifest().version}.tgz`], { cwd: folder });
  const packed = join(folder, "package");
  return { entry: join(packed, manifest().bin.hanout), modules: join(packed, "node_modules") };
}

/** Runs what npm runs before it packs and after an install, in a folder without packages. */
function prepareElsewhere(npm_command: string): Promise<{ stderr: string }> {
  const folder = temporaryFolder();
  cpSync("bin/prepare.js", join(folder, "bin", "prepare.js"));
  return run(process.execPath, ["bin/prepare.js"], { cwd: folder, env: { ...process.env, npm_command } });
}

interface Manifest {
  version: string;
  bin: { hanout: string };
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, unknown>;
}

interface LockedPackage {
  version: string;
  dev?: boolean;
}

/** That of the package. */
const manifest = (): Manifest => JSON.parse(readFileSync(join(BUILT, "package.json"), "utf8"));
