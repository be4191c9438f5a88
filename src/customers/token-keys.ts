import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** As of the setting: with an empty key anybody could sign. */
const MIN_LENGTH = 32;

/**
 * The secrets that sign customers' tokens: those that are set, else one of the data folder, made at the first start.
 * Two servers that start at once on one folder end up with the same. Throws when the kept one is too short to be safe.
 */
export function tokenSecrets(set: string[], folder: string): string[] {
  return set.length > 0 ? set : [keptSecret(folder)];
}

function keptSecret(folder: string): string {
  const file = join(folder, "customer-token.key");
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600, flush: true }); // on the disk before it has its name
  try {
    linkSync(draft, file); // whole or not at all, and never over another's
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  const kept = readFileSync(file, "utf8").trim();
  if (kept.length < MIN_LENGTH) {
    throw new Error(
      `The key of customers' tokens in ${file} is damaged; delete the file, and customers sign in again.`,
    );
  }
  return kept;
}
