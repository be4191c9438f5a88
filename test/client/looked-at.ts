import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Notes what the browser complains of, but of refusals of the server, which the console shows. */
export function listenTo(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
}

/** What is wrong on the screen for people who cannot see, or not well. A page that a script goes to has no title for a moment. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForFunction("document.title");
  return page.evaluate(`${AXE}; axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).slice(0, 3).join(" | ")))`);
}

/** Whether something is wider than the screen, so that the page moves sideways under a finger. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
