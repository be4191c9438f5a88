import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Files, publicFetch } from "../../src/files/files.ts";
import { buildTestApp, type Json, openShop, type Shop, settingsWith } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { picture } from "./pictures.ts";

let shop: Shop;
let server: Server;
/** Where another server answers. */
let there: string;
let app: FastifyInstance;
/** The paths that were asked for. */
let asked: string[] = [];

beforeAll(async () => {
  const png = await picture("png", 60, 40);
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const [, kind = "", to = ""] = /^\/(\w+)(?:\/(.*))?$/.exec(url) ?? [];
    if (kind === "to") response.writeHead(302, { location: decodeURIComponent(to) }).end();
    else if (kind === "silent") server.emit(kind);
    else if (kind === "loop") response.writeHead(301, { location: url }).end();
    else if (kind === "html") response.writeHead(200, { "content-type": "image/png" }).end("<html><script></script>");
    else if (kind === "large") response.end(Buffer.concat([png, Buffer.alloc(11 * 2 ** 20)]));
    else if (kind === "cut") response.writeHead(200, { "content-length": 9999 }).write(png, () => response.destroy());
    else if (kind === "picture") response.end(png);
    else if (kind === "slow") response.write(png.subarray(0, 40), () => server.emit("slow"));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await buildTestApp({ WEBHOOKS_TO_THIS_MACHINE: true });
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  shop = await openShop();
  asked = [];
});

const kept = (url: string, via = app): Promise<{ data: Json; problem: Json }> =>
  call(shop, "files_from_url", { url }, shop.secret_key, via) as never;
const leadTo = (address: string) => `${there}/to/${encodeURIComponent(address)}`;

test("a picture is fetched where redirects lead, and is a file like an uploaded one", async () => {
  const { data } = await kept(leadTo(leadTo("/picture/th%C3%A9.png")));
  expect(data).toMatchObject({ type: "image/png", width: 60, height: 40, url: expect.stringMatching(/^\/media\//) });
  expect(asked).toHaveLength(3);
  expect((await kept(`${there}/picture/other.png`)).data.id).toBe(data.id);
});

test.each([
  ["that leads to itself for ever", () => `${there}/loop`, "picture_refused", 4],
  ["that leads to a private address", () => leadTo("https://10.0.0.1/a.png"), "invalid_value", 1],
  ["that leads to the addresses of a cloud's machines", () => leadTo("https://169.254.169.254/a"), "invalid_value", 1],
  ["that leads to a private address of IPv6", () => leadTo("https://[fd00::1]/a.png"), "invalid_value", 1],
  ["that leads to http elsewhere", () => leadTo("http://example.net/a.png"), "invalid_value", 1],
  ["that leads to a file", () => leadTo("file:///etc/passwd"), "invalid_value", 1],
  ["with a password", () => "https://a:b@example.net/a.png", "invalid_value", 0],
  ["where nothing is", () => `${there}/nothing`, "picture_refused", 1],
  ["of a page that says it is a picture", () => `${there}/html`, "picture_refused", 1],
  ["of a picture that is too large", () => `${there}/large`, "body_too_large", 1],
  ["whose answer breaks off", () => `${there}/cut`, "picture_refused", 1],
])("an address %s is refused, and nothing is kept", async (_what, address, code, requests) => {
  const { problem } = await kept(address());
  expect(problem?.code).toBe(code);
  expect(asked).toHaveLength(requests);
  expect((await call(shop, "files_list", {})).data).toMatchObject({ total: 0, used_bytes: 0 });
});

test.each(["silent", "slow"])("a fetch from a %s server ends when its signal is aborted", async (kind) => {
  const fetch = publicFetch({ rules: { ports: [443], toThisMachine: true } });
  const controller = new AbortController();
  const fetched = fetch(
    `${there}/${kind}`,
    async (body) => {
      for await (const _piece of body);
    },
    controller.signal,
  );
  await once(server, kind);
  controller.abort(new Error("enough"));

  await expect(fetched).rejects.toThrow("enough");
});

test.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1"])(
  "a name that leads to %s is not connected to",
  async (address) => {
    const lookup: LookupFunction = (_name, _options, found) =>
      found(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
    const settings = settingsWith();
    const fetch = publicFetch({ rules: { ports: [443], toThisMachine: false }, lookup });
    const via = await buildTestApp({}, undefined, undefined, undefined, undefined, new Files(settings, fetch));
    const { problem } = await kept("https://pictures.example.net/a.png", via);
    expect(problem).toMatchObject({ code: "picture_refused", detail: expect.stringContaining("public") });
    await via.close();
  },
);
