import type { Locale } from "./locales";

/** Written by hand: the first list format of `Intl` takes a cheap phone a tenth of a second to make. */
const JOINTS: Record<Locale, { comma: string; and: string }> = {
  ar: { comma: "، ", and: " و" },
  fr: { comma: ", ", and: " et " },
  en: { comma: ", ", and: " and " },
};

/** "Red", "Red and White", "Red, Green and White". */
export function listText(items: string[], locale: Locale): string {
  const { comma, and } = JOINTS[locale];
  const most = items.slice(0, -1).join(comma);
  return [most, ...items.slice(-1)].filter(Boolean).join(and);
}
