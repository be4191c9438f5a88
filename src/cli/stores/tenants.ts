import { csvLine } from "../../core/text/csv-text.ts";
import type { SiteDb, Tenant } from "../../db/database.ts";
import { allStores, type SiteRow } from "../../store/store.ts";
import {
  type DayOfUse,
  DELETION_DAYS,
  orderDeletion,
  resumeStore,
  sizesOf,
  suspendStore,
  useOf,
} from "../../tenants/tenants.ts";
import { type Call, CommandError, type Opened } from "../call.ts";
import { orCommandError, requireStore, tenantOf } from "../database.ts";
import { printJson, printTable } from "../screen/output.ts";

interface Format {
  json?: boolean;
}

/** Whether a store serves, as commands say it. */
export const stateOf = ({ suspended_at, deletion_at }: SiteRow): string =>
  deletion_at ? `deleted on ${dayOf(deletion_at)}` : suspended_at ? `suspended ${dayOf(suspended_at)}` : "open";

const dayOf = (time: string): string => time.slice(0, "2027-01-31".length);

const SHOWN_DAYS = 30;

export async function show(call: Call, slug: string, { json }: Format): Promise<void> {
  await call.withDatabase(async ({ database }) => {
    const store = await requireStore(database, slug, call.program);
    const [from, to] = [daysAgo(SHOWN_DAYS - 1), daysAgo(0)];
    const { sizes, use } = await database.report(tenantOf(store), async (db) => ({
      sizes: await sizesOf(db),
      use: sumOf(await useOf(db, from, to)),
    }));
    const shown = { ...store, state: stateOf(store), ...sizes, [`last_${SHOWN_DAYS}_days`]: use };
    if (json) return printJson(call.screen, shown);
    const rows = Object.entries(shown).map(([name, value]) => ({
      name: name.replaceAll("_", " "),
      value: typeof value === "object" && value !== null ? inWords(value) : (value ?? ""),
    }));
    call.screen.print(rows.map(({ name, value }) => `${name.padEnd(16)}${value}`).join("\n"));
  });
}

const inWords = (value: object): string =>
  Object.entries(value)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");

export const suspend = (call: Call, slug: string, format: Format): Promise<void> =>
  change(call, slug, format, suspendStore, () => [
    `Suspended ${slug}. Running servers refuse its requests within a second; its webhooks and jobs wait.`,
    `Open it again: ${call.program} stores resume ${slug}`,
  ]);

export const resume = (call: Call, slug: string, format: Format): Promise<void> =>
  change(call, slug, format, resumeStore, () => [
    `Resumed ${slug}. Running servers serve it within a second; what waited is done now.`,
  ]);

export const remove = (call: Call, slug: string, format: Format): Promise<void> =>
  change(call, slug, format, orderDeletion, ({ deletion_at }) => [
    `Suspended ${slug}. In ${DELETION_DAYS} days it is deleted with all it has: ${deletion_at}.`,
    `Take it back until then: ${call.program} stores resume ${slug}`,
  ]);

async function change(
  call: Call,
  slug: string,
  { json }: Format,
  work: typeof suspendStore,
  sentences: (state: Awaited<ReturnType<typeof suspendStore>>) => string[],
): Promise<void> {
  await call.withDatabase(async (opened) => {
    const store = await requireStore(opened.database, slug, call.program);
    const state = await inStore(opened, tenantOf(store), work);
    const { suspended_at, deletion_at } = state;
    if (json) return printJson(call.screen, { slug, suspended_at, deletion_at });
    call.screen.print(sentences(state).join("\n"));
  });
}

const inStore = <T>({ database }: Opened, tenant: Tenant, work: (db: SiteDb) => Promise<T>): Promise<T> =>
  orCommandError(database.transact(tenant, work));

interface UseOptions extends Format {
  store?: string;
  from?: string;
  to?: string;
  csv?: boolean;
}

const MAX_DAYS = 366;

/** Requests, orders and bytes per store and day. */
export async function use(call: Call, { store: slug, from, to, csv, json }: UseOptions): Promise<void> {
  const last = readDay("--to", to ?? daysAgo(0));
  const first = readDay("--from", from ?? `${last.slice(0, "2027-01".length)}-01`);
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS;
  if (days < 0 || days >= MAX_DAYS)
    throw new CommandError(`--from and --to name up to ${MAX_DAYS} days, in this order.`);
  await call.withDatabase(async ({ database }) => {
    const rows: (DayOfUse & { store: string })[] = [];
    if (csv) call.screen.print(csvLine(COLUMNS).trimEnd());
    const tell = async (store: SiteRow) => {
      const used = await database.report(tenantOf(store), (db) => useOf(db, first, last));
      const ofStore = used.map((day) => ({ store: store.slug, ...day }));
      if (csv)
        for (const row of ofStore) call.screen.print(csvLine(COLUMNS.map((name) => String(row[name]))).trimEnd());
      else rows.push(...ofStore);
    };
    if (slug !== undefined) await tell(await requireStore(database, slug, call.program));
    else for await (const store of allStores(database.directory)) await tell(store);
    if (json) printJson(call.screen, rows);
    else if (!csv) printTable(call.screen, rows, [...COLUMNS]);
  });
}

const COLUMNS = ["store", "day", "requests", "orders", "bytes"] as const;
const DAY_MS = 86_400_000;

const daysAgo = (days: number): string => dayOf(new Date(Date.now() - days * DAY_MS).toISOString());

function readDay(option: string, text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(time) || dayOf(new Date(time).toISOString()) !== text) {
    throw new CommandError(`${option} "${text}" is not a day, like 2027-01-31.`);
  }
  return text;
}

const sumOf = (days: DayOfUse[]) =>
  days.reduce(
    (sum, { requests, orders, bytes }) => ({
      requests: sum.requests + requests,
      orders: sum.orders + orders,
      bytes: sum.bytes + bytes,
    }),
    { requests: 0, orders: 0, bytes: 0 },
  );
