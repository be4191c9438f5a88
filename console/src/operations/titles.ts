import type { Operation } from "../api/operations.ts";
import type { Texts } from "../messages/texts.ts";

/** What an operation is called: in the language of the console, in English as the server calls it. */
export const titleOf = ({ operations }: Texts, { name, title }: Pick<Operation, "name" | "title">): string =>
  operations.titles[name] ?? title;

/** What an operation does, in a sentence or two. */
export const aboutOf = ({ operations }: Texts, { name, description }: Operation): string =>
  operations.descriptions[name] ?? description;
