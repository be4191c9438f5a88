import type { TextLocale } from "../../core/messages/messages.ts";
import { formatsOf, languageOf } from "../../core/text/locale.ts";
import { arabic } from "./ar.ts";
import { english } from "./en.ts";
import { french } from "./fr.ts";
import type { MailMessages } from "./types.ts";

const LANGUAGES = { ar: arabic, fr: french, en: english };

/** The texts of mails in the language of a locale; English for other languages than Arabic and French. */
export const mailMessages = ({ locale, country }: TextLocale): MailMessages =>
  LANGUAGES[languageOf(locale)](formatsOf(locale, country));
