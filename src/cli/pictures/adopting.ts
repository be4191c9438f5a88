import { type Adopted, adoptedWith, adoptOfProducts, NOTHING_ADOPTED } from "../../adoption/adoption.ts";
import type { Tenant } from "../../db/database.ts";
import type { Opened, Screen } from "../call.ts";
import { orCommandError } from "../database.ts";

/** As many as of an import are told at its end. */
const MAX_FAILURES = 1000;

/**
 * Fetches the pictures that the store's products name on other servers; says of each that cannot be fetched why. `error`: what ended this
 * too early; what was done by then stays.
 */
export async function adoptPictures(
  screen: Screen,
  { database, files }: Opened,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<{ adopted: Adopted; error?: unknown }> {
  let adopted = NOTHING_ADOPTED;
  const work = async () => {
    for await (const { done, looked, total } of adoptOfProducts(database, tenant, files, signal)) {
      adopted = adoptedWith(adopted, done, MAX_FAILURES);
      screen.updateProgress((100 * looked) / Math.max(total, 1), `${adopted.pictures.toLocaleString("en")} pictures`);
      for (const { slug, address, reason } of done.failures) screen.note(`${slug}, ${address}: ${reason}`);
    }
  };
  screen.startProgress("Fetching pictures", 100);
  try {
    await orCommandError(work());
  } catch (error) {
    if (!signal.aborted) return { adopted, error };
  } finally {
    screen.stopProgress();
  }
  return { adopted };
}
