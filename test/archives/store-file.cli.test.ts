import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { STAYING_COLUMNS, STORE_TABLES } from "../../src/archives/tables.ts";
import { newId } from "../../src/core/ids.ts";
import { hanout, migratedFolder, newSlug, spawnHanout, temporaryFolder } from "../cli/hanout.ts";
import { serve } from "../cli/serve-process.ts";
import { picture } from "../files/pictures.ts";
import { changedAt, resealed } from "./changed.ts";

/** A store with a bit of everything is written to a file on PostgreSQL, and read elsewhere. */

const folder = temporaryFolder();
const file = join(folder, "store.hanout");
const slug = "dar-el-bahdja";

interface Source {
  environment: { DATABASE_URL: string; DATA_DIR: string; MEDIA_DIR: string };
  store: { id: string; publishable_key: string; secret_key: string };
}

async function newDatabase(): Promise<string> {
  const name = `file_${newId().replaceAll("-", "")}`;
  await query(inject("postgresUrl"), `create database ${name}`);
  return inject("postgresUrl").replace(/\w+$/, name);
}

async function query<T extends object>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The store and every row of it, by table; ids of the store are the same in all of them. */
async function rowsOf(url: string, wanted: string): Promise<Record<string, string[]>> {
  const [site] = await query<{ id: string }>(url, "select id from sites where slug = $1", [wanted]);
  const found: Record<string, string[]> = {};
  const instead = Object.fromEntries(STAYING_COLUMNS.map((name) => [name, ""]));
  for (const { name, instead: staying = {} } of [{ name: "sites", instead }, ...STORE_TABLES]) {
    const rows = await query<{ row: string }>(
      url,
      `select replace((to_jsonb(t) - 'site_id' - $2::text[])::text, $1::text, 'the store') as row
       from ${name} t where ${name === "sites" ? "id" : "site_id"} = $1::uuid order by 1`,
      [site?.id, Object.keys(staying)],
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

let written: Promise<Source> | undefined;

/** The store that was written to the file, by the first test that asks. */
const source = (): Promise<Source> => (written ??= write());

async function write(): Promise<Source> {
  const DATABASE_URL = await newDatabase();
  const environment = { DATABASE_URL, DATA_DIR: folder, MEDIA_DIR: join(folder, "media") };
  expect((await hanout(["demo"], environment)).code).toBe(0);
  const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as {
    stores: { slug: string; publishable_key: string; secret_key: string }[];
  };
  const keys = demo.stores.find((one) => one.slug === slug);
  const [site] = await query<{ id: string }>(DATABASE_URL, "select id from sites where slug = $1", [slug]);
  const store = { ...(keys as Omit<Source["store"], "id">), id: site?.id ?? "" };
  const server = await serve({ ...environment, DEMO: "never" });
  const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/admin/${path}`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${store.secret_key}`, ...headers },
    });
  const json = { "content-type": "application/json" };
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await picture("jpeg", 300, 200))]), "a.jpg");
  const uploaded = await post("files", form);
  expect(uploaded.status).toBe(200);
  const { url } = (await uploaded.json()) as { url: string };
  expect((await post("store_update", JSON.stringify({ logo_url: url }), json)).status).toBe(200);
  const hook = { address: "https://example.com/hook", types: ["orders.*"], scopes: ["orders:read"] };
  expect((await post("webhooks_save", JSON.stringify(hook), json)).status).toBe(200);
  const signUp = { email: "lina@example.dz", password: "a long password", full_name: "Lina" };
  const signedUp = await fetch(`${server.url}/api/v1/storefront/auth/signup`, {
    method: "POST",
    body: JSON.stringify(signUp),
    headers: { ...json, "x-api-key": store.publishable_key },
  });
  expect(signedUp.status).toBeLessThan(300);
  await server.stop("SIGTERM");
  const { code, err } = await hanout(["stores", "export", slug, file], environment);
  expect([code, err.replaceAll(/^Exporting.*\n/gm, "")]).toEqual([0, ""]);
  return { environment, store };
}

const importing = (args: string[], environment: Record<string, string>) =>
  hanout(["stores", "import", ...args], environment);

test("a store is the same on another server, and nobody sees it before it is whole", { timeout: 240_000 }, async () => {
  const { environment, store } = await source();
  const DATABASE_URL = await newDatabase();
  const target = { DATABASE_URL, DATA_DIR: temporaryFolder() };
  await hanout(["migrate"], target);
  const child = spawnHanout(["stores", "import", file], target);
  await new Promise<void>((resolve) => {
    child.stderr.on("data", (chunk: Buffer) => void (/Importing/.test(String(chunk)) && resolve()));
    child.on("close", () => resolve());
  });
  child.kill("SIGKILL");
  const unseen = await hanout(["stores", "list", "--json"], target);
  const other = await hanout(["stores", "create", "--slug", slug, "--name", "Taken"], target);

  const { code, out } = await importing([file], target);

  expect(JSON.parse(unseen.out)).toEqual([]);
  expect(other.code).toBe(1);
  expect([code, out]).toEqual([0, expect.stringContaining(`The store ${slug} (${store.id}) is here`)]);
  const rows = await rowsOf(environment.DATABASE_URL, slug);
  expect(await rowsOf(DATABASE_URL, slug)).toEqual(rows);
  expect(rows.files).toHaveLength(1);
  const server = await serve(target);
  const [, key = ""] = /publishable key {2}(\S+)/.exec(out) ?? [];
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const signIn = await fetch(`${server.url}/api/v1/storefront/auth/login`, {
    method: "POST",
    body: JSON.stringify({ email: "lina@example.dz", password: "a long password" }),
    headers,
  });
  expect(signIn.status).toBe(200);
  const [, secretKey = ""] = /secret key {7}(\S+)/.exec(out) ?? [];
  const save = async (input: object) => {
    const answer = await fetch(`${server.url}/api/v1/admin/webhooks_save`, {
      method: "POST",
      body: JSON.stringify({ endpoint: "https://example.com/hook", is_active: true, ...input }),
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    });
    return [answer.status, await answer.json()];
  };
  expect(await save({})).toEqual([
    422,
    expect.objectContaining({ code: "invalid_value", errors: [expect.objectContaining({ path: "rotate_secret" })] }),
  ]);
  expect(await save({ rotate_secret: 0 })).toEqual([
    200,
    expect.objectContaining({ is_active: true, secret: expect.stringMatching(/^whsec_/) }),
  ]);
  const { hash = "" } = JSON.parse(rows.files?.[0] ?? "{}") as { hash?: string };
  expect((await fetch(`${server.url}/media/${store.id}/${hash}.jpg`)).status).toBe(200);
  await server.stop("SIGTERM");
});

test("a copy under another slug has ids, keys and addresses of its own", { timeout: 240_000 }, async () => {
  const { environment, store } = await source();
  const { code, out } = await importing([file, "--slug", "copy", "--json"], environment);

  const copy = JSON.parse(out) as { id: string; slug: string; secret_key: string };
  expect([code, copy.slug]).toEqual([0, "copy"]);
  expect(copy.id).not.toBe(store.id);
  expect(await rowsOf(environment.DATABASE_URL, "copy")).toEqual(await rowsOf(environment.DATABASE_URL, slug));
  const again = await importing([file, "--slug", "copy"], environment);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('The store "copy" already exists')]);
});

test("an import can be begun anew, and again after a failure", { timeout: 240_000 }, async () => {
  const { environment } = await source();
  const DATABASE_URL = await newDatabase();
  const target = { DATABASE_URL, DATA_DIR: temporaryFolder() };
  await hanout(["migrate"], target);
  const pictures = () => readdirSync(join(target.DATA_DIR, "media"), { recursive: true }).filter(isPicture);
  await query(DATABASE_URL, "alter table files add constraint refused check (bytes < 0)");

  const failed = await importing([file], target);
  const left = pictures();
  await query(DATABASE_URL, "alter table files drop constraint refused");
  await query(
    DATABASE_URL,
    `create function put_off() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
     create trigger put_off before insert on files for each row execute function put_off()`,
  );
  const unfinished = await importing([file], target);
  await query(DATABASE_URL, "drop trigger put_off on files");
  const anew = await importing([file, "--anew"], target);

  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining("rows of files that the database refuses")]);
  expect(left).toEqual([]);
  expect([unfinished.code, unfinished.err]).toEqual([1, expect.stringContaining("Run the same command to go on")]);
  expect([anew.code, anew.err.replaceAll(/^(Checking|Importing).*\n/gm, "")]).toEqual([0, ""]);
  expect(await rowsOf(DATABASE_URL, slug)).toEqual(await rowsOf(environment.DATABASE_URL, slug));
  expect(pictures()).toHaveLength(1);
});

const isPicture = (name: string | Buffer): boolean => /\.jpg$/.test(String(name));

test("the file has no keys, no people of the store and no secrets of webhooks", { timeout: 240_000 }, async () => {
  await source();
  const text = gunzipSync(readFileSync(file)).toString("latin1");
  const tables = [...text.matchAll(/^\{"rows":"(\w+)"/gm)].map(([, name]) => name);

  expect(tables).toContain("customers");
  expect(tables).toContain("webhook_endpoints");
  expect(tables).not.toContain("api_keys");
  expect(tables).not.toContain("memberships");
  expect(text).not.toContain("sealed_secret");
  expect(text).toContain("$argon2");
});

const PAGE = '{"rows":"products"';
const TOO_MANY = `${PAGE},"count":1001}\n${"{}\n".repeat(1001)}`;

test.each<[string, (bytes: Buffer) => Buffer, string]>([
  ["that is cut", (bytes) => bytes.subarray(0, bytes.length / 2), "damaged or not whole"],
  ["with a changed byte", (bytes) => changedAt(bytes, "Bahdja", "Bahdjo"), "damaged or not whole"],
  ["with a page of too many rows", (bytes) => changedAt(bytes, PAGE, `${TOO_MANY}${PAGE}`), "damaged or not whole"],
  ["of something else", () => Buffer.from("Handle,Title\n"), "holds no store"],
  ["of another format", (bytes) => changedAt(bytes, '"format":1', '"format":9'), "format 9"],
  [
    "with a column of another version",
    (bytes) => changedAt(bytes, '"excerpt",', '"excerpts",'),
    "table products differs",
  ],
  [
    "with a row that the database refuses",
    (bytes) =>
      resealed(
        changedAt(bytes, '"continue_selling_when_out_of_stock":false', '"continue_selling_when_out_of_stock":null'),
      ),
    "rows of variants that the database refuses",
  ],
])("a file %s is refused, and nothing is kept", { timeout: 240_000 }, async (_what, change, said) => {
  const { environment } = await source();
  const bad = join(temporaryFolder(), "bad.hanout");
  writeFileSync(bad, change(readFileSync(file)));

  const { code, err } = await importing([bad, "--slug", newSlug()], environment);

  expect([code, err]).toEqual([1, expect.stringContaining(said)]);
  const sites = await query<{ slug: string }>(environment.DATABASE_URL, "select slug from sites where is_arriving");
  expect(sites).toEqual([]);
});

test("an embedded database takes it beside a running server", { timeout: 240_000 }, async () => {
  await source();
  const DATA_DIR = migratedFolder();
  const server = await serve({ DATA_DIR, DEMO: "never" });
  const { code, out } = await importing([file, "--json"], { DATA_DIR });
  const back = join(folder, "back.hanout");
  const exported = await hanout(["stores", "export", slug, back], { DATA_DIR });
  const taken = await hanout(["stores", "export", slug, back], { DATA_DIR });
  await server.stop("SIGTERM");

  expect([code, exported.code, taken.code]).toEqual([0, 0, 1]);
  expect((JSON.parse(out) as { rows: object }).rows).toMatchObject({ sites: 1, files: 1 });
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  const lines = (path: string) =>
    gunzipSync(readFileSync(path))
      .toString("latin1")
      .split("\n")
      .filter((line) => /^\{"(?!hanout|rows|end|file)/.test(line));
  expect(lines(back).sort()).toEqual(lines(file).sort());
});
