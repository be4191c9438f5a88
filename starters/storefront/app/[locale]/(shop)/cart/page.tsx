import Link from "next/link";
import { CartLines } from "@/components/cart/cart-lines";
import { CartTotal } from "@/components/cart/cart-total";
import { CouponForm } from "@/components/cart/coupon-form";
import { EmptyCart } from "@/components/cart/empty-cart";
import { isEmpty, theCart } from "@/lib/cart";
import { theDelivery } from "@/lib/delivery";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { quoteOf } from "@/lib/quote";
import { textsOf } from "@/lib/texts";

interface Props {
  params: Promise<{ locale: string }>;
  /** How many lines of an order could not be put in again. */
  searchParams: Promise<{ missing?: string }>;
}

export const generateMetadata = ownMetadata("cart.title");

/** The cart as a page of its own: what the drawer shows, without JavaScript too. */
export default async function CartPage({ params, searchParams }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const missing = Number((await searchParams).missing) || 0;
  const [cart, delivery] = [await theCart(locale), await theDelivery(locale)];
  if (isEmpty(cart)) return <EmptyCart locale={locale} />;
  const quote = await quoteOf(locale, cart, { delivery, method: "home" });
  return (
    <div className="task pt-8 lg:grid lg:grid-cols-[3fr_2fr] lg:items-start lg:gap-18 lg:pt-12">
      <div>
        <h1>
          {t("cart.title")} <span className="text-soft">({cart.items_count})</span>
        </h1>
        {missing > 0 && (
          <p className="mt-4 rounded-control bg-alert-wash p-4 text-alert">{t("cart.missing", { count: missing })}</p>
        )}
        <div className="mt-4">
          <CartLines cart={cart} locale={locale} />
        </div>
      </div>
      <div className="mt-6 lg:sticky lg:top-6 lg:mt-0 lg:rounded-control lg:bg-sunk lg:p-8">
        <CouponForm coupon={quote.coupon} locale={locale} />
        <div className="mt-8">
          <CartTotal quote={quote} delivery={delivery} locale={locale} />
        </div>
        <p className="mt-2 text-center">
          <Link className="link inline-flex min-h-11 items-center" href={pathTo(locale, "/")} prefetch={false}>
            {t("cart.goOn")}
          </Link>
        </p>
      </div>
    </div>
  );
}
