import { loadDemoStores } from "../demo/first-start.ts";
import { createLoadTestStores } from "../demo/load-test-stores.ts";
import { type Call, CommandError, EXIT_CODE_INTERRUPTED } from "./call.ts";
import { printJson } from "./screen/output.ts";

interface Options {
  products?: number;
  stores?: number;
  json?: boolean;
}

export function demo(call: Call, { products, stores, json = false }: Options): Promise<number> | Promise<void> {
  if (products === undefined && stores !== undefined) throw new CommandError("--stores needs --products.");
  return products === undefined ? loadDemo(call, json) : createLoadTest(call, products, stores ?? 1, json);
}

const loadDemo = (call: Call, json: boolean): Promise<void> =>
  call.withDatabase(async ({ database, url }) => {
    const { screen, settings } = call;
    const { stores } = await loadDemoStores(settings.DATA_DIR, database, url);
    if (json) return printJson(screen, { stores });
    for (const store of stores)
      screen.print(
        `${store.slug}\n  publishable key  ${store.publishable_key}\n  secret key       ${store.secret_key}`,
      );
    screen.print(`The keys are also in ${settings.DATA_DIR}/demo.json.`);
  });

const createLoadTest = (call: Call, products: number, stores: number, json: boolean): Promise<number> =>
  call.withDatabase(async ({ database }) => {
    const { screen } = call;
    const interrupted = call.interruption();
    let done = 0;
    screen.startProgress("Creating products", products);
    try {
      for await (const created of createLoadTestStores(database, { products, stores })) {
        done += created;
        screen.updateProgress(done, `${counted(done)} of ${counted(products)}`);
        if (interrupted.aborted) break;
      }
    } finally {
      screen.stopProgress();
    }
    if (done < products) {
      screen.note(`Interrupted: ${counted(done)} of ${counted(products)} products are there. Run it again to go on.`);
      return EXIT_CODE_INTERRUPTED;
    }
    if (json) printJson(screen, { products, stores });
    else screen.print(summaryText(products, stores, call.program));
    return 0;
  });

const summaryText = (products: number, stores: number, program: string): string =>
  `There are ${products} products in ${stores} stores, load-1 to load-${stores}. Create a key with: ${program} keys create --store load-1`;

const counted = (count: number): string => count.toLocaleString("en");
