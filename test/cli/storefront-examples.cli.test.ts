import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { migratedFolder, temporaryFolder } from "./hanout.ts";
import { serve } from "./serve-process.ts";

/** All examples of one language in the order of a page, as they run one after the other, against another server. */
const examples = (page: string, language: string, url: string): string =>
  [...readFileSync(page, "utf8").matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))]
    .map(([, code]) => code)
    .join("\n")
    .replaceAll("http://127.0.0.1:3000", url);

/** What the examples say that they print. */
const promised = (code: string): string[] => [...code.matchAll(/(?:#|\/\/) → (.*)$/gm)].map(([, line = ""]) => line);

/** What a program prints; throws unless it ends well. */
function printed(program: string, args: string[], cwd: string, environment = {}): Promise<string[]> {
  const child = spawn(program, args, { cwd, env: { PATH: process.env.PATH, ...environment } });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk;
  });
  return new Promise((resolve, reject) =>
    child.on("close", (code) => (code === 0 ? resolve(out.trim().split("\n")) : reject(new Error(out + err)))),
  );
}

/** A server with the demo stores, and the keys of the first one. */
async function serveDemo() {
  const folder = temporaryFolder();
  const DATA_DIR = migratedFolder(join(folder, "data"));
  const server = await serve({ DATA_DIR });
  const { stores } = JSON.parse(readFileSync(join(DATA_DIR, "demo.json"), "utf8"));
  return { folder, server, keys: { KEY: stores[0].publishable_key, SECRET: stores[0].secret_key } };
}

const patient = { timeout: 180_000 };

test("every example of docs/storefront.md runs against the demo store and prints what it says", patient, async () => {
  const { folder, server, keys } = await serveDemo();
  const shell = examples("docs/storefront.md", "sh", server.url);
  const script = examples("docs/storefront.md", "js", server.url);
  writeFileSync(join(folder, "shop.mjs"), script);

  expect(promised(shell).length).toBeGreaterThan(5);
  const shellLines = await printed("bash", ["-euo", "pipefail", "-c", shell], folder);
  expect(shellLines.filter((line) => promised(shell).includes(line))).toEqual(promised(shell));
  expect(promised(script).length).toBeGreaterThan(15);
  expect(await printed(process.execPath, ["shop.mjs"], folder, keys)).toEqual(promised(script));
  await server.stop("SIGTERM");
});

test(
  "every example of docs/client.md, and the first call of the client's README, prints what it says",
  patient,
  async () => {
    const { folder, server, keys } = await serveDemo();
    const script = examples("docs/client.md", "js", server.url);
    mkdirSync(join(folder, "node_modules/@hanout"), { recursive: true });
    symlinkSync(resolve("packages/client"), join(folder, "node_modules/@hanout/client"));
    writeFileSync(join(folder, "shop.mjs"), script);

    expect(promised(script).length).toBeGreaterThan(15);
    expect(await printed(process.execPath, ["shop.mjs"], folder, keys)).toEqual(promised(script));
    const first = examples("packages/client/README.md", "sh", server.url);
    expect(promised(first)).toHaveLength(1);
    expect(await printed("bash", ["-euo", "pipefail", "-c", first], folder)).toEqual(promised(first));
    await server.stop("SIGTERM");
  },
);
