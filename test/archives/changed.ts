import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

/** A file whose hash is right again. */
export function resealed(bytes: Buffer): Buffer {
  const text = gunzipSync(bytes).toString("latin1");
  const end = text.trimEnd().lastIndexOf("\n") + 1;
  const body = Buffer.from(text.slice(0, end), "latin1");
  const last = { ...JSON.parse(text.slice(end)), sha256: createHash("sha256").update(body).digest("hex") };
  return gzipSync(Buffer.concat([body, Buffer.from(`${JSON.stringify(last)}\n`)]));
}

/** A file that differs in one place; its hash is wrong then. */
export function changedAt(bytes: Buffer, from: string, to: string): Buffer {
  return gzipSync(Buffer.from(gunzipSync(bytes).toString("latin1").replace(from, to), "latin1"));
}
