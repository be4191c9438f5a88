import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { ADMIN } from "../../../../src/app.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { longestGap, sentBetween, tally } from "../../load.ts";
import { openRunningShop } from "../../scene.ts";
import { auditOrders } from "../../stores-and-orders.ts";
import { invalidAnswers, seconds } from "../criteria.ts";
import { runHanout } from "./command.ts";

const LOAD_MS = 4000;
/** On the disk of a busy machine, with a thousand files. */
const MAX_GAP_MS = 1500;

export const embeddedRestored: Fault = {
  name: "embedded-restored",
  about:
    "The embedded database is backed up under orders; later the server is killed, its database and pictures are removed, and the backup is restored.",
  databases: ["pglite"],
  quick: true,
  run: async (context) => {
    const scene = await openRunningShop(context);
    const { folder } = context;
    const picture = await upload(scene.server.url, scene.store.secret_key);
    await pause(LOAD_MS);
    const file = join(folder, "hanout.backup");
    const from = performance.now();
    const { ms } = await runHanout(context, ["backup", file], { DATA_DIR: folder });
    const to = performance.now();
    await pause(LOAD_MS);
    await scene.stop();
    const gap = longestGap(sentBetween(scene.watch.answers, from, to));
    await scene.server.stop("SIGKILL");
    for (const lost of ["pglite", "media"]) rmSync(join(folder, lost), { recursive: true });
    const restored = await runHanout(context, ["restore", file], { DATA_DIR: folder });

    const { placed, acknowledged } = scene.orders;
    const before = acknowledged.filter((_, i) => (placed[i]?.at ?? 0) < from);
    const after = acknowledged.filter((_, i) => (placed[i]?.askedAt ?? 0) > to);
    const audit = (numbers: string[]) =>
      scene.database.use((db) => auditOrders(db, [{ store: scene.store, acknowledged: numbers }]));
    const kept = await audit(before);
    const { lost: gone } = await audit(after);
    const server = await scene.restart();
    const shown = await fetch(server.url + picture);
    await server.stop();
    return {
      answers: tally(scene.answers()),
      longestGapMs: gap,
      ...kept,
      measured: `${before.length} orders before the backup are there, ${gone} of ${after.length} after it are gone; the backup took ${seconds(ms)} for ${(statSync(file).size / 1e6).toFixed(1)} MB, longest gap meanwhile ${seconds(gap)}; the restore ${seconds(restored.ms)}`,
      failures: unmetCriteria([
        [before.length > 0 && after.length > 0, "orders were placed before and after"],
        [gone === after.length, "the backup is of one moment"],
        [shown.status === 200, "pictures are there"],
        [gap < MAX_GAP_MS, "shoppers wait for less than 1.5 s while it is made"],
        [invalidAnswers(scene.answers()).length === 0, "nobody is answered 500 or not at all"],
      ]),
    };
  },
};

/** Uploads a picture, and returns its path. */
async function upload(url: string, secretKey: string): Promise<string> {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#a33" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "a.jpg");
  const headers = { authorization: `Bearer ${secretKey}` };
  const answer = await fetch(`${url}${ADMIN}/files`, { method: "POST", headers, body: form });
  const { url: address } = (await answer.json()) as { url: string };
  return new URL(address, url).pathname;
}
