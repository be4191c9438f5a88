import type { ProductCard as Product } from "@hanout/client/shop";
import Link from "next/link";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { sizesOf } from "@/lib/options";
import type { Pictures } from "@/lib/picture-sizes";
import { priceOf } from "@/lib/prices";
import { textsOf } from "@/lib/texts";
import { Marked } from "./marked";
import { Picture } from "./picture";
import { Price } from "./price";

const MOST_SIZES = 8;

interface Props {
  product: Product;
  pictures: Pictures | undefined;
  locale: Locale;
  isFirst?: boolean;
  words?: string;
  /** Alone in its row. */
  isLarge?: boolean;
}

/** A product in a grid. */
export function ProductCard({ product, pictures, locale, isFirst, words, isLarge = false }: Props) {
  const t = textsOf(locale);
  const sizes = sizesOf(product).slice(0, MOST_SIZES);
  return (
    <li className="min-w-0">
      <Link href={pathTo(locale, `/products/${product.slug}`)} prefetch={false} className="group block">
        <span
          className={`relative block overflow-hidden rounded-picture ${isLarge ? "aspect-square" : "aspect-(--picture)"}`}
        >
          <Picture
            url={product.images[0]?.url}
            pictures={pictures}
            name={product.name}
            locale={locale}
            isFirst={isFirst}
            isSilent
            className={product.in_stock ? "" : "opacity-45"}
          />
          {!product.in_stock && (
            <span className="absolute start-2 bottom-2 rounded-control bg-raised px-2 text-sm">
              {t("product.soldOut")}
            </span>
          )}
        </span>
        <span className="mt-3 line-clamp-2 leading-snug group-hover:text-accent">
          <bdi dir="auto">
            <Marked text={nameOf(product.name, locale)} words={words} />
          </bdi>
        </span>
      </Link>
      <p className="mt-1">
        <Price {...priceOf(product)} currency={product.currency} locale={locale} />
      </p>
      {product.discount_text && (
        <p className="text-accent text-sm">
          <bdi dir="auto">{product.discount_text}</bdi>
        </p>
      )}
      {sizes.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
          {sizes.map(({ value, isLeft }) =>
            isLeft ? (
              <bdi key={value}>{value}</bdi>
            ) : (
              <s key={value} className="text-faint">
                <bdi>{value}</bdi>
              </s>
            ),
          )}
        </p>
      )}
    </li>
  );
}
