import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { registerConsoleApp } from "../../src/http/console/app.ts";

const SCRIPT = "console.log('the console');";
const folder = mkdtempSync(join(tmpdir(), "hanout-console-"));
mkdirSync(join(folder, "assets"));
writeFileSync(
  join(folder, "index.html"),
  '<script type="module" src="/console/assets/a-1.js" nonce="CONSOLE_NONCE"></script>',
);
writeFileSync(join(folder, "assets/a-1.js"), SCRIPT);
writeFileSync(join(folder, "assets/a-1.js.gz"), gzipSync(SCRIPT));
afterAll(() => rmSync(folder, { recursive: true }));

const app = Fastify();
registerConsoleApp(app, folder);

test.each(["/console", "/console/", "/console/stores/pots/operations?q=a"])(
  "%s is the page, new each time",
  async (url) => {
    const { statusCode, headers, body } = await app.inject(url);

    const [, nonce] = /nonce="([\w-]{20,})"/.exec(body) ?? [];
    const policy = String(headers["content-security-policy"]);
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
    expect(policy).not.toMatch(/unsafe|\*|http:/);
    expect((await app.inject(url)).body).not.toContain(nonce);
  },
);

test("a file is kept for a year, and sent as the build has compressed it", async () => {
  const plain = await app.inject("/console/assets/a-1.js");
  const gzipped = await app.inject({ url: "/console/assets/a-1.js", headers: { "accept-encoding": "gzip, br" } });

  expect(plain.body).toBe(SCRIPT);
  expect(plain.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
    vary: "accept-encoding",
  });
  expect(gzipped.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(SCRIPT);
});

test.each(["/console/assets/other.js", "/console/assets/a-1.js.gz", "/console/assets/..%2Findex.html"])(
  "%s is not there",
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);

test("a server without the console says how to build it", async () => {
  const { statusCode, body } = await Fastify()
    .register(async (bare) => registerConsoleApp(bare, ""))
    .inject("/console");

  expect(statusCode).toBe(503);
  expect(body).toContain("npm run build");
});
