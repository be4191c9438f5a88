import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from "typebox";

/** Arguments that many operations have in common. Descriptions are short, because every agent reads all of them. */

/** Marks text that a program may send as a number: an order number, a SKU, a phone number. Not part of the JSON. */
export const IDENTIFIER = Symbol("identifier");

/** Marks values that callers expect and that do not exist: a map of each to the reason. Not part of the JSON. */
export const WITHHELD = Symbol("withheld");

/** Says what to do with a value that is none of a field's `enum`. Not part of the JSON. */
export const INSTEAD = Symbol("instead");

const identifier = <O extends object>(options: O) => ({ maxLength: 255, ...options, [IDENTIFIER]: true });

/** An object inside the arguments; unknown fields in it are refused. */
export const Fields = <const P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** An id, slug, SKU or other name of one thing. */
export const Ref = (description?: string) =>
  Type.String(identifier({ minLength: 1, ...(description ? { description } : {}) }));
export const Refs = (description?: string, maxItems = 100) =>
  Type.Array(Type.String(identifier({ minLength: 1 })), { maxItems, ...(description ? { description } : {}) });
/** Text that may look like a number. */
export const Code = (description?: string) => Type.String(identifier(description ? { description } : {}));

/** What a search looks for; it may look like a number. */
export const Query = (description?: string) => Type.String({ ...Code(description), maxLength: 200 });

interface Worded {
  description?: string;
  examples?: unknown;
  type?: string;
  anyOf?: Worded[];
}

/** A field of the storefront API's own schemas, without descriptions and examples, which would cost every agent tokens. */
export const terse = <S extends TSchema>(schema: S): TUnsafe<Static<S>> => Type.Unsafe<Static<S>>(wordless(schema));

function wordless({ description: _description, examples: _examples, anyOf, ...rest }: Worded): object {
  const [value, nothing] = anyOf ?? [];
  if (!value || nothing?.type !== "null") return rest;
  return { ...wordless(value), type: [value.type, "null"] };
}

/** The same for text that a program may send as a number. */
export const terseCode = <S extends TSchema>(schema: S): TUnsafe<Static<S>> =>
  Type.Unsafe<Static<S>>({ ...wordless(schema), [IDENTIFIER]: true });

export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20" }));
/** Characters of a cursor; nothing longer is read. */
export const MAX_CURSOR = 500;
export const SearchCursor = Type.Optional(
  Type.String({ maxLength: MAX_CURSOR, description: "next_cursor of the last answer" }),
);
/** Continues an answer that was cut; without a description, because dozens of operations take it. */
export const AnswerCursor = Type.Optional(Type.String({ maxLength: MAX_CURSOR }));
export const Format = Type.Optional(Type.Enum(["concise", "detailed"], { description: "Default concise" }));

/** The arguments of every search besides its filters. */
export const searching = { limit: Limit, cursor: SearchCursor, response_format: Format };

export const DryRun = Type.Optional(Type.Boolean({ description: "Only show what would change" }));
export const IdempotencyKey = Type.Optional(
  Type.String({ minLength: 1, maxLength: 255, description: "New for each request, the same for its retries" }),
);
export const ConfirmToken = Type.Optional(Type.String({ maxLength: 200, description: "From the dry run" }));

/** `updated_at` as the caller read it; the update is refused when somebody has changed the thing since. */
export const Expected = Type.Optional(
  Type.String({ maxLength: 40, description: "updated_at you read; refused if stale" }),
);

export const Price = (description?: string) =>
  Type.Number({ minimum: 0, maximum: 1e12, ...(description ? { description } : {}) });
export const PriceOrNull = (description?: string) =>
  Type.Unsafe<number | null>({
    type: ["number", "null"],
    minimum: 0,
    maximum: 1e12,
    ...(description ? { description } : {}),
  });
export const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description ? { description } : {}) });
export const TextOrNull = (maxLength: number, description?: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], maxLength, ...(description ? { description } : {}) });
export const Day = (description: string) => Type.String({ maxLength: 40, description });
/** A period's start and end, which `readTime` and `readEnd` parse. */
export const From = Type.Optional(Day("ISO date or time, local to the shop"));
export const To = Type.Optional(Day("A date includes that day; a time is excluded"));
export type Format = Static<typeof Format>;
