import type { Cart } from "@hanout/client/shop";
import { OrderLine } from "@/components/order/order-line";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";

/** What is about to be ordered. */
export function OrderedLines({ cart, locale }: { cart: Cart; locale: Locale }) {
  const t = textsOf(locale);
  return (
    <ul>
      {cart.items.map((item) => (
        <OrderLine
          key={item.id}
          item={item}
          currency={cart.currency}
          locale={locale}
          warning={item.available ? undefined : t("cart.notEnough", { count: item.available_quantity ?? 0 })}
        />
      ))}
    </ul>
  );
}
