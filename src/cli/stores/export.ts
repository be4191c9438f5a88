import { exportStore, onCopy } from "../../archives/archives.ts";
import { type Call, CommandError } from "../call.ts";
import { requireStore, tenantOf } from "../database.ts";
import { printJson } from "../screen/output.ts";

/** Writes a store to a file. */
export async function exportOne(call: Call, slug: string, path: string, { json }: { json?: boolean }): Promise<number> {
  return call.withDatabase(async ({ database, files }) => {
    const { screen, settings } = call;
    const tenant = tenantOf(await requireStore(database, slug, call.program));
    const signal = call.interruption();
    const file = await call.createFile(path);
    screen.startProgress("Exporting", 100);
    try {
      const onRows = (done: number, total: number) =>
        screen.updateProgress((100 * done) / total, rowsDone(done, total));
      const { rows, missing } = await onCopy(database, settings.DATA_DIR, (copy) =>
        exportStore(copy, { tenant, slug }, files, { out: file.content, onRows, signal }),
      );
      await file.keep();
      if (missing > 0)
        screen.note(`${counted(missing)} pictures are missing where they are kept, and are not in the file.`);
      if (json) printJson(screen, { slug, rows, missing_pictures: missing });
      else screen.print(`Wrote the store ${slug} to ${path}: ${counted(sum(rows))} rows, ${rows.files ?? 0} pictures.`);
      return 0;
    } catch (error) {
      await file.discard().catch(() => {}); // the client may have gone
      if (!signal.aborted) throw error;
      throw new CommandError("Interrupted. Nothing was written.");
    } finally {
      screen.stopProgress();
    }
  });
}

export const sum = (rows: Record<string, number>): number => Object.values(rows).reduce((all, count) => all + count, 0);
export const counted = (count: number): string => count.toLocaleString("en");
export const rowsDone = (done: number, total: number): string => `${counted(done)} of ${counted(total)} rows`;
