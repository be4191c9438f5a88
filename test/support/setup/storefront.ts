import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { freePort } from "./postgres-programs.ts";

/** A shop of the starter, and the demo server that it shows. */
export interface Storefront {
  /** The shop of Dar El Bahdja. */
  shop: string;
  /** The same shop at a host name that the table gives to Atelier Nord, with the second theme. */
  otherShop: string;
  server: string;
  /** Keys of Dar El Bahdja. */
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  /** Where the server sends mails: a test that reads them listens there. */
  mailPort: number;
  /** Sign-ins from one address in ten seconds. */
  signIns: number;
}

declare module "vitest" {
  interface ProvidedContext {
    storefront: Storefront;
  }
}

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDER = join(ROOT, "starters/storefront");
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER_HOST = "atelier.localhost";
const MOST_SECONDS = 120;
const SIGN_INS = 8;

const run = promisify(execFile);

/** Starts a demo server; meanwhile installs and builds the shop; then starts the shop against it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), "hanout-storefront-"));
  const [serverPort, shopPort, mailPort] = [await freePort(), await freePort(), await freePort()];
  const server = `http://127.0.0.1:${serverPort}`;
  const started: ChildProcess[] = [];
  const start = (args: string[], cwd: string, env: NodeJS.ProcessEnv) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env, NODE_ENV: undefined },
      stdio: ["ignore", "ignore", "inherit"],
    });
    started.push(child);
  };
  const stop = async () => {
    await Promise.all(started.map((child) => stopped(child)));
    rmSync(data, { recursive: true, force: true });
  };

  try {
    start(["dist/cli/hanout.js", "serve"], ROOT, {
      PORT: String(serverPort),
      DATA_DIR: data,
      DATABASE_URL: "",
      TRUST_PROXY: "127.0.0.1",
      WEBHOOKS_TO_THIS_MACHINE: "true",
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: "shop@example.com",
      RATE_LIMIT_SIGN_INS_PER_ADDRESS: String(SIGN_INS),
      LOG_LEVEL: "warn",
    });
    const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1" };
    if (!process.env.STOREFRONT_BUILT) {
      await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: FOLDER, env });
      await run("npm", ["run", "build"], { cwd: FOLDER, env });
    }
    await answering(`${server}/livez`);
    const { stores } = JSON.parse(readFileSync(join(data, "demo.json"), "utf8"));
    const [first, second] = stores;
    start(["node_modules/next/dist/bin/next", "start", "--port", String(shopPort)], FOLDER, {
      HANOUT_URL: server,
      HANOUT_KEY: first.publishable_key,
      HANOUT_WEBHOOK_SECRET: WEBHOOK_SECRET,
      HANOUT_STORES: JSON.stringify({ [OTHER_HOST]: { key: second.publishable_key, theme: "sonitek" } }),
      NEXT_TELEMETRY_DISABLED: "1",
    });
    const shop = `http://localhost:${shopPort}`;
    await answering(`${shop}/ar`);
    project.provide("storefront", {
      shop,
      otherShop: `http://${OTHER_HOST}:${shopPort}`,
      server,
      publishableKey: first.publishable_key,
      secretKey: first.secret_key,
      webhookSecret: WEBHOOK_SECRET,
      mailPort,
      signIns: SIGN_INS,
    });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until an address answers. */
async function answering(address: string): Promise<void> {
  const end = Date.now() + MOST_SECONDS * 1000;
  while (
    !(await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > end) throw new Error(`${address} does not answer.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}
