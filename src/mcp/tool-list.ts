import { mayUse, type Operation, type OperationKey } from "../operations/operation.ts";

/** What `tools/list` answers to a key: the operations that it may use, in their order. */
export const toolList = (operations: Operation[], key: Pick<OperationKey, "scopes">) =>
  operations.filter((operation) => mayUse(key, operation)).map(describeTool);

const describeTool = ({ name, title, description, input, effect, takes = [] }: Operation) => ({
  name,
  title,
  description,
  inputSchema: input as never,
  outputSchema: { type: "object" as const },
  annotations: {
    readOnlyHint: effect === "read",
    destructiveHint: effect === "destroy",
    idempotentHint: !takes.includes("idempotency_key"),
    openWorldHint: false,
  },
});
