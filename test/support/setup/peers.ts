import { installOnce } from "./install.ts";

/** Installs the MCP clients for the tests of the tool endpoint. */
export const setup = (): void => installOnce(new URL("../../mcp/peers/programs/", import.meta.url));
