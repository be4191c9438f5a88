import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The secrets that sign customers' tokens: those that are set, else one of the data folder, made at the first start.
 * Two servers that start at once on one folder end up with the same.
 */
export function tokenSecrets(set: string[], folder: string): string[] {
  return set.length > 0 ? set : [keptSecret(folder)];
}

function keptSecret(folder: string): string {
  const file = join(folder, "customer-token.key");
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600 });
  try {
    linkSync(draft, file); // whole or not at all, and never over another's
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8");
}
