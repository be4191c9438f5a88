import type { Cart, CartItem } from "@hanout/client/shop";
import Link from "next/link";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { textsOf } from "@/lib/texts";
import { Money } from "../money";
import { Name } from "../name";
import { Picture } from "../picture";
import { LineQuantity } from "./line-quantity";
import { RemoveLine } from "./remove-line";

interface Props {
  cart: Cart;
  locale: Locale;
}

/** What is in the cart. What has vanished comes first, grey, and is not counted. */
export function CartLines({ cart, locale }: Props) {
  const t = textsOf(locale);
  const texts = t.section("cart");
  return (
    <ul>
      {cart.unavailable_items.map(({ item_id, product_name }) => (
        <li key={item_id} className="flex gap-4 border-line border-b py-4">
          <div className="h-21 w-17 shrink-0 overflow-hidden rounded-picture bg-sunk" />
          <div className="min-w-0 grow">
            <s className="text-faint">
              <Name name={product_name} locale={locale} />
            </s>
            <p>{t("cart.vanished")}</p>
            <Link
              className="link inline-flex min-h-11 items-center"
              href={`${pathTo(locale, "/search")}?q=${encodeURIComponent(nameOf(product_name, locale))}`}
              prefetch={false}
            >
              {t("cart.similar")}
            </Link>
          </div>
          <RemoveLine locale={locale} item={item_id} name={nameOf(product_name, locale)} texts={texts} />
        </li>
      ))}
      {cart.items.map((item) => (
        <Line key={item.id} item={item} currency={cart.currency} locale={locale} />
      ))}
    </ul>
  );
}

function Line({ item, currency, locale }: { item: CartItem; currency: string; locale: Locale }) {
  const t = textsOf(locale);
  const href = pathTo(locale, `/products/${item.product_slug}`);
  const left = item.available_quantity ?? 0;
  return (
    <li className="flex gap-4 border-line border-b py-4">
      <Link
        href={href}
        prefetch={false}
        tabIndex={-1}
        aria-hidden="true"
        className="h-21 w-17 shrink-0 overflow-hidden rounded-picture"
      >
        <Picture url={item.product_image} name={item.product_name} locale={locale} isSilent />
      </Link>
      <div className="min-w-0 grow">
        <div className="flex justify-between gap-4">
          <Link href={href} prefetch={false} className="min-w-0 hover:text-accent">
            <Name name={item.product_name} locale={locale} />
          </Link>
          <Money amount={item.subtotal} currency={currency} locale={locale} />
        </div>
        <p className="quiet">
          {item.variant_title && <bdi>{item.variant_title.replaceAll(" / ", " · ")}</bdi>}
          {item.quantity > 1 && (
            <>
              {item.variant_title && " · "}
              {t("cart.each")} <Money amount={item.product_price} currency={currency} locale={locale} />
            </>
          )}
        </p>
        {!item.available && (
          <p className="text-alert text-sm">
            {left > 0 ? t("refusals.stock_left", { count: left }) : t("refusals.stock_gone")}
          </p>
        )}
        <LineQuantity
          key={item.quantity}
          locale={locale}
          item={item.id}
          quantity={item.quantity}
          name={nameOf(item.product_name, locale)}
          texts={t.section("cart")}
        />
      </div>
    </li>
  );
}
