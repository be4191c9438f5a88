import { type Language, languageOf } from "../core/text/locale.ts";
import type { RenderedMail } from "./mailer.ts";

/** A paragraph, a table of texts with their amounts, or a link with its label. Plain text, which others may have written. */
export type Part = string | { rows: (readonly [string, string])[] } | { link: string; label: string };

/** A mail as its reader gets it. */
export interface Mail {
  /** The reader's address. */
  to: string;
  /** Whose mail it is, as the reader knows it. */
  sender: string;
  /** Where answers go; null: to `MAIL_FROM`. */
  replyTo: string | null;
  /** BCP 47: the language of the texts, and with it their direction. */
  locale: string;
  subject: string;
  parts: Part[];
}

/** A mail as plain text and as HTML, which reads from right to left in Arabic. Pure. */
export function renderMail({ to, sender, replyTo, locale, subject, parts }: Mail): RenderedMail {
  return {
    to,
    replyTo,
    sender: oneLine(sender),
    subject: oneLine(subject),
    text: `${[...parts, sender].map((part) => asText(part, COLONS[languageOf(locale)])).join("\n\n")}\n`,
    html: asDocument(locale, parts, sender),
  };
}

/** A header is one line, whatever a name contains. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ").trim();

/** What stands between a name and its value. */
const COLONS: Record<Language, string> = { ar: ": ", fr: "\u00a0: ", en: ": " };

function asText(part: Part, colon: string): string {
  if (typeof part === "string") return part;
  if ("rows" in part) return part.rows.map(([name, value]) => `${name}${colon}${value}`).join("\n");
  return `${part.label}${colon.trimEnd()}\n${part.link}`;
}

function asDocument(locale: string, parts: Part[], sender: string): string {
  const language = languageOf(locale);
  const direction = language === "ar" ? "rtl" : "ltr";
  const body = parts.map(asHtml).join("\n");
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body dir="${direction}" style="font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 1em auto; padding: 0 1em">
${body}
<p style="color: #555">${escaped(sender)}</p>
</body>
</html>
`;
}

function asHtml(part: Part): string {
  if (typeof part === "string") return `<p>${escaped(part)}</p>`;
  if ("rows" in part) {
    const rows = part.rows.map(([name, value]) => `<tr><td>${escaped(name)}</td><td>${escaped(value)}</td></tr>`);
    return `<table cellpadding="4">${rows.join("")}</table>`;
  }
  return `<p><a href="${escaped(part.link)}">${escaped(part.label)}</a><br><small dir="ltr">${escaped(part.link)}</small></p>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
