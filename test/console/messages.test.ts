import { expect, test } from "vitest";
import { en } from "../../console/src/messages/en/all.ts";
import { LANGUAGES, loadTexts } from "../../console/src/messages/languages.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { refusalsOf } from "../../src/operations/declared.ts";
import { keyring, tokens } from "../support/app.ts";

const OTHERS = LANGUAGES.filter((language) => language !== "en");
const operations = merchantOperations(keyring, tokens);

/** The paths of all texts, but of the lists that a language may leave to the server's English. */
function pathsOf(texts: object, path = ""): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const here = path ? `${path}.${name}` : name;
    if (/^(operations\.titles|fields\.)/.test(here)) return [];
    return typeof text === "object" ? pathsOf(text, here) : [here];
  });
}

test.each(OTHERS)("no text is missing in %s", async (language) => {
  const texts = await loadTexts[language]();

  expect(pathsOf(texts).sort()).toEqual(pathsOf(en).sort());
});

test.each(LANGUAGES)("no text is empty in %s, nor one that says a count or a word", async (language) => {
  const said = saidIn(await loadTexts[language]());

  expect(said.length).toBeGreaterThan(100);
  expect(said.filter((text) => text.trim() === "" || /undefined|#/.test(text))).toEqual([]);
});

/** What all texts say, with counts that take each form of the language. */
function saidIn(texts: object): string[] {
  return Object.values(texts).flatMap((text): string[] => {
    if (typeof text === "string") return [text];
    if (typeof text === "function")
      return [0, 1, 2, 5, 11, 100].map((count) => text(...Array(text.length).fill(count)));
    return saidIn(text);
  });
}

test.each(LANGUAGES)("each code that an operation can refuse with has a sentence in %s", async (language) => {
  const { problems } = await loadTexts[language]();
  const codes = new Set(operations.flatMap((operation) => refusalsOf(operation)));

  expect([...codes].filter((code) => !problems.codes[code])).toEqual([]);
});

test.each(OTHERS)("every operation has a title and a sentence in %s", async (language) => {
  const { titles, descriptions } = (await loadTexts[language]()).operations;
  const names = operations.map(({ name }) => name).sort();

  expect(Object.keys(titles).sort()).toEqual(names);
  expect(Object.keys(descriptions).sort()).toEqual(names);
});
