import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { LANGUAGES, type Language, languageOf } from "../core/text/locale.ts";
import { addVary } from "./answers/vary.ts";

/**
 * The locale of the texts that a shopper gets: in the language of the query's `locale`, else in the one that
 * `Accept-Language` prefers among ours, else in that of `byDefault`: the store, or English where no store is known.
 */
export function shopperLocale({ query, headers, site }: FastifyRequest, byDefault = site?.locale ?? "en"): string {
  const { locale } = query as { locale?: unknown };
  const language = LANGUAGES.find((one) => one === locale) ?? preferredLanguage(headers, languageOf(byDefault));
  return [byDefault, site?.locale].find((one) => one && languageOf(one) === language) ?? language;
}

/** The language that `Accept-Language` prefers. `byDefault` comes first among those that it does not distinguish. */
function preferredLanguage(headers: FastifyRequest["headers"], byDefault: Language): Language {
  const ordered = [byDefault, ...LANGUAGES.filter((one) => one !== byDefault)];
  return (new Negotiator({ headers }).language(ordered) as Language | undefined) ?? byDefault;
}

/** Says in the headers which language the texts of an answer have, and that it depends on the request. */
export function nameLanguage(reply: FastifyReply, locale: string): void {
  reply.header("content-language", languageOf(locale));
  addVary(reply, "accept-language");
}
