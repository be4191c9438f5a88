import { isTool, mayUse, type Operation, type OperationKey } from "../operations/operation.ts";
import { describeTool } from "./describe-tool.ts";

/** What `tools/list` answers to a key: the operations that it may use, in their order. */
export const toolList = (operations: Operation[], key: Pick<OperationKey, "scopes">) =>
  operations.filter((operation) => isTool(operation) && mayUse(key, operation)).map(describeTool);
