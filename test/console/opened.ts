import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Role } from "../../src/staff/staff.ts";
import { eventNumbering } from "../../src/work.ts";
import { openBrowser } from "../client/browser.ts";
import { listenTo } from "../client/looked-at.ts";
import { personOf } from "../staff/people.ts";
import { buildTestApp, database, keyring, type Shop, settingsWith, tokens } from "../support/app.ts";

export { faultsOf, isTooWide, listenTo } from "../client/looked-at.ts";

export type Language = "ar" | "fr" | "en";

/** Where and how the console is looked at. */
export interface Looking {
  language?: Language;
  device?: keyof typeof SIZES;
  colours?: "light" | "dark";
  role?: Role;
}

const LANGUAGES = ["ar", "fr", "en"] as const;
const DEVICES = ["phone", "desktop"] as const;
const COLOURS = ["light", "dark"] as const;

/** One of the twelve ways to look at the console; twelve seeds in a row have all of them, and two both devices. */
export const lookingBy = (seed: number) => ({
  language: LANGUAGES[seed % 3] ?? "ar",
  device: DEVICES[seed % 2] ?? "phone",
  colours: COLOURS[Math.floor(seed / 6) % 2] ?? "light",
});

/** A store in which people work. */
type Store = Pick<Shop, "id" | "slug">;

/** The tablet is held upright. */
const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};
const TAGS: Record<Language, string> = { ar: "ar-DZ", fr: "fr-DZ", en: "en-GB" };

/** The console of this clone, built and served, and a browser. */
export interface OpenedConsole {
  app: FastifyInstance;
  browser: Browser;
  url: string;
  /** Gives the events of a store their numbers, as the server does after each commit: then streams tell them. */
  tellEvents(shop: Shop): Promise<void>;
  close(): Promise<void>;
}

let built: string | undefined;

/** Builds the console from its sources, once in a process, apart from what `npm run build` makes. Returns the folder. */
function buildConsole(): string {
  if (built) return built;
  const folder = mkdtempSync(join(tmpdir(), "hanout-console-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const vite = ["node_modules/vite/bin/vite.js", "build", "console", "--outDir", folder, "--logLevel", "warn"];
  execFileSync(process.execPath, vite, { env: { ...process.env, NODE_ENV: "production" }, stdio: "pipe" });
  built = folder;
  return folder;
}

/** Serves the console of this clone. */
export async function openConsole(): Promise<OpenedConsole> {
  const app = await buildTestApp({}, undefined, undefined, undefined, buildConsole());
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const browser = await openBrowser([]);
  const numbering = eventNumbering({ settings: settingsWith(), database, keyring, tokens }, app.eventStreams);
  return {
    app,
    browser,
    url: address.replace("127.0.0.1", "localhost"),
    async tellEvents(shop) {
      while (await shop.transact((db) => numbering.numberEvents(db)));
    },
    async close() {
      await browser.close();
      await app.close();
    },
  };
}

/** A browser of somebody who works in these stores, signed in. */
export interface Person {
  context: BrowserContext;
  page: Page;
  email: string;
  /** What the browser complains of: errors of scripts, and what the Content-Security-Policy stopped. */
  complaints: string[];
}

/** Opens a browser for a new person who works in these stores. */
export async function openAs(
  { browser, url }: OpenedConsole,
  [first, ...others]: readonly [Store, ...Store[]],
  { language = "fr", device = "desktop", colours = "light", role = "owner" }: Looking = {},
): Promise<Person> {
  const { page: session, email } = await personOf(first, role);
  for (const shop of others) await personOf(shop, role, { email, page: session });
  const context = await browser.newContext({
    baseURL: url,
    viewport: SIZES[device],
    locale: TAGS[language],
    colorScheme: colours,
    hasTouch: device !== "desktop",
    reducedMotion: "reduce",
  });
  const [name = "", value = ""] = session.cookie.split("=");
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  listenTo(page, complaints);
  return { context, page, email, complaints };
}

/** Goes to a screen as a link does, without loading the page again. */
export const goTo = (page: Page, address: string): Promise<void> =>
  page.evaluate(`history.pushState({}, "", ${JSON.stringify(address)})`);

/** Holds these requests back until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}

/** The address of a screen of a store, with what is filled in. */
export function screenOf(shop: Store, screen: string, filledIn: Record<string, unknown> = {}): string {
  const values = Object.entries(filledIn).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return `/console/stores/${shop.slug}/${screen}?${new URLSearchParams(values)}`;
}
