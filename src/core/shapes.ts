import { type Static, type TSchema, Type } from "typebox";

/**
 * Schemas that many wire shapes are made of. An integer always has a maximum, and nothing here coerces: a body is
 * taken as it was sent.
 */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const NullableText = (description: string) => nullable<string>("string", { description });
export const NullableNumber = (description: string) => nullable<number>("number", { description });

/** `type: [x, "null"]` rather than `anyOf`: the same in JSON Schema, and half the work to serialise. */
const nullable = <T>(type: "string" | "number", options: object) =>
  Type.Unsafe<T | null>({ type: [type, "null"], ...options });

export const Uuid = (description: string) => Type.String({ format: "uuid", description });
export const Timestamp = (description: string) => Type.String({ format: "date-time", description });
export const NullableTimestamp = (description: string) =>
  nullable<string>("string", { format: "date-time", description });
export const Money = (description: string) =>
  Type.Number({ description: `${description}, in the currency's major unit.` });
export const NullableMoney = (description: string) => NullableNumber(`${description}, in the currency's major unit.`);
export const Count = (description: string) => Type.Integer({ description, minimum: 0, maximum: 2_147_483_647 });
export const Currency = Type.String({ description: "ISO 4217 code.", pattern: "^[A-Z]{3}$" });
/** An object whose members are the merchant's business. */
export const FreeObject = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ["object", "null"], additionalProperties: true, description });

/** A named schema of the OpenAPI document, with an example of it. */
export interface Component {
  schema: TSchema & { $id: string };
  example: unknown;
}

/** All named schemas, by name: `http/docs/openapi.ts` publishes them. */
export const components = new Map<string, Component>();

/**
 * Names a schema, so that the OpenAPI document and the SDKs made from it say `Product` and not an anonymous shape.
 * Returns a reference, to be used wherever the schema would stand. The example is held against the schema in tests.
 */
export function component<T extends TSchema>(name: string, schema: T, example: Static<T>) {
  components.set(name, { schema: { ...schema, $id: name } as T & { $id: string }, example });
  return Type.Unsafe<Static<T>>({ $ref: `${name}#` });
}

/** The example of a schema made with `component`. */
export function exampleOf<T extends TSchema>(reference: T): Static<T> {
  const name = (reference as { $ref?: string }).$ref?.slice(0, -1) ?? "";
  return components.get(name)?.example as Static<T>;
}

export const Pagination = component(
  "Pagination",
  Type.Object({
    total: Count("Number of entries in the whole list."),
    limit: Count("Highest number of entries in this answer."),
    offset: Count("Number of entries that were skipped."),
    has_more: Type.Boolean({ description: "Whether more entries follow." }),
  }),
  { total: 1, limit: 20, offset: 0, has_more: false },
);
export type Pagination = Static<typeof Pagination>;

/** The wrapper of every list: `{ data, pagination }`. */
export const ListOf = <T extends TSchema>(name: string, item: T) =>
  component(name, Type.Object({ data: Type.Array(item), pagination: Pagination }), {
    data: [exampleOf(item)],
    pagination: exampleOf(Pagination),
  } as never);

const MOST = 250;

/** Query parameters of a list; `limit` is 1 to 250. */
export const offsetParameters = (defaultLimit = 20) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST,
      default: defaultLimit,
      description: "Highest number of entries to answer.",
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: "Number of entries to skip." }),
  ),
});

/** A list as every list endpoint answers it. */
export interface List<T> {
  data: T[];
  pagination: Pagination;
}

export interface OffsetPage {
  limit: number;
  offset: number;
}

/** The span of a list that a query asks for. */
export const offsetPageOf = (query: { limit?: number; offset?: number }, defaultLimit = 20): OffsetPage => ({
  limit: query.limit ?? defaultLimit,
  offset: query.offset ?? 0,
});

export const pageOf = <T>(data: T[], total: number, { limit, offset }: OffsetPage): List<T> => ({
  data,
  pagination: { total, limit, offset, has_more: offset + data.length < total },
});

/** A row of a list that is newest first: what follows it is the next page. */
export interface Cursor {
  created_at: string;
  id: string;
}

/** A page of such a list. Readers answer one row more than `limit` when there are more. */
export interface CursorPage {
  limit: number;
  after: Cursor | null;
}
