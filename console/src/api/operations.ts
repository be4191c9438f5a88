import type { OperationDescription } from "@hanout/client/admin";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";

/** A part of a JSON schema, as the operations use it. */
export interface Schema {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  enum?: readonly string[];
  const?: unknown;
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  anyOf?: readonly Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
}

export interface Operation extends Omit<OperationDescription, "input_schema"> {
  input_schema: { properties: Record<string, Schema>; required?: readonly string[] };
}

/** The operations that the person may use in the store. */
export const operationsQuery = ({ store, admin }: Api) =>
  queryOptions({
    queryKey: [store, "operations"],
    queryFn: async ({ signal }) => (await admin.operations.list({ signal })).data as unknown as Operation[],
    staleTime: 5 * 60_000,
  });

export const takes = (operation: Operation, argument: string): boolean => argument in operation.input_schema.properties;
