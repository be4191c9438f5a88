import { defineConfig } from "vitest/config";

/** Tests of pure functions, and of the command line, which opens its own databases. */
const ONCE = ["test/unit/**/*.test.ts", "test/cli/**/*.test.ts"];
/** Tests through HTTP, on each database. */
const ON_BOTH = ["test/*.test.ts"];
/** Tests that put something in a module's place, which others must not see. */
const APART = ["test/passwords.test.ts"];
/** Tests in which one waits for another in the middle of its work: PGlite has one connection. */
const MEETING = ["test/one-after-the-other.test.ts"];
/** Stores are the isolation, so files share a process, its application and its database. */
const TOGETHER = { include: ON_BOTH, exclude: APART, isolate: false };
/** Programs of others that talk to the tool endpoint; they are installed first. */
const PEERS = { include: ["test/peers/**/*.test.ts"], globalSetup: ["test/setup/peers.ts"] };

export default defineConfig({
  test: {
    globalSetup: ["test/setup/global.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "once", include: ONCE } },
      {
        extends: true,
        test: { name: "pglite", ...TOGETHER, exclude: [...APART, ...MEETING], env: { TEST_DATABASE: "pglite" } },
      },
      { extends: true, test: { name: "postgres", ...TOGETHER, env: { TEST_DATABASE: "postgres" } } },
      { extends: true, test: { name: "pglite-apart", include: APART, env: { TEST_DATABASE: "pglite" } } },
      { extends: true, test: { name: "postgres-apart", include: APART, env: { TEST_DATABASE: "postgres" } } },
      { extends: true, test: { name: "peers", ...PEERS, env: { TEST_DATABASE: "pglite" } } },
    ],
  },
});
