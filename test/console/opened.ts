import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openBrowser } from "../client/browser.ts";
import { buildTestApp, type Shop } from "../support/app.ts";

export type Language = "ar" | "fr" | "en";

/** Where and how the console is looked at. */
export interface Looking {
  language?: Language;
  device?: "phone" | "desktop";
  colours?: "light" | "dark";
}

const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
const TAGS: Record<Language, string> = { ar: "ar-DZ", fr: "fr-DZ", en: "en-GB" };

/** The console of this clone, built and served, and a browser. */
export interface OpenedConsole {
  app: FastifyInstance;
  browser: Browser;
  url: string;
  close(): Promise<void>;
}

/** Builds the console from its sources, apart from what `npm run build` makes, and serves it. */
export async function openConsole(): Promise<OpenedConsole> {
  const folder = mkdtempSync(join(tmpdir(), "hanout-console-"));
  const vite = ["node_modules/vite/bin/vite.js", "build", "console", "--outDir", folder, "--logLevel", "warn"];
  execFileSync(process.execPath, vite, { stdio: ["ignore", "inherit", "inherit"] });
  const app = await buildTestApp({}, undefined, undefined, undefined, folder);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const browser = await openBrowser([]);
  return {
    app,
    browser,
    url,
    async close() {
      await browser.close();
      await app.close();
    },
  };
}

/** A page of a person who works in these stores. What the browser complains of fails the test that calls `complaints`. */
export async function signIn(
  { browser, url }: OpenedConsole,
  shops: readonly Shop[],
  { language = "fr", device = "desktop", colours = "light" }: Looking = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: SIZES[device],
    locale: TAGS[language],
    colorScheme: colours,
    hasTouch: device === "phone",
  });
  await asPersonIn(context, shops);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  return { page, context, complaints };
}
