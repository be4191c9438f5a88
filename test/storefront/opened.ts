import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { openBrowser } from "../client/browser.ts";
import { faultsOf, isTooWide, listenTo } from "../client/looked-at.ts";

export { faultsOf, isTooWide };

export type Language = "ar" | "fr" | "en";

const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };

export interface Looking {
  device?: "phone" | "desktop";
  javaScript?: boolean;
}

/** A shopper's browser. */
export interface Shopper {
  context: BrowserContext;
  page: Page;
  /** What the browser complains of, and what is asked of other hosts than the shop and its server. */
  complaints: string[];
}

export const openedBrowser = (): Promise<Browser> => openBrowser([]);

/** A new shopper: addresses begin at the shop. */
export async function openShop(
  browser: Browser,
  { device = "phone", javaScript = true }: Looking = {},
): Promise<Shopper> {
  const { shop, otherShop, server } = inject("storefront");
  const context = await browser.newContext({
    baseURL: shop,
    viewport: SIZES[device],
    hasTouch: device === "phone",
    javaScriptEnabled: javaScript,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  listenTo(page, complaints);
  const ours = [shop, otherShop, server].map((url) => new URL(url).hostname);
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && !ours.includes(hostname)) complaints.push(`asks ${request.url()}`);
  });
  return { context, page, complaints };
}
