import Link from "next/link";
import { Icon } from "@/components/icon";
import { Name } from "@/components/name";
import { ProductCard } from "@/components/product-card";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { textsOf } from "@/lib/texts";
import { homeCollections } from "./the-collections";

/** A second collection: its first product large, four others beside it. */
export async function Highlight({ locale }: { locale: Locale }) {
  const [, found] = await homeCollections(locale);
  const [first, ...others] = found?.products ?? [];
  if (!found || !first) return null;
  const { title, description, slug } = found.collection;
  return (
    <section className="section">
      <h2>
        <Name name={title} locale={locale} />
      </h2>
      {description && (
        <p className="mt-2 text-soft">
          <bdi dir="auto">{description}</bdi>
        </p>
      )}
      <Link
        href={pathTo(locale, `/collections/${slug}`)}
        prefetch={false}
        className="flex min-h-11 items-center gap-2 hover:text-accent"
      >
        <span className="border-edge border-b text-sm">
          {textsOf(locale)("home.collection", { name: nameOf(title, locale) })}
        </span>
        <Icon name="chevron" size={18} />
      </Link>
      <div className="mt-4 grid gap-x-18 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <ul>
          <ProductCard product={first} pictures={found.pictures} locale={locale} isLarge />
        </ul>
        <ul className="grid grid-cols-2 content-start gap-x-(--gap) gap-y-8">
          {others.map((product) => (
            <ProductCard key={product.id} product={product} pictures={found.pictures} locale={locale} />
          ))}
        </ul>
      </div>
    </section>
  );
}
