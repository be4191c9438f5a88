import Link from "next/link";
import { theCart } from "@/lib/cart";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { CartSync } from "./cart/cart-sync";
import { Icon } from "./icon";

/** The bag of the header, with how much is in it. */
export async function CartLink({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  const cart = await theCart(locale).catch(() => null);
  const count = cart?.items_count ?? 0;
  return (
    <Link className="target relative" href={pathTo(locale, "/cart")} prefetch={false} scroll={false}>
      <span className="sr-only">{count > 0 ? t("header.cartCount", { count }) : t("header.cart")}</span>
      <Icon name="bag" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute end-0 top-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center font-semibold text-[13px] text-on-accent leading-4.5"
        >
          {count}
        </span>
      )}
      <CartSync state={cart ? `${cart.id} ${cart.updated_at}` : ""} />
    </Link>
  );
}
