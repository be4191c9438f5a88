import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const OF_DEBIAN = "/usr/bin/chromium";

/**
 * Starts a headless browser: Debian's chromium where it is, else the one from the package, else Debian's after an installation,
 * which needs root. `hosts`: made-up host names that lead to this machine. Throws when there is none: a test of a browser
 * never passes without one.
 */
export async function openBrowser(hosts: string[] = []): Promise<Browser> {
  const resolving =
    hosts.length > 0 ? [`--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(",")}`] : [];
  const ofDebian = () => chromium.launch({ executablePath: OF_DEBIAN, args: ["--no-sandbox", ...resolving] });
  if (existsSync(OF_DEBIAN)) return ofDebian();
  try {
    return await chromium.launch({
      executablePath: await sparticuz.executablePath(),
      args: [...sparticuz.args, ...resolving],
    });
  } catch (error) {
    console.warn(`The browser of the package does not start, so Debian's is installed. ${error}`);
    execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], { stdio: "inherit" });
    return ofDebian();
  }
}
