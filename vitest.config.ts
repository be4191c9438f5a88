import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/setup/longest-first.ts";
import { NOT_QUICK } from "./test/support/setup/not-quick.ts";
import { longRandomRuns, RandomSummary } from "./test/support/setup/random-summary.ts";

/** The suffix of a test file says how it runs; a plain `.test.ts` goes through the public surface, on PostgreSQL. */
const SUFFIXES = {
  /** Without the application and its database. They run in the project of PostgreSQL, to share its processes. */
  unit: "test/**/*.unit.test.ts",
  /** The command line, which opens databases of its own. */
  cli: "test/**/*.cli.test.ts",
  /** Programs of others that talk to the tool endpoint; they are installed first. */
  peers: "test/**/*.peers.test.ts",
  /** Replaces a module, which others must not see. */
  isolated: "test/**/*.isolated.test.ts",
  /** The starter's shop in a browser: it is installed, built and started first. */
  storefront: "test/**/*.storefront.test.ts",
  /** Needs a second connection, and PGlite has one. */
  postgres: "test/**/*.postgres.test.ts",
};
const special = [SUFFIXES.cli, SUFFIXES.peers, SUFFIXES.isolated, SUFFIXES.storefront];

/** What can differ on the embedded database, and so runs there as well. */
const ON_PGLITE = [
  "test/db/**/*.test.ts", // the driver, transactions
  "test/catalog/search/*.test.ts",
  "test/orders/*.test.ts", // placing orders
  "test/jobs/{again,clearing,left-carts,runner}.test.ts", // claims, leases, functions of the owner
  "test/events/numbering.test.ts", // claims, functions of the owner
  "test/tenants/*.test.ts", // functions of the owner
  "test/events/stream.test.ts", // a function of the owner
  "test/webhooks/delivery.test.ts", // jobs, bytea, a function of the owner
  "test/concurrency/{checkout.property,order-faults,races,concurrent-product-upsert}.test.ts",
  "test/whole/{database-failures,row-level-security}.test.ts",
  "test/people/columns.test.ts", // compares the declared columns with the database
  "test/whole/every-route.test.ts",
  "test/operations/every-operation.test.ts",
  "test/client/{shopping-trip,merchants-day}.test.ts",
];

const onPostgres = { TEST_DATABASE: "postgres" };
const excluding = (files: string[]) => [...configDefaults.exclude, ...files];

const postgres = (without: string[]) => ({
  extends: true as const,
  test: {
    name: "postgres",
    include: ["test/**/*.test.ts"],
    exclude: excluding([...special, ...without]),
    env: onPostgres,
  },
});
const pglite = {
  extends: true as const,
  test: {
    name: "pglite",
    include: ON_PGLITE,
    exclude: excluding([...special, SUFFIXES.unit, SUFFIXES.postgres]),
    env: { TEST_DATABASE: "pglite" },
  },
};
/** Those of what a newer Node may change in PGlite. */
const drivers = { ...pglite, test: { ...pglite.test, include: ["test/db/**/*.test.ts"] } };
const isolated = {
  extends: true as const,
  test: { name: "isolated", include: [SUFFIXES.isolated], isolate: true, env: onPostgres },
};
const cli = {
  extends: true as const,
  test: { name: "cli", include: [SUFFIXES.cli], globalSetup: ["test/support/setup/build.ts"], env: onPostgres },
};
const peers = {
  extends: true as const,
  test: { name: "peers", include: [SUFFIXES.peers], globalSetup: ["test/support/setup/peers.ts"], env: onPostgres },
};
const storefront = {
  extends: true as const,
  test: {
    name: "storefront",
    include: [SUFFIXES.storefront],
    globalSetup: ["test/support/setup/storefront.ts"],
    fileParallelism: false, // browsers, beside the shop and its server
  },
};

export default defineConfig(({ mode }) => {
  const isLong = mode === "long";
  return {
    test: {
      globalSetup: mode === "storefront" ? [] : ["test/support/setup/global.ts"],
      env: isLong ? longRandomRuns() : {},
      reporters: isLong ? [new RandomSummary()] : ["default"],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      maxWorkers: 3, // one more than CI has processors: a worker waits a fifth of its time for databases, browsers and clocks
      sequence: { sequencer: LongestFirst },
      experimental: { fsModuleCache: true }, // what is transformed once serves all projects, and the next run
      isolate: false, // stores are the isolation, so files share a process, its application and its database
      coverage: {
        provider: "v8",
        include: ["src/**"],
        reporter: ["text-summary", "json-summary"],
        reportOnFailure: true,
      },
      projects:
        mode === "storefront"
          ? [storefront]
          : mode === "quick"
            ? [postgres(NOT_QUICK)]
            : mode === "newer-node"
              ? [postgres(NOT_QUICK), drivers]
              : [isolated, postgres([]), pglite, cli, peers],
    },
  };
});
