import { countTokens } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import { SCOPES } from "../../src/core/scopes.ts";
import { toolList } from "../../src/mcp/tool-list.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { keyring, openShop } from "../support/app.ts";
import { request } from "../support/mcp-wire.ts";
import { listTools } from "../support/operations.ts";

const tools = merchantOperations(keyring);
const tokensOf = (listed: object[]): number =>
  countTokens(JSON.stringify({ ...request("tools/list"), result: { tools: listed } }));

describe("the list of tools", () => {
  test("costs an agent at most 14,000 tokens, and has the same order every time", async () => {
    const { secret_key } = await openShop();
    const [once, again] = [await listTools(secret_key), await listTools(secret_key)];

    expect(once.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(again).toEqual(once);
    expect(tokensOf(once)).toBeLessThanOrEqual(14_000);
  });

  test.each(SCOPES)("costs an agent with a key with %s less than 5,000 tokens", (scope) => {
    expect(tokensOf(toolList(tools, { scopes: [scope] }))).toBeLessThan(5000);
  });

  test("limits the size of every text, list and object that a tool accepts", () => {
    expect(tools.flatMap(({ name, input }) => unbounded(input, name))).toEqual([]);
  });
});

interface Node {
  type?: string | string[];
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  additionalProperties?: unknown;
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
}

/** The paths of a schema under which any amount could be sent. */
function unbounded(schema: Node, path: string): string[] {
  const { type, items, properties, patternProperties, anyOf = [] } = schema;
  const may = (wanted: string) => (type === undefined ? !anyOf.length : [type].flat().includes(wanted)) && !schema.enum;
  const isOpen =
    (may("string") && schema.maxLength === undefined) ||
    (may("array") && schema.maxItems === undefined) ||
    (may("object") && schema.maxProperties === undefined && schema.additionalProperties !== false);
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries({ ...properties, ...patternProperties }).flatMap(([name, one]) =>
      unbounded(one, `${path}.${name}`),
    ),
    ...[items ?? []].flat().flatMap((one) => unbounded(one, `${path}[]`)),
    ...anyOf.flatMap((one) => unbounded(one, path)),
  ];
}
