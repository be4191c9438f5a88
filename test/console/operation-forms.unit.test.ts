import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { InputSchema, Schema } from "../../console/src/api/schema.ts";
import { REFERENCES, type Reference } from "../../console/src/api/things.ts";
import { fieldName, valueWord } from "../../console/src/messages/fields.ts";
import { LANGUAGES, loadTexts } from "../../console/src/messages/languages.ts";
import { argumentsIn, argumentsOf, formOf } from "../../console/src/operations/form/arguments.ts";
import { type Argument, kindOf, membersOf, valueSchemaOf } from "../../console/src/operations/form/kinds.ts";
import { namedBy } from "../../console/src/operations/form/references.ts";
import { describeOperation } from "../../src/admin-api/schema.ts";
import type { CustomerTokens } from "../../src/customers/customers.ts";
import type { Keyring } from "../../src/keys/keys.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";

const operations = merchantOperations({} as Keyring, {} as CustomerTokens).map((operation) => {
  const { name, input_schema } = describeOperation(operation);
  return { name, schema: input_schema as unknown as InputSchema };
});
const names = operations.map(({ name }) => name);
const each = operations.map((operation) => [operation.name, operation] as const);

/** What only programs write: a form would say nothing more than JSON does. */
const AS_JSON = ["store_update.theme_settings", "store_update.settings", "content_save.content"];

/** An argument, and all within it. Rows of a list that are as those around it are followed once. */
function within(argument: Argument, around?: Schema): Argument[] {
  const members = membersOf(argument, around).filter(({ path }) => !path.includes(".children."));
  const rows = argument.schema.items?.properties ? argument.schema.items : around;
  return [argument, ...members.flatMap((member) => within(member, rows))];
}

const allOf = ({ schema }: (typeof operations)[number]): Argument[] =>
  argumentsOf(schema).flatMap((argument) => within(argument));

describe.each(each)("the form of %s", (name, operation) => {
  test("draws each argument by a widget of its own", () => {
    const drawn = allOf(operation).filter((argument) => kindOf(name, argument) === "json");
    const asJson = drawn.map(({ path }) => `${name}.${path}`);

    expect(asJson.filter((path) => !AS_JSON.includes(path))).toEqual([]);
  });

  test("has every argument in one place", () => {
    const { first, others } = formOf(name, operation.schema);
    const placed = [...first, ...others].flatMap(argumentsIn).map((argument) => argument.name);

    expect(placed.sort()).toEqual(
      argumentsOf(operation.schema)
        .map((argument) => argument.name)
        .sort(),
    );
    const hidden = others.flatMap(argumentsIn).filter(({ isRequired }) => isRequired);
    expect(hidden).toEqual([]);
  });
});

test("what is drawn as JSON is among the arguments", () => {
  const all = operations.flatMap((operation) =>
    allOf(operation)
      .filter((argument) => kindOf(operation.name, argument) === "json")
      .map(({ path }) => `${operation.name}.${path}`),
  );
  expect(all.sort()).toEqual([...AS_JSON].sort());
});

test("the values of an object whose names people choose have a widget, too", () => {
  const maps = operations.flatMap((operation) =>
    allOf(operation)
      .filter((argument) => kindOf(operation.name, argument) === "map")
      .map(({ path, schema }) => ({
        name: "value",
        path: `${path}.value`,
        schema: valueSchemaOf(schema),
        isRequired: false,
      })),
  );
  expect(maps.length).toBeGreaterThan(3);
  expect(maps.filter((value) => kindOf("", value) === "json")).toEqual([]);
});

/** A known kind of list is searched by an operation that is there, with arguments that it takes. */
test.each(Object.entries(REFERENCES) as [string, Reference][])("a %s is found by an operation", (_, reference) => {
  const list = operations.find(({ name }) => name === reference.list);
  const taken = Object.keys(list?.schema.properties ?? {});
  const given = [...Object.keys(reference.with ?? {}), ...(reference.words ? [reference.words] : [])];

  expect(names).toContain(reference.list);
  expect(given.filter((argument) => !taken.includes(argument))).toEqual([]);
  if (reference.shows) {
    const shown = operations.find(({ name }) => name === reference.shows?.operation);
    expect(Object.keys(shown?.schema.properties ?? {})).toContain(reference.shows.argument);
  }
});

test("every argument whose description says that it names a thing is searched", () => {
  const unsearched = operations.flatMap((operation) =>
    allOf(operation)
      .filter(({ path, schema }) => /\b[Ii]d(s|,| or)/.test(schema.description ?? "") && !namedBy(operation.name, path))
      .map(({ path }) => `${operation.name}.${path}`),
  );
  expect(unsearched.sort()).toEqual(NOT_SEARCHED);
});

/** Parts of things, and things of several kinds: what is typed is sent. */
const NOT_SEARCHED = [
  "changes_list.actor",
  "changes_list.of",
  "orders_update.items.line",
  "products_save.images",
  "products_save.remove_variants",
  "products_save.variants",
];

test("each kind of argument has a file of its own", () => {
  const kinds = new Set(
    operations.flatMap((operation) => allOf(operation).map((argument) => kindOf(operation.name, argument))),
  );
  const fileOf = (kind: string) => kind.replaceAll(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

  expect(kinds.size).toBeGreaterThan(12);
  for (const kind of kinds) {
    expect(existsSync(`console/src/operations/form/widgets/${fileOf(kind)}Field.tsx`), kind).toBe(true);
  }
});

describe.each(LANGUAGES)("in %s", (language) => {
  test("the operations with a description are those with a title, at least forty", async () => {
    const { operations: words } = await loadTexts[language]();
    const { operations: french } = await loadTexts.fr();
    const described = Object.keys(words.descriptions).sort();
    const titled = Object.keys(language === "en" ? french.descriptions : words.titles).sort();

    expect(described.length).toBeGreaterThanOrEqual(40);
    expect(described.filter((name) => !names.includes(name))).toEqual([]);
    expect(described).toEqual(titled);
  });
});

/** The English names and values are the API's own, written in words, unless there is a better one. */
const OTHERS = LANGUAGES.filter((language) => language !== "en");

describe.each(OTHERS)("in %s", (language) => {
  test("each field of these operations has a name, and each of its choices a word", async () => {
    const { operations: words, fields } = await loadTexts[language]();
    const described = operations.filter(({ name }) => words.descriptions[name]);
    const missing = described.flatMap((operation) =>
      allOf(operation).flatMap(({ name, path, schema }) => {
        const choices = schema.enum ?? schema.items?.enum ?? [];
        return [
          ...(fieldName(fields, operation.name, path) ? [] : [`${operation.name}.${path}`]),
          ...choices
            .filter((choice) => !valueWord(fields, name, choice))
            .map((choice) => `${operation.name}.${path}=${choice}`),
        ];
      }),
    );
    expect(missing).toEqual([]);
  });
});
