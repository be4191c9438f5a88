import type { Recording } from "../recording/program.ts";

/** What the yardsticks of merchant operations do. */
export interface OperationYardstick {
  databaseUrl: string;
  /** The statements of one call. */
  recording: Recording;
  /** The answer of one call: the body over HTTP, the result of the tool over MCP. */
  answer: object;
}
