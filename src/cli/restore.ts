import { join } from "node:path";
import { type Restored, readBackup } from "../archives/archives.ts";
import { lockFolder } from "../db/pglite/folder-lock.ts";
import { megabytes, picturesIn, requireEmbedded } from "./backup.ts";
import { type Call, CommandError } from "./call.ts";
import { printJson } from "./screen/output.ts";

/** Puts the embedded database and its pictures back from a file. */
export async function restore(
  call: Call,
  path: string,
  { check = false, json }: { check?: boolean; json?: boolean },
): Promise<void> {
  const { screen, settings } = call;
  requireEmbedded(call);
  if (call.isServed && !check) {
    throw new CommandError("The server uses the data folder: stop it, run this command, and start it again.");
  }
  const file = await call.openFile(path);
  const signal = call.interruption();
  const unlock = check ? () => {} : lockFolder(join(settings.DATA_DIR, "pglite"));
  screen.startProgress("Reading", 100);
  try {
    const onBytes = (done: number, total: number) =>
      screen.updateProgress((100 * done) / total, megabytes(done, total));
    const restored = await readBackup(file.content, settings, { isCheck: check, onBytes, signal });
    if (json) printJson(screen, restored);
    else screen.print(sentenceOf(restored, check));
  } catch (error) {
    throw error === signal.reason ? new CommandError("Interrupted. Nothing was replaced.") : error;
  } finally {
    screen.stopProgress();
    unlock();
  }
}

function sentenceOf({ made_at, version, stores, pictures, replaced }: Restored, isCheck: boolean): string {
  const what = `${stores === 1 ? "1 store" : `${stores} stores`} and ${picturesIn(pictures)} of ${made_at}, written by Hanout ${version}`;
  if (isCheck) return `The backup is whole, and its database opens: ${what}.`;
  return `Restored ${what}.${replaced === null ? "" : `\nWhat was there before is in ${replaced}: remove it when you need it no more.`}`;
}
