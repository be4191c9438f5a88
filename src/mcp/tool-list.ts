import { isTool, type Merchant, mayUse, type Operation } from "../operations/operation.ts";
import { describeTool } from "./describe-tool.ts";

/** What `tools/list` answers to a key: the operations that it may use, in their order. */
export const toolList = (operations: Operation[], merchant: Pick<Merchant, "scopes">) =>
  operations.filter((operation) => isTool(operation) && mayUse(merchant, operation)).map(describeTool);
