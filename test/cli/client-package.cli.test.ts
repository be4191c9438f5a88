import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { json, scriptedServer } from "../client/scripted-server.ts";
import { installOnce } from "../support/setup/install.ts";

const run = promisify(execFile);
const OLDER = new URL("../client/older-compiler/", import.meta.url);

const PROGRAM = `import { createAdmin } from "@hanout/client/admin";
import { queriesOf } from "@hanout/client/query";
import { all, attempt, createShop, type Cart } from "@hanout/client/shop";
import { verifyWebhook } from "@hanout/client/webhooks";

declare const console: { log(text: string): void };
declare const globalThis: { process: { env: { URL: string } } };

const url = globalThis.process.env.URL;
const shop = createShop({ url, key: "pk_1" });
const cart: Cart = await shop.cart.create();
for await (const product of all(shop.products.list, { limit: 2 })) console.log(product.name);
const { error } = await attempt(createAdmin({ url, key: "sk_1" }).orders.confirm({ order: "ORD-1" }));
console.log([cart.id, error?.code, queriesOf(shop).cart.get("1").queryKey.length, typeof verifyWebhook].join(" "));
// @ts-expect-error: a quantity is a number
export const wrong = () => shop.cart.addItem("1", { product_id: "1", quantity: "2" });
`;

let project: string;

beforeAll(async () => {
  installOnce(OLDER);
  project = mkdtempSync(join(tmpdir(), "hanout-project-"));
  await run("npm", ["pack", "--ignore-scripts", "--workspace", "@hanout/client", "--pack-destination", project]);
  const [file] = readdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${file}`], { cwd: project });
});

test("the package has what is built, and depends on nothing", () => {
  expect(readdirSync(join(project, "node_modules"))).toEqual([".package-lock.json", "@hanout"]);
  expect(readdirSync(join(project, "node_modules/@hanout/client")).sort()).toEqual([
    "LICENSE",
    "README.md",
    "dist",
    "package.json",
  ]);
});

test.each([
  ["6.0.3", "nodenext"],
  ["5.9.3", "bundler"],
])("a program compiles with TypeScript %s and resolution %s, and runs", async (version, resolution) => {
  const compilers = createRequire(version.startsWith("5") ? OLDER : import.meta.url);
  expect(compilers("typescript").version).toBe(version);
  const folder = join(project, `${version}-${resolution}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    types: [],
    target: "es2022",
    module: resolution === "bundler" ? "esnext" : "nodenext",
    moduleResolution: resolution,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["program.ts"] }));
  await run(process.execPath, [compilers.resolve("typescript/bin/tsc"), "-p", folder]).catch(({ stdout }) => {
    throw new Error(stdout);
  });

  const page = { data: [{ name: "Pot" }], pagination: { offset: 0, has_more: false } };
  const { url } = await scriptedServer(
    json(201, { id: "c-1" }),
    json(200, page),
    json(404, { code: "order_not_found", detail: "There is no such order." }),
  );
  const { stdout } = await run(process.execPath, [join(folder, "program.js")], { env: { ...process.env, URL: url } });
  expect(stdout).toBe("Pot\nc-1 order_not_found 4 function\n");
});
