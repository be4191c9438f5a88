import { execFileSync, spawn } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { signedHeaders } from "../../src/webhooks/webhooks.ts";
import { temporaryFolder } from "../cli/hanout.ts";
import { freePort } from "../support/setup/postgres-programs.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const BODY = JSON.stringify({ type: "orders.placed", number: 12, data: { name: "Leïla 🎁" } });
const document = readFileSync("docs/events.md", "utf8");
const codeIn = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, "ms").exec(document)?.[1] ?? "";

const hasPhp = (): boolean => {
  try {
    return execFileSync("php", ["--version"]).length > 0;
  } catch {
    return false;
  }
};

/** How each receiver of docs/events.md is started; the one in PHP where there is a PHP. */
const RECEIVERS: [language: string, start: (file: string, port: number) => [string, ...string[]]][] = [
  ["js", (file) => [process.execPath, file]],
  ...(hasPhp() ? [["php", (file, port) => ["php", "-S", `127.0.0.1:${port}`, file]] as (typeof RECEIVERS)[0]] : []),
];

test.each(RECEIVERS)(
  "the receiver in %s takes what is signed, refuses what is not, and has about 15 lines",
  async (language, start) => {
    const code = codeIn(language);
    expect(code.split("\n").length).toBeLessThanOrEqual(17);
    const folder = temporaryFolder();
    symlinkSync(resolve("node_modules"), join(folder, "node_modules")); // of the package that it imports
    const file = join(folder, language === "js" ? "receiver.mjs" : "receiver.php");
    writeFileSync(file, code);
    const port = await freePort();
    const [program, ...args] = start(file, port);
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: SECRET, PORT: String(port) };
    const child = spawn(program, args, { env });
    onTestFinished(() => void child.kill());
    let out = "";
    for (const output of [child.stdout, child.stderr]) output.on("data", (chunk) => (out += chunk));
    const send = async (headers: Record<string, string>, body = BODY) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
    const at = (seconds: number, secrets = [SECRET]) =>
      signedHeaders(secrets, "id-1", Date.now() + seconds * 1000, BODY);
    await expect.poll(() => send(at(0)).catch(() => 0)).toBe(200);

    const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
    expect(await send(at(0, [other, SECRET]))).toBe(200);
    expect(out).toContain("orders.placed 12");
    expect(await send(at(0, [other]))).toBe(401);
    expect(await send(at(-310))).toBe(401);
    expect(await send(at(310))).toBe(401);
    expect(await send(at(0), BODY.replace("12", "13"))).toBe(401);
    expect(await send({})).toBe(401);
  },
);
