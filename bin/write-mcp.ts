// Writes the tools, resources and prompts of docs/mcp.md.
import { readFileSync, writeFileSync } from "node:fs";
import { mcpDocument } from "./mcp-document.ts";

const DOCUMENT = "docs/mcp.md";
writeFileSync(DOCUMENT, mcpDocument(readFileSync(DOCUMENT, "utf8")));
