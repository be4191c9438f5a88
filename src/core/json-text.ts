import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { Static, TSchema } from "typebox";
import { components } from "./shapes.ts";

/** A part of an answer that is JSON already. */
class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON in the place of the value that it was made of. Only `serializerOf` can read it. */
export const writtenAs = <T>(text: string): T => new JsonText(text) as T;

/**
 * Compiles a schema, which may refer to the named schemas, to a function that writes its values as JSON. The value may
 * be written already (`writtenAs`), and so may the entries of its list `data` or `products`.
 */
export function serializerOf(schema: unknown): (value: unknown) => string {
  const named = Object.fromEntries([...components].map(([name, component]) => [name, component.schema]));
  const serialize = SerializerSelector()(named, {})({ schema, method: "", url: "", httpStatus: "" });
  return (value) => {
    if (value instanceof JsonText) return value.text;
    const list = LISTS.find((name) => isWritten(value, name));
    return list ? joinTexts(value, list, serialize) : serialize(value);
  };
}

const LISTS = ["data", "products"] as const;
type Listing = { [name in (typeof LISTS)[number]]?: unknown };

const entriesOf = (value: unknown, name: keyof Listing): unknown => (value as Listing | null)?.[name];

function isWritten(value: unknown, name: keyof Listing): boolean {
  const entries = entriesOf(value, name);
  return Array.isArray(entries) && entries[0] instanceof JsonText;
}

function joinTexts(value: unknown, name: keyof Listing, serialize: (value: unknown) => string): string {
  const texts = (entriesOf(value, name) as JsonText[]).map(({ text }) => text);
  const rest = serialize({ ...(value as object), [name]: [] });
  // Quotes in texts are escaped, so the empty list stands nowhere else.
  return rest.replace(`"${name}":[]`, () => `"${name}":[${texts.join(",")}]`);
}

/** Writes values of a schema as JSON. The schema is compiled on first use. */
export function jsonWriter<T extends TSchema>(schema: T): (value: Static<T>) => string {
  let write: ReturnType<typeof serializerOf> | undefined;
  return (value) => {
    write ??= serializerOf(schema);
    return write(value);
  };
}
