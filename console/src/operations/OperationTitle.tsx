import type { Operation } from "../api/operations.ts";
import type { Language } from "../messages/languages.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import type { Texts } from "../messages/texts.ts";
import { English } from "../parts/Island.tsx";

/** What an operation is called: in the language of the console, else as the server calls it. */
export const titleOf = ({ operations }: Texts, { name, title }: Pick<Operation, "name" | "title">): string =>
  operations.titles[name] ?? title;

/** The title, marked as English where it is. */
export function OperationTitle({ operation }: { operation: Operation }) {
  const { language, texts } = useLanguage();
  return isEnglish(language, texts, operation) ? <English>{operation.title}</English> : titleOf(texts, operation);
}

const isEnglish = (language: Language, { operations }: Texts, { name }: Operation): boolean =>
  language !== "en" && operations.titles[name] === undefined;

/** What an operation does, in a sentence or two. */
export function OperationAbout({ operation }: { operation: Operation }) {
  const { operations } = useTexts();
  return operations.descriptions[operation.name] ?? <English>{operation.description}</English>;
}
