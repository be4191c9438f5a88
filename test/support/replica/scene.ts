import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { buildApp } from "../../../src/app.ts";
import { Database, type Driver } from "../../../src/db/database.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { openDatabase } from "../../../src/db/open.ts";
import { openPostgres } from "../../../src/db/postgres/postgres.ts";
import { Keyring } from "../../../src/keys/keys.ts";
import { getFrom, openShop, type Shop, settingsWith, tokens } from "../app.ts";
import { eventually } from "../change-scene.ts";
import { startPostgres, type TestPostgres } from "../setup/postgres.ts";
import { type Standby, startStandby } from "./standby.ts";

/** A server over the primary and the standby. */
export interface ReplicaServer {
  app: FastifyInstance;
  driver: Driver;
  database: Database;
  /** What it logs about the replica. */
  lines: string[];
}

/** Logins with the role of transactions and of plain reads, as a pooler needs them. */
const LOGINS = `
  create role web_app login in role hanout_app;
  create role web_reader login in role hanout_reader;
  alter role web_app set role = hanout_app;
  alter role web_reader set role = hanout_reader;
`;

/** A PostgreSQL with a streaming standby, for the tests of one file. */
export class ReplicaScene {
  primary!: TestPostgres;
  standby!: Standby;
  /** Works on the primary as the owner of the tables: servers do not know of its commits. */
  owner!: Driver;

  /** `standbySettings` as in postgresql.conf. */
  constructor(standbySettings: string[] = []) {
    beforeAll(async () => {
      this.primary = await startPostgres();
      await this.primary.createDatabase("hanout");
      this.owner = openPostgres(this.primary.url("hanout"), { poolSize: 2, statementTimeout: 60_000, role: "login" });
      await migrate(this.owner);
      await this.owner.exec(LOGINS);
      this.standby = await startStandby(this.primary.url("postgres"), standbySettings);
    });
    afterAll(async () => {
      await this.owner.close();
      await this.standby.stop();
      await this.primary.stop();
    });
  }

  /** Creates a migrated database on the primary, and waits until the standby has it. */
  async createDatabase(name: string): Promise<void> {
    await this.primary.createDatabase(name);
    const owner = openPostgres(this.primary.url(name), { poolSize: 2, statementTimeout: 60_000, role: "login" });
    await migrate(owner);
    await owner.close();
    await this.untilReplayed();
  }

  /** Opens a server as `hanout serve` does; `replicaLogin` counts only without `prepared`. Waits until reads go to the replica, unless it is not usable. */
  async openServer({
    maxLag = 1,
    cacheBytes = 0,
    prepared = true,
    lockTimeout = 3,
    replicaUrl = this.standby.url("hanout"),
    replicaLogin = "web_reader",
    isUsable = true,
  } = {}): Promise<ReplicaServer> {
    const lines: string[] = [];
    const url = this.primary.url("hanout");
    const pooled = {
      DATABASE_URL: withLogin(url, "web_app"),
      DATABASE_READ_URL: withLogin(url, "web_reader"),
      DATABASE_MIGRATION_URL: url,
      DATABASE_REPLICA_URL: withLogin(replicaUrl, replicaLogin),
      DATABASE_PREPARED: false,
    };
    const settings = settingsWith({
      ...(prepared ? { DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl } : pooled),
      DATABASE_REPLICA_MAX_LAG_SECONDS: maxLag,
      DATABASE_LOCK_TIMEOUT_SECONDS: lockTimeout,
      CACHE_BYTES: cacheBytes,
    });
    const { driver } = await openDatabase(settings, { monitored: true, log: (line) => lines.push(line) });
    const database = new Database(driver, { checks: true });
    const readiness = async () => driver.health?.() ?? { reads: false, writes: false };
    const app = await buildApp({ settings, database, keyring: new Keyring(database), tokens, readiness });
    app.addHook("onClose", () => driver.close());
    onTestFinished(() => app.close());
    await app.ready();
    const server = { app, driver, database, lines };
    if (isUsable) {
      await untilUsed(server);
      await eventually(() => isReadOnStandby(server)).toBe(true); // what changed before the start is known to be replayed
    }
    return server;
  }

  /** Stops the standby from replaying until the end of the test, or until `resume`. */
  async pause(): Promise<void> {
    onTestFinished(() => this.resume());
    await this.pauseOn(this.standby);
  }

  /** Stops a standby from replaying. */
  async pauseOn(standby: Standby): Promise<void> {
    await ask(standby, "select pg_wal_replay_pause()");
    await eventually(() => ask(standby, "select pg_get_wal_replay_pause_state()")).toBe("paused");
  }

  async resume(): Promise<void> {
    await ask(this.standby, "select pg_wal_replay_resume()");
  }

  /** Waits until the standby has replayed all that the primary has now. */
  async untilReplayed(): Promise<void> {
    const position = await ask(this.primary, "select pg_current_wal_flush_lsn()::text");
    await eventually(() => ask(this.standby, `select pg_last_wal_replay_lsn() >= '${position}'`)).toBe(true);
  }

  /** Renames the vase by a commit that nobody is told of. */
  async renameUntold(shop: Shop, name: string): Promise<void> {
    await this.owner.query("update products set name = $2 where site_id = $1 and slug = 'vase'", [shop.id, name]);
  }
}

function withLogin(url: string, login: string): string {
  const changed = new URL(url);
  changed.username = login;
  return changed.href;
}

/** The only value that the statement answers, for the superuser. */
async function ask(server: Pick<Standby, "url">, text: string): Promise<unknown> {
  const client = new pg.Client(server.url("postgres"));
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Waits until a statement sleeps on this PostgreSQL. */
export async function untilSleeping(server: Pick<Standby, "url">): Promise<void> {
  const sleeping = "select count(*)::integer from pg_stat_activity where wait_event = 'PgSleep'";
  await eventually(() => ask(server, sleeping)).toBe(1);
}

/** Opens a store with one product, `vase`. */
export async function openVaseShop({ app, database }: ReplicaServer): Promise<Shop> {
  const shop = await openShop({ via: app, over: database });
  await shop.product({ slug: "vase", name: "Old" });
  return shop;
}

/** The same, and waits until the reads of the store go to the standby. */
export async function openReplayedShop(server: ReplicaServer): Promise<Shop> {
  const shop = await openVaseShop(server);
  await eventually(() => isReadOnStandby(server, shop.id)).toBe(true);
  return shop;
}

/** The id of a store that does not exist, whose reads go to the standby. */
export const NO_STORE = "00000000-0000-0000-0000-000000000000";

async function isReadOnStandby({ driver }: ReplicaServer, siteId = NO_STORE): Promise<boolean> {
  const rows = await driver.reads((read) => read("select pg_is_in_recovery() as standby", []), siteId);
  return (rows as { standby: boolean }[])[0]?.standby === true;
}

const readVase = ({ app }: ReplicaServer, shop: Shop) =>
  getFrom(app, "/products/vase", { "x-api-key": shop.publishable_key });

/** The name of the vase that this server shows. */
export async function nameOn(server: ReplicaServer, shop: Shop): Promise<string> {
  const { status, body } = await readVase(server, shop);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.name;
}

/** Reads the vase again and again, four times at once, until `stop`. */
export function readConstantly(server: ReplicaServer, shop: Shop) {
  let isStopped = false;
  let [count, slowest] = [0, 0];
  const statuses = new Set<number>();
  const readOn = async () => {
    while (!isStopped) {
      const began = performance.now();
      statuses.add((await readVase(server, shop)).status);
      slowest = Math.max(slowest, performance.now() - began);
      count++;
    }
  };
  const readers = Promise.all([1, 2, 3, 4].map(readOn));
  return {
    /** Waits for so many more reads. */
    untilRead: async (more: number) => {
      const wanted = count + more;
      await eventually(() => count).toBeGreaterThanOrEqual(wanted);
    },
    /** Ends the reads. Returns which statuses they had, and the milliseconds of the slowest. */
    stop: async () => {
      isStopped = true;
      await readers;
      return { statuses, slowest };
    },
  };
}

/** Waits until the server sends reads to the replica, for the first time or again. */
export const untilUsed = ({ lines }: ReplicaServer) =>
  eventually(() => lines.at(-1)).toBe("Plain reads go to the replica.");

/** Waits until the server sends reads to the primary; returns what it logged. */
export async function untilUnused({ lines }: ReplicaServer): Promise<string | undefined> {
  await eventually(() => lines.at(-1)).toMatch(/^Plain reads go to the primary: /);
  return lines.at(-1);
}
