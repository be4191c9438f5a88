import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import {
  arrive,
  beginArrival,
  checkStore,
  dropUnfinished,
  exportStore,
  shapesOf,
} from "../../../../src/archives/archives.ts";
import { saveCategory } from "../../../../src/catalog/catalog.ts";
import { newId } from "../../../../src/core/ids.ts";
import type { Database, Tenant } from "../../../../src/db/database.ts";
import { createStore } from "../../../../src/store/store.ts";
import type { Use } from "../../scene.ts";
import { explainedFiles } from "../files.ts";

/** A store with little in it. */
async function smallStore(database: Database, like: Tenant): Promise<{ tenant: Tenant; slug: string }> {
  const tenant = { ...like, siteId: newId() };
  const slug = `explained-${tenant.siteId}`;
  await database.transact(tenant, async (db) => {
    await createStore(db, { slug, name: "Explained", locale: "fr" });
    const shown = { description: null, image_url: null, is_active: true, position: 0 };
    await saveCategory(db, { slug: "lampes", name: "Lampes", parent_id: null, ...shown });
  });
  return { tenant, slug };
}

/** A store is written to a file and read under another slug; another import is broken off and dropped. */
export const ARCHIVES: Record<string, Use> = {
  "archives: a store moves": async ({ database, store }) => {
    const small = await smallStore(database, store.tenant);
    const files = explainedFiles();
    const signal = new AbortController().signal;
    const onRows = () => {};
    const out = new PassThrough();
    const [bytes] = await Promise.all([buffer(out), exportStore(database, small, files, { out, onRows, signal })]);
    const open = async () => Readable.from([bytes]);
    const checked = await checkStore(await open(), await database.report(small.tenant, shapesOf), onRows, signal);
    const parts = { database, files, open, onRows, signal, pause, onError: () => {} };
    const arrival = await beginArrival(parts, checked, `${small.slug}-copy`);
    const { state, problem } = await arrive(arrival, checked, parts);
    if (state !== "done") throw new Error(`the import is ${state}: ${problem}`);
    const broken = new AbortController();
    const other = await beginArrival(parts, checked, `${small.slug}-other`);
    const breakOff = () => broken.abort();
    await arrive(other, checked, { ...parts, onRows: breakOff, signal: broken.signal });
    await dropUnfinished(parts, other.slug);
    files.stop();
  },
};
