import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The same minimum as for the setting: with an empty key anybody could sign tokens. */
const MIN_LENGTH = 32;

/**
 * The secrets that sign customers' tokens: the configured ones, or else one that is generated at the first start and
 * stored in the data folder. Two servers that start at the same time on one folder use the same secret. Throws when the
 * stored secret is too short to be safe.
 */
export function tokenSecrets(configured: string[], folder: string): string[] {
  return configured.length > 0 ? configured : [storedSecret(folder)];
}

function storedSecret(folder: string): string {
  const file = join(folder, "customer-token.key");
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600, flush: true }); // flushed before it gets its name
  try {
    linkSync(draft, file); // atomic, and never replaces the file of another server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < MIN_LENGTH) {
    throw new Error(
      `The key of customers' tokens in ${file} is damaged; delete the file, and customers sign in again.`,
    );
  }
  return secret;
}
