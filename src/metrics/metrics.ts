import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from "prom-client";
import type { Cache } from "../cache/cache.ts";
import type { Distribution } from "../core/time/distribution.ts";
import { version } from "../core/version.ts";
import type { Database, Driver } from "../db/database.ts";
import { type Backlog, findBacklog } from "./queries.ts";
import type { Traffic } from "./traffic.ts";

export { findBacklog } from "./queries.ts";

/** The metrics of a process, as `prom-client` passes them from process to process. */
export type MetricsJson = { name: string; type: unknown; aggregator: string; values: MetricValue[] }[];

interface MetricValue {
  value: number;
  labels: Record<string, string | number>;
  metricName?: string;
}

/** How the values of several workers become one. */
type Aggregator = "sum" | "max";

/** What the metrics of a process are read from. */
export interface MetricSources {
  traffic: Traffic;
  cache: Cache;
  database: Database;
  driver: Pick<Driver, "pools" | "standby" | "health">;
  /** Connections of clients that are open. */
  connections: () => Promise<number>;
  /** Streams of events that are open. */
  streams: () => number;
}

type Sample = [labels: Record<string, string>, value: number];
type Samples = Iterable<Sample> | Promise<Iterable<Sample>>;

/** What becomes of a run of a job. */
const OUTCOMES = ["done", "failed", "again"] as const;

/** Stores that are told by name. */
const BUSIEST = 20;
/** Stores that a worker tells: the busiest of all workers are among them. */
const BUSIEST_OF_WORKER = 100;
const STORES = ["hanout_store_requests_total", "hanout_store_bytes_total"] as const;

/** The metrics of a process. Everything is read when it is asked for. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: MetricSources;
  /** Runs of jobs, by kind and outcome; attempts of webhooks, by outcome. */
  readonly #jobs = new Map<string, { kind: string; outcome: string; count: number }>();
  readonly #attempts = { delivered: 0, failed: 0 };

  constructor(sources: MetricSources) {
    this.#sources = sources;
    collectDefaultMetrics({ register: this.#registry });
    this.#ofRequests();
    this.#ofWork();
    this.#ofDatabase();
  }

  /** Tells of these kinds from now on that none has run, so that an alert sees the first that fails. */
  knowJobs(kinds: Iterable<string>): void {
    for (const kind of kinds) for (const outcome of OUTCOMES) this.#runsOf(kind, outcome);
  }

  jobEnded(kind: string, outcome: (typeof OUTCOMES)[number]): void {
    this.#runsOf(kind, outcome).count++;
  }

  #runsOf(kind: string, outcome: (typeof OUTCOMES)[number]): { count: number } {
    const known = this.#jobs.get(`${kind} ${outcome}`) ?? { kind, outcome, count: 0 };
    this.#jobs.set(`${kind} ${outcome}`, known);
    return known;
  }

  webhookSent(isDelivered: boolean): void {
    this.#attempts[isDelivered ? "delivered" : "failed"]++;
  }

  /** For the primary process, which adds up those of its workers. */
  async json(): Promise<MetricsJson> {
    return (await this.#registry.getMetricsAsJSON()) as unknown as MetricsJson;
  }

  /** Those of this process in the text format of Prometheus. */
  async text(): Promise<string> {
    return addUp([await this.json()]);
  }

  #ofRequests(): void {
    const { traffic, cache, connections, streams } = this.#sources;
    this.#distributions(
      "hanout_http_request_duration_seconds",
      "How long requests took, by route and class of status; answers from memory too",
      () => traffic.answers.map(({ labels, seconds }) => [{ ...labels }, seconds]),
    );
    this.#counter("hanout_refusals_total", "Refused requests and calls of tools, by code", ["code"], () =>
      [...traffic.refusals].map(([code, count]) => [{ code }, count]),
    );
    const busiest = () => [...traffic.stores].toSorted(([, a], [, b]) => b.requests - a.requests);
    const ofStores = (of: "requests" | "bytes"): Sample[] =>
      busiest()
        .slice(0, BUSIEST_OF_WORKER)
        .map(([, store]) => [{ store: store.slug }, store[of]]);
    this.#counter(STORES[0], "Requests of the busiest stores", ["store"], () => ofStores("requests"));
    this.#counter(STORES[1], "Bytes of the bodies that the busiest stores were sent", ["store"], () =>
      ofStores("bytes"),
    );
    this.#gauge("hanout_http_connections", "Open connections of clients", [], async () => [[{}, await connections()]]);
    this.#gauge("hanout_event_streams", "Open streams of events", [], () => [[{}, streams()]]);
    for (const [name, help] of [
      ["hits", "Answers that were sent from memory"],
      ["misses", "Answers that were made, and may be kept"],
      ["evictions", "Entries that were removed from memory to make room"],
      ["invalidations", "Entries that were removed from memory because something changed"],
    ] as const) {
      this.#counter(`hanout_cache_${name}_total`, help, [], () => [[{}, cache.statistics[name]]]);
    }
    this.#gauge("hanout_cache_bytes", "Memory that kept answers take", [], () => [[{}, cache.report().bytes]]);
    this.#gauge("hanout_cache_entries", "Entries in memory", [], () => [[{}, cache.report().entries]]);
  }

  #ofWork(): void {
    const { database } = this.#sources;
    this.#counter("hanout_orders_placed_total", "Orders that were placed", [], () => [
      [{}, database.told.get("orders.placed") ?? 0],
    ]);
    this.#counter("hanout_events_total", "Events that were committed, by type", ["type"], () =>
      [...database.told].map(([type, count]) => [{ type }, count]),
    );
    this.#counter("hanout_job_runs_total", "Runs of jobs, by kind and outcome", ["kind", "outcome"], () =>
      [...this.#jobs.values()].map(({ kind, outcome, count }) => [{ kind, outcome }, count]),
    );
    this.#counter("hanout_webhook_attempts_total", "Attempts to send a webhook, by outcome", ["outcome"], () =>
      Object.entries(this.#attempts).map(([outcome, count]) => [{ outcome }, count]),
    );
    const backlog = onceAtATime(() =>
      // While the database does not answer, the other metrics say so.
      findBacklog(database.keyDirectory, new Date().toISOString()).catch(() => []),
    );
    const ofBacklog = (of: (row: Backlog) => Sample[]) => async () => (await backlog()).flatMap(of);
    const named = (what: string, value: "count" | "seconds") =>
      ofBacklog((row) => (row.what === what ? [[{}, row[value]]] : []));
    const ofJobs = (value: "count" | "seconds") =>
      ofBacklog((row) => (row.what === "jobs" ? [[{ kind: row.kind }, row[value]]] : []));
    this.#gauge("hanout_events_waiting", "Events without a number", [], named("events", "count"), "max");
    this.#gauge(
      "hanout_events_waiting_seconds",
      "How long the oldest event has waited for its number",
      [],
      named("events", "seconds"),
      "max",
    );
    this.#gauge("hanout_jobs_waiting", "Jobs that are due, by kind", ["kind"], ofJobs("count"), "max");
    this.#gauge(
      "hanout_jobs_waiting_seconds",
      "How long the oldest job has been due, by kind",
      ["kind"],
      ofJobs("seconds"),
      "max",
    );
    this.#gauge("hanout_webhook_deliveries_waiting", "Webhooks that are due", [], named("deliveries", "count"), "max");
    this.#gauge(
      "hanout_webhook_deliveries_waiting_seconds",
      "How long the oldest webhook has been due",
      [],
      named("deliveries", "seconds"),
      "max",
    );
    this.#gauge(
      "hanout_webhook_endpoints_off",
      "Endpoints that the server has switched off",
      [],
      named("endpoints_off", "count"),
      "max",
    );
    this.#gauge("hanout_stores", "Stores", [], named("stores", "count"), "max");
    this.#gauge("hanout_stores_suspended", "Suspended stores", [], named("suspended_stores", "count"), "max");
  }

  #ofDatabase(): void {
    const { database, driver } = this.#sources;
    const queues = () => Object.entries(database.queues);
    this.#distributions("hanout_queue_wait_seconds", "How long work waited for its turn, by queue", () =>
      queues().map(([queue, { waits }]) => [{ queue }, waits]),
    );
    this.#gauge("hanout_queue_running", "Work that has its turn, by queue", ["queue"], () =>
      queues().map(([queue, { running }]) => [{ queue }, running]),
    );
    this.#gauge("hanout_queue_waiting", "Work that waits for its turn, by queue", ["queue"], () =>
      queues().map(([queue, { waiting }]) => [{ queue }, waiting]),
    );
    this.#counter("hanout_queue_refused_total", "Work that was refused because too much waited", ["queue"], () =>
      queues().map(([queue, { refused }]) => [{ queue }, refused]),
    );
    this.#gauge("hanout_db_connections", "Connections to PostgreSQL", ["pool", "state"], () =>
      (driver.pools?.() ?? []).flatMap(({ name: pool, open, idle }): Sample[] => [
        [{ pool, state: "busy" }, open - idle],
        [{ pool, state: "idle" }, idle],
      ]),
    );
    this.#gauge("hanout_db_connections_wanted", "Work that waits for a connection", ["pool"], () =>
      (driver.pools?.() ?? []).map(({ name: pool, waiting }) => [{ pool }, waiting]),
    );
    this.#gauge("hanout_db_up", "Workers whose database answers (reads) and can store (writes)", ["for"], () => {
      const { reads, writes } = driver.health?.() ?? { reads: true, writes: true };
      return [
        [{ for: "reads" }, Number(reads)],
        [{ for: "writes" }, Number(writes)],
      ];
    });
    this.#gauge(
      "hanout_replica_lag_seconds",
      "How far the replica is behind at most; without one there is no value",
      [],
      () => (driver.standby ? [[{}, driver.standby().lagSeconds]] : []),
      "max",
    );
    this.#gauge("hanout_replica_used", "Workers that read from the replica", [], () =>
      driver.standby ? [[{}, Number(driver.standby().isUsed)]] : [],
    );
    this.#gauge("hanout_processes", "Processes that serve, by version", ["version"], () => [[{ version }, 1]]);
  }

  #counter(name: string, help: string, labelNames: string[], read: () => Samples): void {
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        const samples = await read();
        this.reset();
        for (const [labels, value] of samples) this.inc(labels, value);
      },
    });
  }

  #gauge(name: string, help: string, labelNames: string[], read: () => Samples, aggregator: Aggregator = "sum"): void {
    new Gauge({
      name,
      help,
      labelNames,
      aggregator,
      registers: [this.#registry],
      async collect() {
        const samples = await read();
        this.reset();
        if (labelNames.length === 0) this.remove();
        for (const [labels, value] of samples) this.set(labels, value);
      },
    });
  }

  /** Histograms whose values are noted in `Distribution`s: one of `prom-client` takes a microsecond for each value. */
  #distributions(name: string, help: string, read: () => [Record<string, string>, Distribution][]): void {
    const get = async () => ({
      name,
      help,
      type: "histogram",
      aggregator: "sum",
      values: read().flatMap(([labels, distribution]) => valuesOf(name, labels, distribution)),
    });
    this.#registry.registerMetric({ name, get, reset: () => {} } as unknown as Metric);
  }
}

function valuesOf(name: string, labels: Record<string, string>, { bounds, counts, sum }: Distribution): MetricValue[] {
  let total = 0;
  const buckets = counts.map((count, i) => {
    total += count;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[i] ?? "+Inf" }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}

/** What several metrics read at the same time is read once. */
function onceAtATime<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The metrics of several processes as one text, with the busiest stores of all. */
export const addUp = async (processes: MetricsJson[]): Promise<string> =>
  AggregatorRegistry.aggregate([onlyBusiest(await summed(processes))]).metrics();

/** What counts on of processes that have ended: a sum that fell would look like a restart of all. */
export const keptOf = async (processes: MetricsJson[]): Promise<MetricsJson> =>
  (await summed(processes)).filter(({ type }) => type === "counter" || type === "histogram");

const summed = async (processes: MetricsJson[]): Promise<MetricsJson> =>
  (await AggregatorRegistry.aggregate(processes).getMetricsAsJSON()) as unknown as MetricsJson;

function onlyBusiest(metrics: MetricsJson): MetricsJson {
  const requests = metrics.find(({ name }) => name === STORES[0])?.values ?? [];
  const busiest = requests.toSorted((a, b) => b.value - a.value).slice(0, BUSIEST);
  const names = new Set(busiest.map(({ labels }) => labels.store));
  return metrics.map((metric) =>
    STORES.some((name) => name === metric.name)
      ? { ...metric, values: metric.values.filter(({ labels }) => names.has(labels.store)) }
      : metric,
  );
}
