import { type Static, type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from "typebox";

/**
 * Schemas that many schemas of the API are made of. Integers always have a maximum. Nothing is coerced: a body is validated
 * as it was sent.
 */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const NullableText = (description: string) => nullable<string>("string", { description });
export const NullableNumber = (description: string) => nullable<number>("number", { description });

/** Uses `type: [x, "null"]` instead of `anyOf`: equivalent in JSON Schema, and twice as fast to serialise. */
export const nullable = <T>(type: "string" | "number", options: object) =>
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
/** An object whose members the merchant chooses. */
export const FreeObject = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ["object", "null"], additionalProperties: true, description });

type Lacking<P extends TProperties> = {
  [K in keyof P]: null extends Static<P[K]> ? TOptional<TUnsafe<NonNullable<Static<P[K]>>>> : P[K];
};

/** The properties of what `withoutNulls` makes of an object: what may be null is left out instead. */
export const lackingNulls = <P extends TProperties>(properties: P): Lacking<P> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const present = withoutNull(schema);
      return [name, present === schema ? schema : Type.Optional(present)];
    }),
  ) as Lacking<P>;

/** The schema without null; itself if null is no value of it. */
function withoutNull(schema: TSchema): TSchema {
  const { anyOf, type, ...rest } = schema as TSchema & { anyOf?: TSchema[]; type?: string | string[] };
  const [value, nothing] = anyOf ?? [];
  if (value && (nothing as { type?: string } | undefined)?.type === "null") return Type.Unsafe({ ...rest, ...value });
  const [kind] = [type].flat().filter((one) => one !== "null");
  return Array.isArray(type) && kind ? Type.Unsafe({ ...rest, type: kind }) : schema;
}

/** A named schema of the OpenAPI document, with an example. */
export interface Component {
  schema: TSchema & { $id: string };
  example: unknown;
}

/** All named schemas, by name: `http/docs/openapi.ts` publishes them. */
export const components = new Map<string, Component>();

/**
 * Names a schema, so that the OpenAPI document and SDKs generated from it say `Product` instead of an anonymous type.
 * Returns a reference to use in place of the schema. Tests validate the example against the schema.
 */
export function component<T extends TSchema>(name: string, schema: T, example: Static<T>) {
  if (components.has(name)) throw new Error(`two components are named ${name}`);
  components.set(name, { schema: { ...schema, $id: name } as T & { $id: string }, example });
  return Type.Unsafe<Static<T>>({ $ref: `${name}#` });
}

/** The example of a schema that `component` named. */
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

/** The wrapper of every list: `{ data, pagination }`, and optional fields. */
export const ListOf = <T extends TSchema, M extends Record<string, TSchema> = Record<never, TSchema>>(
  name: string,
  item: T,
  more?: M,
) =>
  component(name, Type.Object({ data: Type.Array(item), pagination: Pagination, ...(more as M) }), {
    data: [exampleOf(item)],
    pagination: exampleOf(Pagination),
  } as never);

const MAX_LIMIT = 250;

/** Query parameters of a list; `limit` is 1 to 250. */
export const offsetParameters = (defaultLimit = 20) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: defaultLimit,
      description: "Highest number of entries to answer.",
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: "Number of entries to skip." }),
  ),
});

/** The answer of every list endpoint. */
export interface List<T> {
  data: T[];
  pagination: Pagination;
}

/** A page of a list, by offset. */
export interface OffsetPage {
  limit: number;
  offset: number;
}

/** The page that a query asks for. */
export const offsetPageOf = (query: { limit?: number; offset?: number }, defaultLimit = 20): OffsetPage => ({
  limit: query.limit ?? defaultLimit,
  offset: query.offset ?? 0,
});

/** The answer for a page: its items and the pagination. */
export const listAnswer = <T>(data: T[], total: number, { limit, offset }: OffsetPage): List<T> => ({
  data,
  pagination: { total, limit, offset, has_more: offset + data.length < total },
});

/** A position in a list sorted newest first: the last row of a page. The next page begins after it. */
export interface Cursor {
  created_at: string;
  id: string;
}

/** The number of rows that match; `isPartial` when counting stopped before the last. */
export interface BoundedCount {
  count: number;
  isPartial: boolean;
}

/** A page of a list, by cursor. Queries return `limit` + 1 rows when more follow. */
export interface CursorPage {
  limit: number;
  after: Cursor | null;
}
