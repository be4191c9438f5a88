import type { Product } from "@hanout/client/shop";
import { Picture } from "@/components/picture";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";

const WIDE = "(min-width: 900px) 55vw, 86vw";

/** The pictures: on a phone a row to swipe, on a laptop one large and the others below. */
export function Gallery({ product, locale }: { product: Product; locale: Locale }) {
  const [first, ...others] = product.images;
  const pale = product.in_stock ? "" : "opacity-45";
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, also by the arrow keys
      tabIndex={0}
      aria-label={nameOf(product.name, locale)}
      className="-mx-(--gutter) flex snap-x gap-1 overflow-x-auto lg:mx-0 lg:grid lg:grid-cols-2 lg:content-start lg:gap-3"
    >
      <li
        className={`aspect-square shrink-0 snap-start overflow-hidden lg:col-span-2 lg:w-auto lg:rounded-picture ${others.length > 0 ? "w-[86vw]" : "w-full"}`}
      >
        <Picture
          url={first?.url}
          pictures={product.pictures}
          name={first?.alt ?? product.name}
          locale={locale}
          isFirst
          width={WIDE}
          className={pale}
        />
      </li>
      {others.map(({ id, url, alt }) => (
        <li
          key={id}
          className="aspect-square w-[86vw] shrink-0 snap-start overflow-hidden lg:aspect-[4/5] lg:w-auto lg:rounded-picture"
        >
          <Picture
            url={url}
            pictures={product.pictures}
            name={alt ?? product.name}
            locale={locale}
            width={WIDE}
            className={pale}
          />
        </li>
      ))}
    </ul>
  );
}
