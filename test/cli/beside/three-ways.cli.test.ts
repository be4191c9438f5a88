import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import { picture } from "../../files/pictures.ts";
import { hanout, migratedFolder, type Run, temporaryFolder } from "../hanout.ts";
import { csv, fileOf } from "../importing.ts";
import { serve } from "../serve-process.ts";

/** Every command is run embedded without a server, embedded beside one, and on PostgreSQL, with the same lines and effect. */

const POT = "pot,Pot,Title,Default Title,19.99,3,shopify";
const good = csv(POT, "mug,Mug,Title,Default Title,5,1,shopify");
const changed = csv(POT, "mug,Mug,Title,Default Title,6,1,shopify");
const bad = csv(POT, "mug,Mug,Title,Default Title,five,1,shopify");
const other = fileOf("a,b", "1,2");
const folder = temporaryFolder();
const photos = temporaryFolder();
for (const name of ["pot.png", "pot-2.png", "vase.png"]) {
  writeFileSync(join(photos, name), await picture("png", name.length, 9));
}

const inMine = (...args: string[]) => [...args, "--store", "mine"];

/** Exit codes and commands, in this order; the last ones show what the others did. */
const COMMANDS: [number, string[]][] = [
  [0, ["migrate"]],
  [0, ["stores", "create", "--slug", "mine", "--name", "Mine", "--currency", "EUR", "--country", "FR"]],
  [0, ["stores", "create", "--slug", "second", "--name", "Second – ثاني", "--json"]],
  [1, ["stores", "create", "--slug", "mine", "--name", "Taken"]],
  [1, ["stores", "create", "--slug", "My Shop", "--name", "Bad"]],
  [0, inMine("keys", "create")],
  [0, inMine("keys", "create", "--kind", "secret", "--name", "Reports", "--scopes", "reports:read", "--json")],
  [0, inMine("keys", "revoke", "Reports")],
  [1, inMine("keys", "revoke", "nothing")],
  [1, ["keys", "list", "--store", "nowhere"]],
  [0, ["stores", "create", "--slug", "owned", "--name", "Owned", "--owner", "amina@example.dz"]],
  [1, ["stores", "create", "--slug", "bad", "--name", "Bad", "--owner", "amina"]],
  [0, inMine("staff", "invite", "--email", "amina@example.dz")],
  [0, inMine("staff", "invite", "--email", "karim@example.dz", "--role", "orders", "--json")],
  [1, inMine("staff", "invite", "--email", "karim@example.dz", "--role", "king")],
  [1, inMine("staff", "invite", "--email", "nobody")],
  [0, inMine("staff", "list")],
  [1, ["staff", "reset-link", "--email", "amina@example.dz"]],
  [1, ["staff", "reset-link", "--email", "nobody@example.dz"]],
  [0, inMine("staff", "remove", "--email", "karim@example.dz")],
  [1, inMine("staff", "remove", "--email", "karim@example.dz")],
  [0, ["staff", "erase", "--email", "karim@example.dz"]],
  [0, inMine("staff", "list", "--json")],
  [0, inMine("import", good, "--dry-run")],
  [0, inMine("import", good)],
  [0, inMine("import", changed, "--dry-run", "--json")],
  [0, inMine("import", changed, "--json")],
  [2, inMine("import", bad)],
  [1, inMine("import", other)],
  [1, inMine("import", join(folder, "missing.csv"))],
  [2, inMine("pictures", photos)],
  [1, inMine("pictures", other)],
  [0, inMine("jobs", "--json")],
  [1, inMine("jobs", "01980000-0000-7000-8000-000000000000")],
  [0, ["demo", "--products", "5", "--stores", "2"]],
  [1, ["demo", "--stores", "2"]],
  [0, ["demo"]],
  [0, ["stores", "suspend", "second"]],
  [0, ["stores", "show", "second"]],
  [0, ["stores", "resume", "second", "--json"]],
  [0, ["stores", "delete", "second"]],
  [0, ["stores", "resume", "second"]],
  [1, ["stores", "suspend", "nowhere"]],
  [0, ["stores", "use", "--store", "second", "--csv"]],
  [1, ["stores", "use", "--from", "yesterday"]],
  [0, ["stores", "list"]],
  [1, ["stores", "export", "nowhere", join(folder, "nowhere.hanout")]],
  [1, ["stores", "export", "mine", join(folder, "no", "folder")]],
  [1, ["stores", "import", other]],
  [0, inMine("keys", "list")],
  [0, inMine("import", good, "--dry-run")],
  [0, ["doctor", "--help"]], // what it finds differs from way to way
];
/** They need the embedded database. */
const FOR_EMBEDDED = [
  ["backup", join(folder, "no", "folder")],
  ["restore", other, "--check"],
];
/** They need PostgreSQL, and the last one a cluster. */
const FOR_POSTGRES = [["citus"], ["citus", "--check"]];

interface Said extends Run {
  command: string;
}

interface Way {
  environment: Record<string, string>;
  folder: string;
}

async function onPostgres(): Promise<Way> {
  const name = `ways_${newId().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const DATA_DIR = temporaryFolder();
  return { environment: { DATA_DIR, DATABASE_URL: inject("postgresUrl").replace(/\w+$/, name) }, folder: DATA_DIR };
}

async function beside(): Promise<Way> {
  const DATA_DIR = migratedFolder();
  const server = await serve({ DATA_DIR, DEMO: "never" });
  onTestFinished(async () => void (await server.stop("SIGTERM")));
  return { environment: { DATA_DIR }, folder: DATA_DIR };
}

function embedded(): Way {
  const DATA_DIR = migratedFolder();
  return { environment: { DATA_DIR }, folder: DATA_DIR };
}

/** Runs the commands one after another. What differs from run to run is replaced. */
async function transcriptOf({ environment, folder }: Way, commands: string[][]): Promise<Said[]> {
  await hanout(["migrate"], environment); // the server has done so
  const runs: Said[] = [];
  for (const command of commands) {
    const { code, out, err } = await hanout(command, environment);
    runs.push({ command: command.join(" "), code, out: plain(out, folder), err: plain(err, folder) });
  }
  return runs;
}

const plain = (text: string, folder: string): string =>
  text
    .replaceAll(folder, "<folder>")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replace(/\b([sp]k)_[\w-]+/g, "$1_<key>")
    .replace(/http:\/\/localhost:\d+(\/console\/[a-z-]+)#[\w-]+/g, "<console>$1#<link>")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>");

/** "stores create": what follows would be arguments. */
const MAX_NAMES = 2;

/** The commands that `--help` lists, with those of its groups. */
async function listed(...group: string[]): Promise<string[]> {
  const { out } = await hanout([...group, "--help"]);
  const [, commands = ""] = out.split("\nCommands:\n");
  const names = [...commands.matchAll(/^ {2}([a-z-]+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "help");
  if (names.length === 0 || group.length === MAX_NAMES) return [group.join(" ")];
  return (await Promise.all(names.map((name) => listed(...group, name)))).flat();
}

test("every command says and does the same with and without a server, and on PostgreSQL", {
  timeout: 600_000,
}, async () => {
  const all = [...COMMANDS.map(([, command]) => command), ...FOR_POSTGRES, ...FOR_EMBEDDED];
  const [alone, server, postgres] = await Promise.all([
    transcriptOf(embedded(), all),
    beside().then((way) => transcriptOf(way, all)),
    onPostgres().then((way) => transcriptOf(way, all)),
  ]);

  expect(server).toEqual(alone);
  expect(server.slice(0, COMMANDS.length)).toEqual(postgres.slice(0, COMMANDS.length));
  expect(server.map(({ code }) => code)).toEqual([...COMMANDS.map(([code]) => code), 1, 1, 1, 1]);
  expect(postgres.slice(COMMANDS.length).map(({ code }) => code)).toEqual([0, 1, 1, 1]);
});

test("these are all commands", async () => {
  const run = [...COMMANDS.map(([, command]) => command), ...FOR_POSTGRES, ...FOR_EMBEDDED].map(
    (command) => `${command.join(" ")} `,
  );

  const names = await listed();

  expect(names).toContain("stores create");
  expect(names.filter((name) => !run.some((command) => command.startsWith(`${name} `)))).toEqual(["serve"]);
});
