import { CartLines } from "@/components/cart/cart-lines";
import { CartTotal } from "@/components/cart/cart-total";
import { CouponForm } from "@/components/cart/coupon-form";
import { EmptyCart } from "@/components/cart/empty-cart";
import { Sheet } from "@/components/sheet";
import { isEmpty, theCart } from "@/lib/cart";
import { theDelivery } from "@/lib/delivery";
import type { Locale } from "@/lib/locales";
import { quoteOf } from "@/lib/quote";
import { textsOf } from "@/lib/texts";

/** The cart over the page where one is. Reloaded, or without JavaScript, it is the page of the cart. */
export default async function CartSheet({ params }: { params: Promise<{ locale: string }> }) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const [cart, delivery] = [await theCart(locale), await theDelivery(locale)];
  const title = (
    <>
      {t("cart.title")} {cart && <span className="font-normal text-soft">({cart.items_count})</span>}
    </>
  );
  if (isEmpty(cart))
    return (
      <Sheet title={title} close={t("cart.close")} side="end">
        <EmptyCart locale={locale} />
      </Sheet>
    );
  const quote = await quoteOf(locale, cart, { delivery, method: "home" });
  return (
    <Sheet
      title={title}
      close={t("cart.close")}
      side="end"
      foot={<CartTotal quote={quote} delivery={delivery} locale={locale} />}
    >
      <CartLines cart={cart} locale={locale} />
      <div className="mt-4 pb-4">
        <CouponForm coupon={quote.coupon} locale={locale} />
      </div>
    </Sheet>
  );
}
