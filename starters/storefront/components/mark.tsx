import type { Store } from "@hanout/client/shop";
import Link from "next/link";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { namesOf } from "@/lib/names";

/** The shop's name, and its logo if it has one. It leads home. */
export function Mark({ store, locale }: { store: Store; locale: Locale }) {
  const { own, other } = namesOf(store.name, locale);
  return (
    <Link href={pathTo(locale, "/")} prefetch={false} className="display flex min-h-11 items-center gap-3 text-[26px]">
      {store.logo_url && <img src={store.logo_url} alt="" height={32} width={32} className="h-8 w-auto" />}
      <bdi dir="auto">{own}</bdi>
      {other && (
        <bdi dir="auto" className="hidden text-soft lg:inline">
          {other}
        </bdi>
      )}
    </Link>
  );
}
