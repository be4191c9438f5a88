import { type Adopted, adoptOfProducts } from "../../adoption/adoption.ts";
import type { Database, Tenant } from "../../db/database.ts";
import { Files } from "../../files/files.ts";
import type { Call } from "../call.ts";
import { orCommandError } from "../database.ts";

/** Fetches the pictures that the store's products name on other servers; says of each that cannot be fetched why. */
export async function adoptPictures(
  { screen, settings }: Pick<Call, "screen" | "settings">,
  database: Database,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<Adopted> {
  const files = new Files(settings);
  let adopted: Adopted = { things: 0, pictures: 0, failed: 0, failures: [], looked: 0, total: 0 };
  let told = 0;
  const work = async () => {
    for await (adopted of adoptOfProducts(database, tenant, files, signal)) {
      const { failures, looked, total, pictures } = adopted;
      screen.updateProgress((100 * looked) / Math.max(total, 1), `${pictures.toLocaleString("en")} pictures`);
      for (const { slug, address, reason } of failures.slice(told)) screen.note(`${slug}, ${address}: ${reason}`);
      told = failures.length;
    }
  };
  screen.startProgress("Fetching pictures", 100);
  try {
    await orCommandError(work());
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    screen.stopProgress();
    files.stop();
  }
  return adopted;
}
