import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./hanout.ts";
import { serve } from "./serve-process.ts";

const DOCUMENT = readFileSync("docs/storefront.md", "utf8");

/** All examples of one language in the order of the page, as they run one after the other, against another server. */
const examples = (language: string, url: string): string =>
  [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))]
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

test("every example of docs/storefront.md runs against the demo store and prints what it says", {
  timeout: 180_000,
}, async () => {
  const folder = temporaryFolder();
  const DATA_DIR = join(folder, "data");
  mkdirSync(DATA_DIR);
  const server = await serve({ DATA_DIR });
  const { stores } = JSON.parse(readFileSync(join(DATA_DIR, "demo.json"), "utf8"));

  const shell = examples("sh", server.url);
  const script = examples("js", server.url);
  writeFileSync(join(folder, "shop.mjs"), script);

  expect(promised(shell).length).toBeGreaterThan(5);
  const shellLines = await printed("bash", ["-euo", "pipefail", "-c", shell], folder);
  expect(shellLines.filter((line) => promised(shell).includes(line))).toEqual(promised(shell));
  expect(promised(script).length).toBeGreaterThan(15);
  const lines = await printed(process.execPath, ["shop.mjs"], folder, { KEY: stores[0].publishable_key });
  expect(lines).toEqual(promised(script));
  await server.stop("SIGTERM");
});
