import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/setup/longest-first.ts";

/** The suffix of a test file says how it runs; a plain `.test.ts` goes through the public surface, on each database. */
const SUFFIXES = {
  /** Pure functions, without a database. */
  unit: "test/**/*.unit.test.ts",
  /** The command line, which opens databases of its own. */
  cli: "test/**/*.cli.test.ts",
  /** Programs of others that talk to the tool endpoint; they are installed first. */
  peers: "test/**/*.peers.test.ts",
  /** Replaces a module, which others must not see. */
  isolated: "test/**/*.isolated.test.ts",
  /** Needs a second connection, and PGlite has one. */
  postgres: "test/**/*.postgres.test.ts",
};
const { postgres: onlyPostgres, ...special } = SUFFIXES;

/** Stores are the isolation, so files share a process, its application and its database. */
const shared = (...exclude: string[]) => ({
  include: ["test/**/*.test.ts"],
  exclude: [...configDefaults.exclude, ...Object.values(special), ...exclude],
  isolate: false,
});

export default defineConfig({
  test: {
    globalSetup: ["test/support/setup/global.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "once",
          include: [SUFFIXES.unit, SUFFIXES.cli],
          globalSetup: ["test/support/setup/build.ts"],
        },
      },
      { extends: true, test: { name: "pglite", ...shared(onlyPostgres), env: { TEST_DATABASE: "pglite" } } },
      { extends: true, test: { name: "postgres", ...shared(), env: { TEST_DATABASE: "postgres" } } },
      {
        extends: true,
        test: { name: "pglite-isolated", include: [SUFFIXES.isolated], env: { TEST_DATABASE: "pglite" } },
      },
      {
        extends: true,
        test: { name: "postgres-isolated", include: [SUFFIXES.isolated], env: { TEST_DATABASE: "postgres" } },
      },
      {
        extends: true,
        test: {
          name: "peers",
          include: [SUFFIXES.peers],
          globalSetup: ["test/support/setup/peers.ts"],
          env: { TEST_DATABASE: "pglite" },
        },
      },
    ],
  },
});
