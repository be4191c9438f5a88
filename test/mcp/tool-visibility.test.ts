import { describe, expect, test } from "vitest";
import { READING_SCOPES } from "../../src/core/scopes.ts";
import { openShop } from "../support/app.ts";
import { keyFor, legacy, modern, type RpcCall } from "../support/mcp-wire.ts";

const PROTOCOLS = [
  ["2025", legacy],
  ["2026", modern],
] as const;

const namesOf = async (key: string): Promise<string[]> =>
  (await legacy(key, "tools/list")).body.result.tools.map(({ name }: { name: string }) => name);

describe("tools", () => {
  test("are listed in the same order for every key and every call", async () => {
    const [one, other] = [await openShop(), await openShop()];
    const all = await namesOf(one.secret_key);
    const some = await namesOf(await keyFor(one, ...READING_SCOPES));

    expect(await namesOf(one.secret_key)).toEqual(all);
    expect(await namesOf(other.secret_key)).toEqual(all);
    expect(some).toEqual(all.filter((name) => some.includes(name)));
    expect(new Set(all).size).toBe(all.length);
  });

  test("are listed with schemas and hints", async () => {
    const { secret_key: key } = await openShop();
    const { tools } = (await legacy(key, "tools/list")).body.result;
    for (const tool of tools) {
      expect(tool).toMatchObject({
        name: expect.stringMatching(/^[a-z][a-z_]+$/),
        title: expect.stringMatching(/./),
        description: expect.stringMatching(/./),
        inputSchema: { type: "object", additionalProperties: false },
        annotations: { openWorldHint: false },
      });
    }
    const hints = new Map(
      tools.map(({ name, annotations }: { name: string; annotations: object }) => [name, annotations]),
    );
    const openWorldHint = false;
    expect(hints.get("store_get")).toEqual({ readOnlyHint: true, openWorldHint });
    expect(hints.get("store_update")).toEqual({ destructiveHint: false, idempotentHint: true, openWorldHint });
    expect(hints.get("products_save")).toEqual({ destructiveHint: false, openWorldHint });
    expect(hints.get("content_delete")).toEqual({ idempotentHint: true, openWorldHint });
  });

  test("are listed without sizes of texts, which are refused by name", async () => {
    const { secret_key: key } = await openShop();
    const { tools } = (await legacy(key, "tools/list")).body.result;
    const { inputSchema } = tools.find(({ name }: { name: string }) => name === "categories_save");
    expect(inputSchema.properties).toMatchObject({
      name: { type: "string" },
      position: { type: "integer", minimum: 0 },
    });
    expect(JSON.stringify(tools)).not.toMatch(/"(min|max)Length"/);
    const params = { name: "categories_save", arguments: { name: "x".repeat(201) } };
    const { content } = (await legacy(key, "tools/call", { params })).body.result;
    expect(content[0].text).toContain("- name: must not have more than 200 characters");
  });

  test("outside a key's scopes are hidden, and refused when called anyway", async () => {
    const shop = await openShop();
    const key = await keyFor(shop, "content:write");
    const name = { name: "Renamed" };

    expect(await namesOf(key)).toContain("menus_save");
    expect(await namesOf(key)).not.toContain("store_update");
    const { status, body } = await legacy(key, "tools/call", { params: { name: "store_update", arguments: name } });

    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      isError: true,
      _meta: { "hanout/problem": { code: "insufficient_scope", status: 403, allowed: ["settings:write"] } },
    });
    expect(body.result.content[0].text).toContain("settings:write");
    const { structuredContent } = (await legacy(shop.secret_key, "tools/call", { params: { name: "store_get" } })).body
      .result;
    expect(structuredContent.name).toBe("Test shop");
  });

  test("that read are all allowed by the reading scopes, and those that write are not", async () => {
    const shop = await openShop();
    const { tools } = (await legacy(shop.secret_key, "tools/list")).body.result;
    const reading = tools.filter(
      ({ annotations }: { annotations: { readOnlyHint: boolean } }) => annotations.readOnlyHint,
    );
    expect(reading.length).toBeGreaterThan(0);
    expect(reading.length).toBeLessThan(tools.length);
    expect(await namesOf(await keyFor(shop, ...READING_SCOPES))).toEqual(
      reading.map(({ name }: { name: string }) => name),
    );
  });

  test("answer the same in words, as JSON text and as structured content", async () => {
    const { secret_key: key, slug } = await openShop();
    const { content, structuredContent } = (await legacy(key, "tools/call", { params: { name: "store_get" } })).body
      .result;
    expect(content[0].text).toContain(slug);
    expect(JSON.parse(content[1].text)).toEqual(structuredContent);
  });

  test("name each invalid argument", async () => {
    const { secret_key: key } = await openShop();
    const params = { name: "store_update", arguments: { name: 7, nmae: "x" } };
    const { result } = (await legacy(key, "tools/call", { params })).body;
    expect(result).toMatchObject({ isError: true, _meta: { "hanout/problem": { code: "invalid_value" } } });
    const paths = result._meta["hanout/problem"].errors.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(["name", "nmae"]);
  });
});

/** What JSON-RPC, rather than a tool, refuses: the same in both protocols. */
const REFUSED: [string, string, RpcCall["params"]][] = [
  ["an unknown tool", "tools/call", { name: "store_steal", arguments: {} }],
  ["an unknown prompt", "prompts/get", { name: "get_rich" }],
  ["a prompt without what it needs", "prompts/get", { name: "handle_return" }],
  [
    "a prompt with an empty argument it needs",
    "prompts/get",
    { name: "handle_return", arguments: { order_number: " " } },
  ],
];

describe.each(PROTOCOLS)("in version %s", (_version, ask) => {
  test.each(REFUSED)("%s is refused with -32602", async (_what, method, params) => {
    const { secret_key: key } = await openShop();
    expect(await ask(key, method, params ? { params } : {})).toMatchObject({
      status: 200,
      body: { jsonrpc: "2.0", id: 1, error: { code: -32602 } },
    });
  });

  test("an unknown resource and one outside the key's scopes get the same refusal", async () => {
    const shop = await openShop();
    const narrow = await keyFor(shop, "content:write");
    const read = async (key: string, uri: string) => (await ask(key, "resources/read", { params: { uri } })).body;
    const notFound = (uri: string) => ({ error: { code: -32602, data: { uri } } });

    expect(await read(shop.secret_key, "hanout://nothing")).toMatchObject(notFound("hanout://nothing"));
    expect(await read(shop.secret_key, "file:///etc/passwd")).toMatchObject(notFound("file:///etc/passwd"));
    expect(await read(narrow, "hanout://store")).toMatchObject(notFound("hanout://store"));
  });

  test("the store is a resource, which is listed and can be read", async () => {
    const shop = await openShop();
    const uri = "hanout://store";
    const { resources } = (await ask(shop.secret_key, "resources/list")).body.result;
    const { contents } = (await ask(shop.secret_key, "resources/read", { params: { uri } })).body.result;

    expect(resources).toContainEqual(expect.objectContaining({ uri, mimeType: "application/json" }));
    expect(contents).toMatchObject([{ uri, mimeType: "application/json" }]);
    expect(JSON.parse(contents[0].text)).toMatchObject({ id: shop.id, name: "Test shop" });
    const hidden = (await ask(await keyFor(shop, "content:write"), "resources/list")).body.result.resources;
    expect(hidden).not.toContainEqual(expect.objectContaining({ uri }));
  });

  test("templates are listed separately from resources", async () => {
    const { secret_key: key } = await openShop();
    const { resourceTemplates } = (await ask(key, "resources/templates/list")).body.result;
    const { resources } = (await ask(key, "resources/list")).body.result;
    expect(resourceTemplates).toBeInstanceOf(Array);
    for (const { uriTemplate } of resourceTemplates) expect(uriTemplate).toMatch(/^hanout:\/\/.+\{\w+\}$/);
    for (const { uri } of resources) expect(uri).not.toContain("{");
  });

  test("prompts are listed, and filled in with the given arguments", async () => {
    const { secret_key: key } = await openShop();
    const { prompts } = (await ask(key, "prompts/list")).body.result;
    const params = { name: "handle_return", arguments: { order_number: "HN-1042", reason: "too small" } };
    const { messages } = (await ask(key, "prompts/get", { params })).body.result;

    const needs = { name: "order_number", required: true };
    expect(prompts).toContainEqual(
      expect.objectContaining({
        name: "handle_return",
        arguments: expect.arrayContaining([expect.objectContaining(needs)]),
      }),
    );
    expect(messages).toMatchObject([{ role: "user", content: { type: "text" } }]);
    expect(messages[0].content.text).toContain("HN-1042");
    expect(messages[0].content.text).toContain("too small");
  });
});
