import type { Store } from "@hanout/client/shop";
import Link from "next/link";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { namesOf } from "@/lib/names";

/** The shop's name, and its logo if it has one. It leads home. */
export function Mark({ store, locale }: { store: Store; locale: Locale }) {
  const { own, other } = namesOf(store.name, locale);
  return (
    <Link
      href={pathTo(locale, "/")}
      prefetch={false}
      className="display flex min-w-0 items-center gap-2 text-[clamp(19px,5.6vw,26px)] lg:gap-3"
    >
      {store.logo_url && <img src={store.logo_url} alt="" height={32} width={32} className="h-8 w-auto" />}
      <span className="flex h-11 min-w-0 flex-wrap gap-x-3 overflow-hidden leading-11!">
        <bdi dir="auto" className="truncate">
          {own}
        </bdi>
        {/* Where there is no room for it, it stands in the next line, which is not seen. */}
        {other && (
          <bdi dir="auto" className="hidden text-soft lg:inline">
            {other}
          </bdi>
        )}
      </span>
    </Link>
  );
}
