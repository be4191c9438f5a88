import closeWithGrace from "close-with-grace";
import { readSettings, type Settings } from "../config.ts";
import { type Server, startServer } from "../main.ts";

export async function serve(): Promise<void> {
  const settings = readSettings();
  const server = await startServer(settings, console.log);
  const delay = (settings.SHUTDOWN_DELAY_SECONDS + settings.SHUTDOWN_GRACE_SECONDS) * 1000;
  closeWithGrace({ delay, logger: false }, async ({ err }) => {
    if (err) console.error(err);
    await server.stop();
  });
  const { STOREFRONT } = await import("../app.ts");
  console.log(banner(settings, server, STOREFRONT)); // last, because a script may stop the server as soon as it reads this
}

/** The text printed after the start. In production it contains no keys, because logs are stored and widely readable. */
function banner({ DATABASE_URL, DATA_DIR, NODE_ENV }: Settings, { url, demo }: Server, storefront: string): string {
  const stores = NODE_ENV === "production" ? [] : (demo?.stores ?? []);
  const [first] = stores;
  const database = DATABASE_URL
    ? "PostgreSQL"
    : `embedded, in ${DATA_DIR} (survives a crash of the process, not a loss of power)`;
  return [
    "",
    "Hanout is running.",
    `  Storefront API  ${url}${storefront}`,
    `  API reference   ${url}/docs`,
    `  Database        ${database}`,
    "",
    ...stores.flatMap((store) => [
      `  ${store.name} (${store.slug})`,
      `    publishable key  ${store.publishable_key}`,
      `    secret key       ${store.secret_key}`,
    ]),
    ...(first
      ? ["", "Try it:", `  curl -H "x-api-key: ${first.publishable_key}" "${url}${storefront}/products?limit=3"`]
      : ['Create a store with: hanout stores create --slug my-shop --name "My shop"']),
    "",
  ].join("\n");
}
