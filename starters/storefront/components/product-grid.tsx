import type { ProductCard as Product } from "@hanout/client/shop";
import type { Locale } from "@/lib/locales";
import type { Pictures } from "@/lib/picture-sizes";
import { ProductCard } from "./product-card";

interface Props {
  products: Product[];
  pictures: Pictures | undefined;
  locale: Locale;
  /** Beside facets there is room for three. */
  isNarrow?: boolean;
  /** Whether the first row is what is first seen. */
  isFirst?: boolean;
  /** What was searched: it is marked in the names. */
  words?: string;
}

export const ProductGrid = ({ products, pictures, locale, isNarrow = false, isFirst = false, words }: Props) => (
  <ul
    className={`grid grid-cols-2 gap-x-(--gap) gap-y-8 sm:grid-cols-3 lg:gap-y-12 ${isNarrow ? "" : "lg:grid-cols-4"}`}
  >
    {products.map((product, index) => (
      <ProductCard
        key={product.id}
        product={product}
        pictures={pictures}
        locale={locale}
        isFirst={isFirst && index < 2}
        words={words}
      />
    ))}
  </ul>
);
