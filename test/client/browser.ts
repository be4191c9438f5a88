import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const OF_DEBIAN = "/usr/bin/chromium";

/**
 * Starts a headless browser: Debian's chromium where it is, else the one from the package, else Debian's after an installation,
 * which needs root. `hosts`: made-up host names that lead to this machine. Throws when there is none: a test of a browser
 * never passes without one.
 */
export async function openBrowser(hosts: string[]): Promise<Browser> {
  // Not the arguments of the package: they switch off the rules for requests to other origins.
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(",");
  const args = ["--no-sandbox", `--host-resolver-rules=${rules}`];
  const ofDebian = () => chromium.launch({ executablePath: OF_DEBIAN, args });
  if (existsSync(OF_DEBIAN)) return ofDebian();
  try {
    return await chromium.launch({ ...(await unpacked()), args });
  } catch (error) {
    console.warn(`The browser of the package does not start, so Debian's is installed. ${error}`);
    for (const command of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]])
      execFileSync("apt-get", command, { stdio: "inherit" });
    return ofDebian();
  }
}

/** The browser of the package with its libraries, such as NSS, which the package unpacks only where it sees Amazon's Linux. */
async function unpacked() {
  process.env.CODEBUILD_BUILD_IMAGE = "nodejs20";
  const executablePath = await sparticuz.executablePath();
  delete process.env.CODEBUILD_BUILD_IMAGE;
  return { executablePath, env: { ...process.env, LD_LIBRARY_PATH: join(tmpdir(), "al2023", "lib") } };
}
