import type { Tool } from "@modelcontextprotocol/server";
import type { Operation } from "../operations/operation.ts";

const described = new WeakMap<Operation, Tool>();

/** An operation as the list of tools has it. Made once: the list is sent often, and is the same for every key. */
export function describeTool(operation: Operation): Tool {
  const known = described.get(operation);
  if (known) return known;
  const { name, title, description, input } = operation;
  const tool = {
    name,
    title,
    description,
    inputSchema: withoutSizes(input) as Tool["inputSchema"],
    annotations: annotationsOf(operation),
  };
  described.set(operation, tool);
  return tool;
}

/** The hints that differ from what the protocol assumes without them: a write that destroys, in an open world. */
const annotationsOf = ({ effect, takes = [] }: Operation): Tool["annotations"] => ({
  ...(effect === "read" ? { readOnlyHint: true } : {}),
  ...(effect === "write" ? { destructiveHint: false } : {}),
  ...(effect !== "read" && !takes.includes("idempotency_key") ? { idempotentHint: true } : {}),
  openWorldHint: false,
});

const SIZES = new Set(["minLength", "maxLength", "maxProperties"]);
const MAX_LISTED_BOUND = 1_000_000;

/**
 * A schema without the sizes of texts and objects, and without bounds of numbers that no shop reaches. They are a fifth of
 * the list, agents rarely meet them, and the refusal of a value that exceeds one names it. Items of lists stay counted.
 */
function withoutSizes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutSizes);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword, value]) => !SIZES.has(keyword) && !isFarBound(value));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, keyword === "properties" ? eachWithoutSizes(value) : withoutSizes(value)]),
  );
}

/** Apart from `withoutSizes`, because an argument may be called as a keyword is. */
const eachWithoutSizes = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withoutSizes(schema)]));

const isFarBound = (value: unknown): boolean => typeof value === "number" && Math.abs(value) >= MAX_LISTED_BOUND;
