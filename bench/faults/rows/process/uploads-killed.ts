import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { Type } from "typebox";
import { ADMIN } from "../../../../src/app.ts";
import { readSettings } from "../../../../src/config.ts";
import { sql } from "../../../../src/db/sql.ts";
import { clearFiles, Files } from "../../../../src/files/files.ts";
import { tenantOf } from "../../../harness/stores.ts";
import { type Fault, unmetCriteria } from "../../fault.ts";
import { seedOne } from "../../scene.ts";

const UPLOADS = 200;
const KILLS = 5;
const CLIENTS = 8;
/** Later than all that is left behind is removed. */
const TWO_DAYS_MS = 2 * 86_400_000;

const pictureOf = (number: number): Promise<Buffer> =>
  sharp({ create: { width: 400 + number, height: 300, channels: 3, background: { r: number, g: 80, b: 80 } } })
    .jpeg()
    .toBuffer();

/** The whole pictures in a folder, by hash, and what is on its way. */
function filesIn(folder: string): { kept: Set<string>; incoming: number } {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  const incoming = files.filter((name) => name.startsWith(".incoming")).length;
  return { kept: new Set(files.flatMap((name) => /([0-9a-f]{64})\.\w+$/.exec(name)?.[1] ?? [])), incoming };
}

export const uploadsKilled: Fault = {
  name: "uploads-killed",
  about: `The server is killed (SIGKILL) ${KILLS} times in the middle of ${UPLOADS} uploads of pictures.`,
  databases: ["postgres", "pglite"],
  quick: true,
  run: async (context) => {
    const database = await context.newDatabase();
    const { id, secret_key: secretKey } = await seedOne(database);
    const folder = mkdtempSync(join(tmpdir(), "hanout-uploads-"));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const environment = { ...database.environment, MEDIA_DIR: folder };
    const answers: Record<string, number> = {};
    const acknowledged = new Set<string>();
    let next = 0;
    const upload = async (url: string) => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(await pictureOf(next++))]), "a.jpg");
      const headers = { authorization: `Bearer ${secretKey}` };
      const answer = await fetch(`${url}${ADMIN}/files`, { method: "POST", headers, body: form });
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      const [, hash] = /([0-9a-f]{64})/.exec(((await answer.json()) as { url?: string }).url ?? "") ?? [];
      if (hash) acknowledged.add(hash);
    };
    let atKills = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const server = await context.startServer(environment);
      const until = Math.round((UPLOADS / KILLS) * kill);
      const client = async () => {
        while (next < until) await upload(server.url);
      };
      const clients = Array.from({ length: CLIENTS }, () =>
        client().catch(() => {
          answers.reset = (answers.reset ?? 0) + 1;
        }),
      );
      while (next < until - CLIENTS) await pause(5);
      await pause(20 * kill);
      await server.stop("SIGKILL");
      await Promise.all(clients);
      const { kept, incoming } = filesIn(folder);
      atKills += incoming + [...kept].filter((hash) => !acknowledged.has(hash)).length;
      next = Math.max(next, until);
      context.say(`killed ${kill} of ${KILLS}`);
    }
    const now = new Date(Date.now() + TWO_DAYS_MS).toISOString();
    const files = new Files(readSettings({ MEDIA_DIR: folder }));
    const rows = await database.use(async (opened) => {
      await clearFiles({ database: opened, files, now, signal: new AbortController().signal });
      const found = await opened.transact(tenantOf(id), (db) =>
        db.many(Type.Object({ hash: Type.String() }), sql`select hash from files where site_id = ${db.siteId}`),
      );
      return new Set(found.map(({ hash }) => hash));
    });
    const { kept, incoming } = filesIn(folder);
    const lost = [...acknowledged].filter((hash) => !rows.has(hash) || !kept.has(hash)).length;
    return {
      answers,
      longestGapMs: 0,
      acknowledged: acknowledged.size,
      lost,
      invariants: [],
      measured: `${atKills} files without an answer when the server was killed; ${rows.size} rows and ${kept.size} pictures after clearing`,
      failures: unmetCriteria([
        [lost === 0, "every picture that was answered is there"],
        [[...rows].every((hash) => kept.has(hash)), "no row is without its file"],
        [[...kept].every((hash) => rows.has(hash)) && incoming === 0, "no file is left without a row"],
        [atKills > 0, "uploads are cut"],
      ]),
    };
  },
};
