import { type Static, type TSchema, Type } from "typebox";
import { MAX_MAJOR, toMajor } from "../core/money.ts";
import { readAmount } from "../core/read-amount.ts";
import { Money, Nullable, NullableMoney, nullable } from "../core/shapes.ts";

/** One field of a product or a variant: how the database holds it, and how merchants give it. */
export interface Field<Stored extends TSchema = TSchema, Input extends TSchema = TSchema> {
  /** The value in the database and in the code; money is in minor units. */
  stored: Stored;
  /** The PostgreSQL type of its column, which has the field's name. */
  column: "text" | "text[]" | "jsonb" | "boolean" | "integer" | "bigint" | "double precision";
  /** The value that merchants give, with its limits; money is in major units. */
  input: Input;
  /** The value of a new product or variant that is given none. */
  initial: Static<Stored>;
  isMoney?: boolean;
  /** Text that a program may send as a number: a SKU, a barcode. */
  isIdentifier?: boolean;
  /** A new variant does not copy it from the product's first variant. */
  isPerVariant?: boolean;
}

export type FieldTable = Record<string, Field>;
export type FieldValues<F extends FieldTable> = { [Name in keyof F]: Static<NonNullable<F[Name]>["stored"]> };

const described = (description: string | undefined) => (description ? { description } : {});

/** Text of 1 to `maxLength` characters. */
export const requiredText = (maxLength: number) =>
  ({
    stored: Type.String(),
    column: "text",
    input: Type.String({ minLength: 1, maxLength }),
    initial: "",
  }) satisfies Field;

export const nullableText = (maxLength: number, description?: string) =>
  ({
    stored: Nullable(Type.String()),
    column: "text",
    input: nullable<string>("string", { maxLength, ...described(description) }),
    initial: null,
  }) satisfies Field;

export const identifier = () => ({ ...nullableText(255), isIdentifier: true, isPerVariant: true }) satisfies Field;

export const flag = (initial: boolean) =>
  ({ stored: Type.Boolean(), column: "boolean", input: Type.Boolean(), initial }) satisfies Field;

export const choice = <const Value extends string>(values: readonly Value[], initial: Value) =>
  ({ stored: Type.Enum([...values]), column: "text", input: Type.Enum([...values]), initial }) satisfies Field;

const amountLimits = { minimum: 0, maximum: MAX_MAJOR };

/** Money that must be given: its initial value is NaN, which is refused. */
export const money = () =>
  ({
    stored: Type.Integer(),
    column: "bigint",
    input: Type.Number(amountLimits),
    initial: Number.NaN,
    isMoney: true,
  }) satisfies Field;

export const nullableMoney = (description?: string) =>
  ({
    stored: Nullable(Type.Integer()),
    column: "bigint",
    input: nullable<number>("number", { ...amountLimits, ...described(description) }),
    initial: null,
    isMoney: true,
  }) satisfies Field;

/** A measure of 0 to `maximum`. */
export const nullableMeasure = (maximum: number) =>
  ({
    stored: Nullable(Type.Number()),
    column: "double precision",
    input: nullable<number>("number", { minimum: 0, maximum }),
    initial: null,
  }) satisfies Field;

/** The schemas of a row that holds the fields. */
export const storedSchemas = <F extends FieldTable>(fields: F) =>
  mapFields(fields, ({ stored }) => stored) as { [Name in keyof F]: F[Name]["stored"] };

/** The schemas of what answers have of the fields: money is in major units. */
export const shownSchemas = <F extends FieldTable>(fields: F) =>
  mapFields(fields, ({ stored, isMoney }, name) => (isMoney ? moneyLike(stored, name) : stored)) as {
    [Name in keyof F]: F[Name]["stored"];
  };

const moneyLike = (stored: TSchema, name: string): TSchema =>
  "anyOf" in stored ? NullableMoney(`The ${name.replaceAll("_", " ")}`) : Money(`The ${name.replaceAll("_", " ")}`);

export const initialValues = <F extends FieldTable>(fields: F) =>
  mapFields(fields, ({ initial }) => initial) as FieldValues<F>;

/** The members of `source` that are fields of the table. */
export const pickFields = <F extends FieldTable, S extends { [Name in keyof F]?: unknown }>(fields: F, source: S) =>
  mapFields(fields, (_, name) => source[name]) as { [Name in keyof F & keyof S]: S[Name] };

const mapFields = <F extends FieldTable>(fields: F, map: (field: Field, name: keyof F & string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name)]));

/** The part of a table whose fields have the mark. */
export const fieldsWith = <F extends FieldTable>(fields: F, mark: "isMoney" | "isPerVariant"): Partial<F> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field[mark])) as Partial<F>;

/** `values` with the money of the table in major units. */
export const withMoneyInMajor = <V extends object>(fields: FieldTable, values: V, currency: string): V =>
  withMoney(fields, values, (minor) => toMajor(minor, currency));

/**
 * `values` with the money of the table in minor units. Throws `invalid_value` with the field's name after `path` for
 * what is no amount of the currency.
 */
export const withMoneyInMinor = <V extends object>(fields: FieldTable, values: V, path: string, currency: string): V =>
  withMoney(fields, values, (major, name) => readAmount(path + name, major, currency));

const withMoney = <V extends object>(
  fields: FieldTable,
  values: V,
  convert: (amount: number, name: string) => number,
): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields[name]?.isMoney && typeof value === "number" ? convert(value, name) : value,
    ]),
  ) as V;
