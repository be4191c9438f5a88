import { defineConfig } from "vitest/config";

/** Tests of pure functions, and of the command line, which opens its own databases. */
const ONCE = ["test/unit/**/*.test.ts", "test/cli/**/*.test.ts"];
/** Tests through HTTP, on each database. */
const ON_BOTH = ["test/*.test.ts"];
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
      { extends: true, test: { name: "pglite", include: ON_BOTH, env: { TEST_DATABASE: "pglite" } } },
      { extends: true, test: { name: "postgres", include: ON_BOTH, env: { TEST_DATABASE: "postgres" } } },
      { extends: true, test: { name: "peers", ...PEERS, env: { TEST_DATABASE: "pglite" } } },
    ],
  },
});
