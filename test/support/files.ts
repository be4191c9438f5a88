import { createHash } from "node:crypto";
import { newId } from "../../src/core/ids.ts";
import type { SiteDb } from "../../src/db/database.ts";
import { insertFile } from "../../src/files/queries.ts";

/** The row of an uploaded picture, without the picture; returns its id. */
export async function addFileRow(db: SiteDb): Promise<string> {
  const id = newId();
  const hash = createHash("sha256").update(id).digest("hex");
  const placeholder = "data:image/webp;base64,UklGRg==";
  const row = { id, hash, kind: "jpg" as const, name: "vase.jpg", bytes: 1000, width: 40, height: 30, placeholder };
  await insertFile(db, { ...row, created_at: db.now });
  return id;
}
