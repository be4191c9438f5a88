import type { PromotionInfo } from "@hanout/client/shop";
import Link from "next/link";
import { Icon } from "@/components/icon";
import { Name } from "@/components/name";
import { read, theCategories, theCollections } from "@/lib/catalogue";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";

const MOST_SHOWN = 3;

/** What is on offer, in lines and without noise. */
export async function Promotions({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  const [offer, categories, collections] = await Promise.all([
    read(locale, "catalogue", "promotions", (shop) => shop.coupons.validate({ items: [] })),
    theCategories(locale),
    theCollections(locale),
  ]);
  const shown = offer.available_promotions.slice(0, MOST_SHOWN);
  if (shown.length === 0) return null;
  return (
    <section className="section">
      <h2>{t("home.now")}</h2>
      <ul className="mt-6 grid border-line border-b lg:grid-cols-3 lg:border-t">
        {shown.map((promotion) => (
          <li key={promotion.id} className="border-line max-lg:border-t lg:not-first:border-s lg:not-first:ps-7">
            <Link
              href={pathTo(locale, pathOf(promotion))}
              prefetch={false}
              className="flex h-full min-h-18 items-center justify-between gap-4 py-4 lg:pe-6"
            >
              <span>
                <span className="block font-semibold">
                  <Name name={promotion.title} locale={locale} />
                </span>
                {promotion.code && <span className="quiet block">{t("home.withCode", { code: promotion.code })}</span>}
              </span>
              <Icon name="chevron" size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );

  /** To what it applies to, where that is one thing. */
  function pathOf({ target_type, target_ids: [id] }: PromotionInfo): string {
    const category = target_type === "categories" && categories.find((one) => one.id === id);
    if (category) return `/categories/${category.slug}`;
    const collection = target_type === "collections" && collections.find((one) => one.id === id);
    return collection ? `/collections/${collection.slug}` : "/products";
  }
}
