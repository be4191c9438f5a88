import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { newId } from "../../src/core/ids.ts";
import type { SiteDb } from "../../src/db/database.ts";
import { type FileSettings, Files, publicFetch } from "../../src/files/files.ts";
import { insertFile } from "../../src/files/queries.ts";

/** 8 × 6 pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAMAAADJ2y/JAAAAA1BMVEWqVSJhOQ2ZAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgIAcAAAA2AAHjaZSbAAAAAElFTkSuQmCC",
  "base64",
);

/** The pictures of an application of tests: every address of example.com has one, each another. `onFetch`: is told first. */
export function testFiles(
  settings: FileSettings,
  onFetch: (address: string, signal?: AbortSignal) => Promise<void> | void = () => {},
): Files {
  const fetch = publicFetch({ rules: { ports: [443], toThisMachine: settings.WEBHOOKS_TO_THIS_MACHINE } });
  return new Files(settings, async (address, take, signal) => {
    await onFetch(address, signal);
    return address.startsWith("https://example.com/")
      ? take(Readable.from([PNG, Buffer.from(address)]))
      : fetch(address, take, signal);
  });
}

/** The row of an uploaded picture, without the picture; returns its id. */
export async function addFileRow(db: SiteDb): Promise<string> {
  const id = newId();
  const hash = createHash("sha256").update(id).digest("hex");
  const placeholder = "data:image/webp;base64,UklGRg==";
  const row = { id, hash, kind: "jpg" as const, name: "vase.jpg", bytes: 1000, width: 40, height: 30, placeholder };
  await insertFile(db, { ...row, created_at: db.now });
  return id;
}
