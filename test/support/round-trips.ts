import type { Driver } from "../../src/db/database.ts";

/**
 * Returns the driver, and a function that counts the round trips to the database during some work. Statements that are
 * sent before an earlier one is answered share its round trip; `begin` shares that of the first statements, and `commit`
 * that of statements whose answers nobody waits for. `countsCommit` says whether a commit that shares none counts.
 */
export function withRoundTrips(
  driver: Driver,
  { countsCommit = true } = {},
): {
  driver: Driver;
  roundTripsOf(work: () => Promise<unknown>): Promise<number>;
} {
  let count = 0;
  const alone =
    (query: Driver["query"]): Driver["query"] =>
    (...statement) => {
      count++;
      return query(...statement);
    };
  const inTransaction =
    <T>(work: (driver: Driver) => Promise<T>) =>
    async (inner: Driver): Promise<T> => {
      let isUnderWay = true;
      const send = () => {
        if (!isUnderWay) count++;
        isUnderWay = true;
      };
      const query: Driver["query"] = async (...statement) => {
        send();
        const rows = await inner.query(...statement);
        isUnderWay = false;
        return rows;
      };
      count++;
      const result = await work({ ...inner, query, read: query });
      if (countsCommit) send();
      return result;
    };
  return {
    driver: {
      ...driver,
      query: alone(driver.query),
      read: alone(driver.read),
      transaction: (work, siteId) => driver.transaction(inTransaction(work), siteId),
      readTransaction: (work, siteId) => driver.readTransaction(inTransaction(work), siteId),
    },
    roundTripsOf: async (work) => {
      count = 0;
      await work();
      return count;
    },
  };
}
