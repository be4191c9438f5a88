import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Metrics } from "../../src/metrics/metrics.ts";
import { app, database } from "../support/app.ts";

// The dashboard and the alert rules, against what a server tells.

const ALERTS = "deploy/metrics/alerts.yml";
const DASHBOARD = "deploy/metrics/grafana.json";

/** A server with a replica, of which a job and a webhook have ended. */
async function textOfAll(): Promise<string> {
  const standby = () => ({ isUsed: true, lagSeconds: 0.1 });
  const pools = () => [{ name: "writes" as const, open: 2, idle: 1, waiting: 0 }];
  const metrics = new Metrics({
    traffic: app.traffic,
    cache: app.cache,
    database,
    driver: { pools, standby, health: () => ({ reads: true, writes: true }) },
    connections: async () => 1,
    streams: () => 0,
  });
  metrics.jobEnded("mail", "done");
  metrics.webhookSent(true);
  return metrics.text();
}

/** The labels that each series may have, by its name. */
function seriesIn(text: string): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const [, name = ""] of text.matchAll(/^# TYPE (\w+) /gm)) series.set(name, new Set());
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? /gm)) {
    const known = series.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
  return series;
}

/** What Prometheus adds. */
const OF_PROMETHEUS = ["instance", "job"];

/** Names and labels in expressions that no server tells. */
function unknownIn(expressions: string[], series: Map<string, Set<string>>): string[] {
  return expressions.flatMap((expression) =>
    [...expression.matchAll(/\b((?:hanout|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].flatMap(
      ([, name = "", labels = ""]) => {
        const known = series.get(name);
        if (!known) return [name];
        const asked = [...labels.matchAll(/(\w+)\s*(?:=~|!=|=|!~)/g)].map(([, label = ""]) => label);
        return asked
          .filter((label) => !known.has(label) && !OF_PROMETHEUS.includes(label))
          .map((label) => `${name}{${label}}`);
      },
    ),
  );
}

const panels = JSON.parse(readFileSync(DASHBOARD, "utf8")).panels as { title: string; targets: { expr: string }[] }[];
const ofDashboard = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const alerts = readFileSync(ALERTS, "utf8");

test("the dashboard and the alert rules ask for what a server tells", async () => {
  await app.inject({ url: "/livez" });
  await app.inject({ url: "/api/v1/storefront/store" }); // a refusal
  const series = seriesIn(await textOfAll());
  expect(ofDashboard.length).toBeGreaterThan(30);
  expect(unknownIn([...ofDashboard, alerts], series)).toEqual([]);
  expect(unknownIn(['hanout_nothing{a="b"}', 'hanout_db_up{nothing="x"}'], series)).toEqual([
    "hanout_nothing",
    "hanout_db_up{nothing}",
  ]);
});

test("every metric of Hanout is in the dashboard, and every alert in the documentation", async () => {
  const names = [...(await textOfAll()).matchAll(/^# TYPE (hanout_\w+) /gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(25);
  const kept = new Set(["hanout_cache_entries"]);
  expect(names.filter((name) => !kept.has(name) && !ofDashboard.some((one) => one.includes(name)))).toEqual([]);
  const documentation = readFileSync("docs/operating.md", "utf8");
  const rules = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(rules.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([]);
  expect(names.filter((name) => !documentation.includes(name.replace(/^hanout_/, "")))).toEqual([]);
});

/** Whether Prometheus' own tool is installed (Debian: prometheus). The tests above hold without it. */
function hasPromtool(): boolean {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test.runIf(hasPromtool())("promtool takes the metrics, the rules, and when they fire", async () => {
  const run = (args: string[], input?: string) =>
    execFileSync("promtool", args, { input, encoding: "utf8", stdio: "pipe" });
  expect(run(["check", "rules", ALERTS])).toContain("SUCCESS");
  expect(run(["test", "rules", "test/metrics/alerts.promtool.yml"])).toContain("SUCCESS");
  const own = (await textOfAll()).split("\n\n").filter((metric) => metric.startsWith("# HELP hanout_"));
  expect(run(["check", "metrics"], `${own.join("\n")}\n`)).toBe("");
  const recorded = ofDashboard.map((expr) => expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"));
  const rules = recorded.map((expr, i) => `  - {record: "panel:${i}", expr: ${JSON.stringify(expr)}}`);
  const file = join(mkdtempSync(join(tmpdir(), "hanout-panels-")), "panels.yml");
  writeFileSync(file, ["groups:", "- name: panels", "  rules:", ...rules].join("\n"));
  expect(run(["check", "rules", file])).toContain(`${rules.length} rules found`);
});
