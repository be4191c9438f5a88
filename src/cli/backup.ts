import { noteBackup, writeBackup } from "../archives/archives.ts";
import { type Call, CommandError } from "./call.ts";
import { printJson } from "./screen/output.ts";

/** Writes the embedded database and its pictures to a file. */
export async function backup(call: Call, path: string, { json }: { json?: boolean }): Promise<void> {
  const { screen, settings } = call;
  requireEmbedded(call);
  const signal = call.interruption();
  await call.withDatabase(async ({ database }) => {
    const file = await call.createFile(path);
    const at = new Date().toISOString();
    screen.startProgress("Backing up", 100);
    let pictures: number | null;
    try {
      const onBytes = (done: number, total: number) =>
        screen.updateProgress((100 * done) / total, megabytes(done, total));
      pictures = await writeBackup(database, settings, { out: file.content, onBytes, signal });
      await file.keep();
    } catch (error) {
      await file.discard().catch(() => {}); // the client may have gone
      throw signal.aborted ? new CommandError("Interrupted. Nothing was written.") : error;
    } finally {
      screen.stopProgress();
    }
    if (json) printJson(screen, { file: path, pictures });
    else screen.print(`Wrote the database and ${picturesIn(pictures)} to ${path}.`);
    await noteBackup(settings.DATA_DIR, at);
  });
}

export const picturesIn = (pictures: number | null): string =>
  pictures === null ? "no pictures, which are in a bucket," : pictures === 1 ? "1 picture" : `${pictures} pictures`;

export const megabytes = (done: number, total: number): string =>
  `${(done / 1_000_000).toFixed(0)} of ${(total / 1_000_000).toFixed(0)} MB`;

/** Throws CommandError on PostgreSQL. */
export function requireEmbedded({ settings }: Call): void {
  if (!settings.DATABASE_URL) return;
  throw new CommandError(
    "PostgreSQL is backed up and restored by its own tools (docs/operating/backup.md); this command is for the embedded database.",
  );
}
