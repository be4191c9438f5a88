import type { OperationDescription } from "@hanout/client/admin";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";
import type { InputSchema } from "./schema.ts";

export interface Operation extends Omit<OperationDescription, "input_schema"> {
  input_schema: InputSchema;
}

/** The operations that the person may use in the store. */
export const operationsQuery = ({ store, admin }: Api) =>
  queryOptions({
    queryKey: [store, "operations"],
    queryFn: async ({ signal }) => (await admin.operations.list({ signal })).data as unknown as Operation[],
    staleTime: 5 * 60_000,
  });

export const takes = (operation: Operation, argument: string): boolean => argument in operation.input_schema.properties;
