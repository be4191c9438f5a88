import type { Settings } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Keyring } from "../keys/keys.ts";
import { allStores } from "../store/store.ts";
import { demoStores, loadDemoStore } from "./demo.ts";
import { type DemoFile, readDemoFile, writeDemoFile } from "./demo-file.ts";

/**
 * Loads the demo stores into an embedded database without other stores, unless `DEMO` is `never`. When `demo.json` is
 * missing or invalid, the demo stores get new keys.
 */
export async function loadDemoOnFirstStart(
  settings: Settings,
  database: Database,
  keyring: Keyring,
  log: (line: string) => void,
): Promise<void> {
  if (settings.DEMO === "never" || settings.DATABASE_URL) return;
  if (await readLiveDemo(settings.DATA_DIR, keyring)) return;
  if (await hasOwnStores(database)) return;
  log("Loading two demo stores …");
  await loadDemoStores(settings.DATA_DIR, database);
}

async function hasOwnStores(database: Database): Promise<boolean> {
  const demo = new Set(demoStores.map(({ slug }) => slug));
  for await (const { slug } of allStores(database.directory)) if (!demo.has(slug)) return true;
  return false;
}

/** Loads missing demo stores, creates keys for all of them and writes the keys to `demo.json`. `url`: of the running server. */
export async function loadDemoStores(folder: string, database: Database, url = ""): Promise<DemoFile> {
  const demo: DemoFile = { url, stores: [] };
  for (const store of demoStores) demo.stores.push(await loadDemoStore(database, store));
  await writeDemoFile(folder, demo);
  return demo;
}

/** Updates the server's address in `demo.json`. Returns its content; undefined unless its keys are valid in this database. */
export async function renewDemoFile(folder: string, keyring: Keyring, url: string): Promise<DemoFile | undefined> {
  const demo = await readLiveDemo(folder, keyring);
  if (demo && demo.url !== url) await writeDemoFile(folder, { ...demo, url });
  return demo && { ...demo, url };
}

/** Reads `demo.json`; undefined when its keys are not valid in this database, because the file belongs to another one. */
async function readLiveDemo(folder: string, keyring: Keyring): Promise<DemoFile | undefined> {
  const demo = await readDemoFile(folder);
  const owners = await Promise.all((demo?.stores ?? []).map((store) => keyring.findOwner(store.publishable_key)));
  return owners.length > 0 && owners.every(Boolean) ? demo : undefined;
}
