import Link from "next/link";
import { addressOf, type Filters, SORTS } from "@/lib/filters";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { Icon } from "../icon";

/** The order of a list: links, so that it works everywhere and Back undoes it. */
export function SortChoice({ locale, filters }: { locale: Locale; filters: Filters }) {
  const t = textsOf(locale);
  const isSearched = filters.chosen.some(([name]) => name === "q");
  // What is searched is sorted by relevance, which is none of the choices.
  const present = filters.sort ?? (isSearched ? undefined : "newest");
  return (
    <details key={present} className="relative">
      <summary className="target gap-2">
        {present && <span className="quiet max-lg:hidden">{t("list.sort")}</span>}
        {t(present ? `list.${present}` : "list.sort")}
        <Icon name="down" size={18} />
      </summary>
      <ul className="absolute end-0 z-20 min-w-56 rounded-control border border-edge bg-raised py-2">
        {SORTS.map((sort) => (
          <li key={sort}>
            <Link
              href={addressOf({ ...filters, sort })}
              scroll={false}
              prefetch={false}
              aria-current={sort === present ? "true" : undefined}
              className="flex min-h-11 items-center px-4 hover:bg-sunk aria-current:font-semibold"
            >
              {t(`list.${sort}`)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
