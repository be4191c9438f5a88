import { loadDemoStores } from "../demo/first-start.ts";
import { createLoadTestStores } from "../demo/load-test-stores.ts";
import { withDatabase } from "./database.ts";
import { CommandError, printJson, progressBar } from "./output.ts";

export async function demo({
  products,
  stores,
  json,
}: {
  products?: number;
  stores?: number;
  json?: boolean;
}): Promise<void> {
  if (products === undefined && stores !== undefined) throw new CommandError("--stores needs --products.");
  if (products === undefined) return loadDemo(json ?? false);
  await createLoadTest(products, stores ?? 1, json ?? false);
}

const loadDemo = (json: boolean): Promise<void> =>
  withDatabase(async (database, { DATA_DIR }) => {
    const { stores } = await loadDemoStores(DATA_DIR, database);
    if (json) return printJson({ stores });
    for (const store of stores)
      console.log(`${store.slug}\n  publishable key  ${store.publishable_key}\n  secret key       ${store.secret_key}`);
    console.log(`The keys are also in ${DATA_DIR}/demo.json.`);
  });

const createLoadTest = (products: number, stores: number, json: boolean): Promise<void> =>
  withDatabase(async (database) => {
    const progress = progressBar(
      products,
      "Creating products {bar} {percentage}% | {value} of {total} | {eta_formatted} left",
    );
    try {
      let done = 0;
      for await (const created of createLoadTestStores(database, { products, stores })) {
        done += created;
        progress.update(done);
      }
    } finally {
      progress.stop();
    }
    if (json) return printJson({ products, stores });
    console.log(
      `There are ${products} products in ${stores} stores, load-1 to load-${stores}. Create a key with: hanout keys create --store load-1`,
    );
  });
