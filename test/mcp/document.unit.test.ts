import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mcpDocument } from "../../bin/mcp-document.ts";
import type { CustomerTokens } from "../../src/customers/customers.ts";
import type { Keyring } from "../../src/keys/keys.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { readInput } from "../../src/operations/read-input.ts";

describe("docs/mcp.md", () => {
  test("describes every tool, resource and prompt as the server does", () => {
    const document = readFileSync("docs/mcp.md", "utf8");
    expect(document, "run: npm run docs").toBe(mcpDocument(document));
  });

  test.each(merchantOperations({} as Keyring, {} as CustomerTokens).map((tool) => [tool.name, tool] as const))(
    "shows %s with an example that it accepts",
    (_name, tool) => {
      expect(readInput(tool, tool.example)).toEqual(tool.example);
    },
  );
});
