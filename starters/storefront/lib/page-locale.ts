import "server-only";
import { locale } from "next/root-params";
import { isLocale, LOCALES, type Locale } from "./locales";

/** The language of the page, where no parameters are given. */
export async function pageLocale(): Promise<Locale> {
  const given = (await locale()) as string | undefined;
  return given && isLocale(given) ? given : LOCALES[0];
}
