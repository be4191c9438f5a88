import { loadDemoStores } from "../demo/first-start.ts";
import { createLoadTestStores } from "../demo/load-test-stores.ts";
import { commandName } from "./command-name.ts";
import { withDatabase } from "./database.ts";
import { interruption } from "./interruption.ts";
import { CommandError, printJson, startProgress } from "./output.ts";

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
    const interrupted = interruption();
    const progress = startProgress("Creating products", products);
    let done = 0;
    try {
      for await (const created of createLoadTestStores(database, { products, stores })) {
        done += created;
        progress.update(done, `${counted(done)} of ${counted(products)}`);
        if (interrupted.aborted) break;
      }
    } finally {
      progress.stop();
    }
    if (done < products) {
      console.error(`Interrupted: ${counted(done)} of ${counted(products)} products are there. Run it again to go on.`);
      return;
    }
    if (json) return printJson({ products, stores });
    console.log(
      `There are ${products} products in ${stores} stores, load-1 to load-${stores}. Create a key with: ${commandName()} keys create --store load-1`,
    );
  });

const counted = (count: number): string => count.toLocaleString("en");
