const INTERVAL_MS = 1000;
/** What fails, for example on a standby, or takes longer than a statement may, must not be tried every second. */
const AFTER_FAILURE_MS = 60_000;

/**
 * Looks every second for tables that have doubled, and has their statistics gathered by `analyze`. PostgreSQL keeps the plan of
 * a prepared statement until then: one that was made for an empty table would find a cart by its expiry and not by its id.
 * Returns a function that ends it.
 */
export function watchGrownTables(analyze: (statement: string) => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const lookIn = (ms: number) => {
    if (!hasEnded) timer = setTimeout(look, ms).unref();
  };
  const look = () => {
    analyze("select analyze_grown_tables()").then(
      () => lookIn(INTERVAL_MS),
      () => lookIn(AFTER_FAILURE_MS),
    );
  };
  lookIn(INTERVAL_MS);
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}
