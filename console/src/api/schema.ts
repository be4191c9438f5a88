type TypeName = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/** A part of a JSON schema, as the operations use it. */
export interface Schema {
  type?: TypeName | readonly TypeName[];
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

/** The arguments of an operation. */
export interface InputSchema {
  properties: Record<string, Schema>;
  required?: readonly string[];
}

/** The types that a value may have, but null. */
export const typesOf = ({ type = [] }: Schema): readonly TypeName[] =>
  (typeof type === "string" ? [type] : type).filter((one) => one !== "null");

/** Whether null is allowed: it empties what was there. */
export const isNullable = ({ type }: Schema): boolean => Array.isArray(type) && type.includes("null");
