import { countTokens } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import { SCOPES, type Scope } from "../../src/core/scopes.ts";
import { toolList } from "../../src/mcp/tool-list.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { isTool } from "../../src/operations/operation.ts";
import { keyring, openShop, tokens } from "../support/app.ts";
import { listTools } from "../support/operations.ts";

const tools = merchantOperations(keyring, tokens).filter(isTool);
/** As docs/mcp.md counts them. */
const tokensOf = (listed: object[]): number => countTokens(JSON.stringify({ tools: listed }));

/** What the tools of each scope may cost an agent, in tokens: room for a new tool is made by shorter words. */
const MOST: Record<Scope, number> = {
  "catalog:read": 1292,
  "catalog:write": 4750,
  "orders:read": 910,
  "orders:desk": 1168,
  "orders:write": 3425,
  "orders:money": 1860,
  "customers:read": 866,
  "customers:write": 1557,
  "reports:read": 599,
  "content:read": 570,
  "content:write": 1450,
  "settings:read": 600,
  "settings:write": 2130,
  "keys:read": 372,
  "keys:write": 939,
  "staff:read": 0, // for people, who use no tools
  "staff:write": 0,
};
const MOST_OF_ALL = 12_800;

describe("the list of tools", () => {
  test("costs an agent at most 12,800 tokens, and has the same order every time", async () => {
    const { secret_key } = await openShop();
    const [once, again] = [await listTools(secret_key), await listTools(secret_key)];

    expect(once.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(again).toEqual(once);
    expect(tokensOf(once)).toBeLessThanOrEqual(MOST_OF_ALL);
  });

  test.each(SCOPES)("costs an agent with a key with %s no more tokens than it may", (scope) => {
    expect(tokensOf(toolList(tools, { scopes: [scope] }))).toBeLessThanOrEqual(MOST[scope]);
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
