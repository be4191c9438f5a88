import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { SCOPES } from "../../src/core/scopes.ts";
import { lockFolder } from "../../src/db/pglite/folder-lock.ts";
import {
  ENTRY,
  hanout,
  migratedFolder,
  newSlug,
  newStore,
  onPostgres,
  spawnHanout,
  temporaryFolder,
} from "./hanout.ts";

/** How the tests start the program, so that its hints name commands that work. */
const STARTED = `node ${relative("", ENTRY)}`;

describe("hanout --help", () => {
  test.each([
    ["serve"],
    ["migrate"],
    ["stores", "create"],
    ["stores", "list"],
    ["stores", "show"],
    ["stores", "suspend"],
    ["stores", "resume"],
    ["stores", "delete"],
    ["stores", "use"],
    ["doctor"],
    ["keys", "create"],
    ["keys", "list"],
    ["keys", "revoke"],
    ["import"],
    ["pictures"],
    ["jobs"],
    ["demo"],
    ["citus"],
  ])("%s %s explains the command with an example", async (...command) => {
    const { code, out } = await hanout([...command, "--help"]);

    expect(code).toBe(0);
    expect(out).toMatch(/Usage: hanout/);
    expect(out).toMatch(/Examples?:\n {2}.*hanout/);
  });

  test("an unknown command is refused", async () => {
    const { code, err } = await hanout(["sell"]);

    expect(code).not.toBe(0);
    expect(err).toContain("unknown command 'sell'");
  });
});

describe("hanout stores", () => {
  test("create makes a store with two keys, and prints JSON for programs", async () => {
    const slug = newSlug();

    const { code, out } = await hanout(["stores", "create", "--slug", slug, "--name", "Mine", "--json"], onPostgres);

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      slug,
      name: "Mine",
      currency: "DZD",
      country: "DZ",
      secret_key: expect.stringMatching(/^sk_.{32,}$/),
      publishable_key: expect.stringMatching(/^pk_.{32,}$/),
    });
  });

  test("create says what the store still lacks", async () => {
    const create = ["stores", "create", "--slug", newSlug(), "--name", "Mine"];

    const { out } = await hanout(create, onPostgres);

    const [, list = ""] = out.split("Still missing");
    expect([...list.matchAll(/^ {2}(\w+(?: \w+)?) {2}/gm)].map(([, missing]) => missing)).toEqual([
      "products",
      "delivery prices",
      "menus",
      "collections",
    ]);
    expect(list).toContain(`${STARTED} import products_export.csv --store`);
  });

  test.each([
    [["--country", "FR"], "Europe/Paris"],
    [["--country", "FR", "--time-zone", "indian/reunion"], "Indian/Reunion"],
  ])("create with %j makes a store in the time zone %s", async (options, time_zone) => {
    const slug = newSlug();

    const made = await hanout(["stores", "create", "--slug", slug, "--name", "N", "--json", ...options], onPostgres);
    const listed = await hanout(["stores", "list", "--json"], onPostgres);

    expect(JSON.parse(made.out)).toMatchObject({ slug, time_zone });
    expect(JSON.parse(listed.out)).toContainEqual(expect.objectContaining({ slug, time_zone }));
  });

  test("create refuses a taken slug, and an invalid slug, currency, country, time zone or language", async () => {
    const slug = await newStore();
    const create = (...args: string[]) => hanout(["stores", "create", "--name", "N", ...args], onPostgres);

    for (const [run, sentence] of [
      [create("--slug", slug), `The store "${slug}" already exists.`],
      [create("--slug", "My Shop"), '--slug "My Shop" is not'],
      [create("--slug", "a", "--currency", "XXZ"), '--currency "XXZ" is not a currency'],
      [create("--slug", "a", "--country", "Algeria"), '--country "ALGERIA" is not two letters'],
      [
        create("--slug", "a", "--time-zone", "Paris"),
        '--time-zone "Paris": time_zone must be an IANA time zone, like Europe/Paris',
      ],
      [create("--slug", "a", "--locale", "x"), '--locale "x" is not a language tag'],
    ] as const) {
      const { code, err } = await run;
      expect(code).toBe(1);
      expect(err).toContain(sentence);
      expect(err).not.toContain("    at ");
    }
  });

  test("list shows stores, as a table and as JSON", async () => {
    const slug = await newStore();

    const table = await hanout(["stores", "list"], onPostgres);
    const json = await hanout(["stores", "list", "--json"], onPostgres);

    expect(table.out).toContain(slug);
    expect(JSON.parse(json.out)).toContainEqual(expect.objectContaining({ slug, currency: "EUR" }));
  });
});

describe("hanout keys", () => {
  test("create, list and revoke manage a key, which is shown only once", async () => {
    const slug = await newStore();

    const made = await hanout(
      ["keys", "create", "--store", slug, "--kind", "secret", "--name", "Warehouse", "--json"],
      onPostgres,
    );
    const { key, id } = JSON.parse(made.out) as { key: string; id: string };
    const revoked = await hanout(["keys", "revoke", key.slice(0, 11), "--store", slug], onPostgres);
    const listed = await hanout(["keys", "list", "--store", slug, "--json"], onPostgres);

    expect(key).toMatch(/^sk_/);
    expect(revoked.out).toContain("Revoked sk_");
    expect(listed.out).not.toContain(key);
    const keys = JSON.parse(listed.out) as { id: string; revoked_at: string | null }[];
    expect(keys).toHaveLength(3);
    expect(keys.filter(({ revoked_at }) => revoked_at).map((one) => one.id)).toEqual([id]);
  });

  test("create makes a key that works through its last day in the store's time zone", async () => {
    const slug = newSlug();
    await hanout(["stores", "create", "--slug", slug, "--name", "N", "--country", "FR"], onPostgres);
    const until = async (expires: string) => {
      const { out } = await hanout(["keys", "create", "--store", slug, "--expires", expires, "--json"], onPostgres);
      return (JSON.parse(out) as { expires_at: string }).expires_at;
    };

    expect(await until("2999-07-31")).toBe("2999-07-31T22:00:00.000Z");
    expect(await until("2999-07-31T12:00")).toBe("2999-07-31T10:00:00.000Z");
    expect(await until("2999-07-31T12:00:00Z")).toBe("2999-07-31T12:00:00.000Z");
  });

  test("create gives a secret key the requested scopes, or all by default", async () => {
    const slug = await newStore();
    const create = async (...args: string[]) => {
      const { out } = await hanout(["keys", "create", "--store", slug, "--json", ...args], onPostgres);
      return JSON.parse(out) as { scopes: string[] };
    };

    const some = await create("--kind", "secret", "--scopes", "reports:read, orders:read,reports:read");
    const all = await create("--kind", "secret");
    const none = await create("--kind", "publishable");
    const table = await hanout(["keys", "list", "--store", slug], onPostgres);

    expect(some.scopes).toEqual(["reports:read", "orders:read"]);
    expect(all.scopes).toEqual(SCOPES);
    expect(none.scopes).toEqual([]);
    expect(table.out).toContain("orders:read, reports:read");
  });

  test("list fits 100 columns, with a long name, many scopes and an end", async () => {
    const slug = await newStore();
    const scopes = SCOPES.slice(1).join(",");
    const name = "A key for the accountant and the call centre";
    const create = ["keys", "create", "--store", slug, "--kind", "secret", "--name", name, "--scopes", scopes];
    await hanout([...create, "--expires", "2999-12-30"], onPostgres);

    const { out } = await hanout(["keys", "list", "--store", slug], onPostgres);

    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const shown of [...SCOPES.slice(1), "all", "active", "expires", "2999-12-3"]) expect(out).toContain(shown);
  });

  test("refuse unknown and reserved scopes, and scopes of a publishable key", async () => {
    const create = (...args: string[]) => hanout(["keys", "create", "--store", "any", ...args], onPostgres);

    const runs = [
      await create("--kind", "secret", "--scopes", "orders:read,everything"),
      await create("--kind", "secret", "--scopes", "staff:read"),
      await create("--kind", "publishable", "--scopes", "orders:read"),
    ];

    expect(runs.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(runs.map(({ err }) => err.trim())).toEqual([
      `hanout: --scopes "everything" is unknown; the scopes are: ${SCOPES.join(", ")}.`,
      'hanout: --scopes "staff:read" is for people who work in the store.',
      "hanout: --scopes is for secret keys; a publishable key has no scopes.",
    ]);
  });

  test("refuse an unknown store or key and an invalid date", async () => {
    const slug = await newStore();

    const runs = await Promise.all([
      hanout(["keys", "list", "--store", "no-such-store"], onPostgres),
      hanout(["keys", "revoke", "pk_nothing", "--store", slug], onPostgres),
      hanout(["keys", "create", "--store", slug, "--expires", "yesterday"], onPostgres),
      hanout(["keys", "create", "--store", slug, "--expires", "2020-01-01"], onPostgres),
    ]);

    expect(runs.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(runs.map(({ err }) => err.trim())).toEqual([
      `hanout: There is no store "no-such-store". "${STARTED} stores list" shows all stores.`,
      `hanout: This store has no key "pk_nothing". "${STARTED} keys list --store ${slug}" shows the keys.`,
      'hanout: --expires "yesterday" is not a date, like 2027-01-31.',
      'hanout: --expires "2020-01-01" is in the past.',
    ]);
  });
});

/** Beside each other: one of them waits for half a minute. */
describe.concurrent("the embedded database", { timeout: 180_000 }, () => {
  test("is created, migrated and kept in the data folder, with demo keys that only the owner can read", async () => {
    const DATA_DIR = temporaryFolder();

    const migrated = await hanout(["migrate"], { DATA_DIR });
    const again = await hanout(["migrate", "--json"], { DATA_DIR });
    const demo = await hanout(["demo", "--json"], { DATA_DIR });

    expect(migrated.err).toBe(`Making a database in ${join(DATA_DIR, "pglite")} …\nMigrating the database …\n`);
    expect(migrated.out).toContain("Applied: 0001 start");
    expect(again.err).toBe("");
    expect(JSON.parse(again.out)).toEqual({ applied: [] });
    const { stores } = JSON.parse(demo.out) as { stores: { slug: string }[] };
    expect(stores.map(({ slug }) => slug)).toEqual(["dar-el-bahdja", "atelier-nord"]);
    const file = join(DATA_DIR, "demo.json");
    expect(JSON.parse(readFileSync(file, "utf8")).stores).toEqual(stores);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("accepts one process at a time: a command waits for another one to end", async () => {
    const DATA_DIR = migratedFolder();
    const unlock = lockFolder(join(DATA_DIR, "pglite"));

    const child = spawnHanout(["stores", "list"], { DATA_DIR });
    const [told] = await once(child.stderr, "data");
    unlock();

    expect(String(told)).toBe("Waiting for the process that uses the data folder …\n");
    expect(await once(child, "close")).toEqual([0, null]);
  });

  test("accepts one process at a time: a command that waits in vain says what to do", async () => {
    const DATA_DIR = migratedFolder();
    const unlock = lockFolder(join(DATA_DIR, "pglite"));

    const { code, err } = await hanout(["stores", "list"], { DATA_DIR });
    unlock();

    expect(code).toBe(1);
    expect(err).toMatch(
      /^Waiting .*\nhanout: The data folder .* is in use by another Hanout process, and the embedded database accepts one: stop that one first/,
    );
  });

  test("stores any number of generated products, the same ones every time", async () => {
    const DATA_DIR = migratedFolder();

    const made = await hanout(["demo", "--products", "7", "--stores", "2", "--json"], { DATA_DIR });
    const again = await hanout(["demo", "--products", "7", "--stores", "2"], { DATA_DIR });
    const stores = await hanout(["stores", "list", "--json"], { DATA_DIR });

    expect(JSON.parse(made.out)).toEqual({ products: 7, stores: 2 });
    expect(again.out).toContain("There are 7 products in 2 stores");
    expect((JSON.parse(stores.out) as { slug: string }[]).map(({ slug }) => slug)).toEqual(["load-1", "load-2"]);
  });
});

describe("a database that cannot be used", () => {
  test("is reported in one sentence, without the password", async () => {
    const { code, err } = await hanout(["stores", "list"], { DATABASE_URL: "postgres://me:hush@127.0.0.1:1/none" });

    expect(code).toBe(1);
    expect(err.trim()).toMatch(
      /^hanout: The database at postgres:\/\/me@127\.0\.0\.1:1\/none cannot be used: .*ECONNREFUSED/,
    );
    expect(err).not.toContain("hush");
  });
});
