import Link from "next/link";
import { Money } from "@/components/money";
import { Name } from "@/components/name";
import { Picture } from "@/components/picture";
import { theStore } from "@/lib/catalogue";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { priceOf } from "@/lib/prices";
import { textsOf } from "@/lib/texts";
import { homeCollections } from "./the-collections";

const WIDTHS = ["w-[62%] lg:w-[44%]", "w-[36%] lg:w-[27%]", "max-lg:hidden lg:w-[22%]"];
const SHAPES = ["aspect-[5/8]", "aspect-[3/5] lg:aspect-[5/8]", "aspect-[3/4]"];

/** The first screen: what the shop is, and three doors. */
export async function Hero({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  const [store, [collection]] = await Promise.all([theStore(locale), homeCollections(locale)]);
  const products = collection?.products.filter(({ in_stock }) => in_stock).slice(0, 2) ?? [];
  return (
    <section className="flex flex-col-reverse pt-6 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:items-end lg:gap-12 lg:pt-12">
      <div className="mt-8 lg:mb-24">
        <h1>{t("home.title")}</h1>
        <p className="mt-4 max-w-md text-lg text-soft">
          {store.description && <bdi dir="auto">{store.description}</bdi>}
        </p>
        <Link
          href={pathTo(locale, collection ? `/collections/${collection.collection.slug}` : "/products")}
          className="button mt-6"
          prefetch={false}
        >
          {t("home.enter")}
        </Link>
      </div>
      {collection && (
        <ul className="flex items-end justify-between gap-2 border-edge lg:gap-6">
          <Door index={0} href={pathTo(locale, `/collections/${collection.collection.slug}`)}>
            <Picture
              url={collection.collection.image_url}
              pictures={collection.pictures}
              name={collection.collection.title}
              locale={locale}
              isFirst
              isSilent
            />
            <Name name={collection.collection.title} locale={locale} />
          </Door>
          {products.map((product, index) => (
            <Door key={product.id} index={index + 1} href={pathTo(locale, `/products/${product.slug}`)}>
              <Picture
                url={product.images[0]?.url}
                pictures={collection.pictures}
                name={product.name}
                locale={locale}
                isFirst={index === 0}
                isSilent
              />
              <span>
                <span className="line-clamp-1">
                  <bdi dir="auto">{nameOf(product.name, locale)}</bdi>
                </span>
                <span className="block">
                  <Money amount={priceOf(product).price} currency={product.currency} locale={locale} />
                </span>
              </span>
            </Door>
          ))}
        </ul>
      )}
    </section>
  );
}

interface DoorProps {
  index: number;
  href: string;
  /** The picture, and the words below it. */
  children: [React.ReactNode, React.ReactNode];
}

const Door = ({ index, href, children: [picture, words] }: DoorProps) => (
  <li className={WIDTHS[index]}>
    <Link href={href} prefetch={false} className="block hover:text-accent">
      <span className={`block overflow-hidden rounded-[var(--door)] bg-sunk ${SHAPES[index]}`}>{picture}</span>
      <span className="quiet mt-3 block h-10 border-edge">{words}</span>
    </Link>
  </li>
);
