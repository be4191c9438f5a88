import "server-only";
import arAccount from "@/messages/ar/account.json";
import arCatalogue from "@/messages/ar/catalogue.json";
import arCheckout from "@/messages/ar/checkout.json";
import arCommon from "@/messages/ar/common.json";
import enAccount from "@/messages/en/account.json";
import enCatalogue from "@/messages/en/catalogue.json";
import enCheckout from "@/messages/en/checkout.json";
import enCommon from "@/messages/en/common.json";
import frAccount from "@/messages/fr/account.json";
import frCatalogue from "@/messages/fr/catalogue.json";
import frCheckout from "@/messages/fr/checkout.json";
import frCommon from "@/messages/fr/common.json";
import { fill, type Text } from "./fill";
import type { Locale } from "./locales";

/** The French texts say which there are; `npm run check` finds what another language lacks. */
const french = { ...frCommon, ...frCatalogue, ...frCheckout, ...frAccount };

type Loose<T> = T extends string ? string : { [Key in keyof T]: T[Key] extends Text ? Text : Loose<T[Key]> };
type Messages = Loose<typeof french>;

const MESSAGES: Record<Locale, Messages> = {
  ar: { ...arCommon, ...arCatalogue, ...arCheckout, ...arAccount },
  fr: french,
  en: { ...enCommon, ...enCatalogue, ...enCheckout, ...enAccount },
};

type Section = keyof typeof french;
/** The name of a text: `header.search`. */
export type Key = { [S in Section]: `${S}.${keyof (typeof french)[S] & string}` }[Section];

/** Writes a text: `t("header.search")`, `t("list.count", { count: 18 })`. `t.section("cart")` gives a section to a client component. */
export interface Translate {
  (key: Key, values?: Record<string, string | number>): string;
  section<S extends Section>(name: S): { [K in keyof (typeof french)[S]]: Text };
}

export function textsOf(locale: Locale): Translate {
  const messages = MESSAGES[locale] as Record<string, Record<string, Text>>;
  const translate = (key: string, values?: Record<string, string | number>) => {
    const [section = "", name = ""] = key.split(".");
    return fill(locale, messages[section]?.[name] ?? key, values);
  };
  return Object.assign(translate, { section: (name: string) => messages[name] }) as Translate;
}
