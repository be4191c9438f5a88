import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { valueWord } from "../../console/src/messages/fields.ts";
import { LANGUAGES, loadTexts } from "../../console/src/messages/languages.ts";
import { isShown } from "../../console/src/operations/result/columns.ts";
import type { CustomerTokens } from "../../src/customers/customers.ts";
import type { Keyring } from "../../src/keys/keys.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";

const operations = merchantOperations({} as Keyring, {} as CustomerTokens);

interface Field {
  name: string;
  choices: readonly string[];
}

type Part = TSchema & Record<string, unknown>;

/** All fields that people are shown of an answer. */
function fieldsIn(schema: Part): Field[] {
  const { properties = {}, items, anyOf = [] } = schema as { properties?: object; items?: Part; anyOf?: Part[] };
  const own = Object.entries(properties).filter(([name]) => isShown(name));
  return [
    ...own.flatMap(([name, field]) => [{ name, choices: choicesOf(field) }, ...fieldsIn(field)]),
    ...(items ? fieldsIn(items) : []),
    ...anyOf.flatMap(fieldsIn),
  ];
}

function choicesOf({ enum: choices, const: only, items, anyOf = [] }: Part): string[] {
  const all = [...((choices as unknown[]) ?? []), only, ...(items ? choicesOf(items as Part) : [])];
  return [...all.filter((one) => typeof one === "string"), ...(anyOf as Part[]).flatMap(choicesOf)];
}

/** Their English names are those of the API, in words. */
const OTHERS = LANGUAGES.filter((language) => language !== "en");

describe.each(OTHERS)("in %s", (language) => {
  test("what the most used operations answer has names, and its choices have words", async () => {
    const { operations: words, fields, reports } = await loadTexts[language]();
    const missing = operations
      .filter(({ name }) => words.descriptions[name])
      .flatMap(({ answers, detailed, inDryRun }) => [answers, detailed, inDryRun].filter((one) => one !== undefined))
      .flatMap((answer) => fieldsIn(answer as Part))
      .flatMap(({ name, choices }) => [
        ...(fields.names[name] || reports.columns[name] ? [] : [name]),
        ...choices.filter((choice) => !valueWord(fields, name, choice)).map((choice) => `${name}=${choice}`),
      ]);
    expect([...new Set(missing)].sort()).toEqual([]);
  });
});
