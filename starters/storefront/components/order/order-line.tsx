import type { Cart, Order } from "@hanout/client/shop";
import type { Locale } from "@/lib/locales";
import { Money } from "../money";
import { Name } from "../name";
import { Picture } from "../picture";

interface Props {
  item: Cart["items"][number] | Order["items"][number];
  currency: string;
  locale: Locale;
  warning?: string;
}

/** A line of an order: picture, name, variant, how many, and what it costs. */
export const OrderLine = ({ item, currency, locale, warning }: Props) => (
  <li className="flex gap-3 border-line border-b py-4 first:pt-0">
    <div className="h-21 w-17 shrink-0 overflow-hidden rounded-picture">
      <Picture url={item.product_image} name={item.product_name} locale={locale} isSilent />
    </div>
    <div className="min-w-0 grow">
      <div className="flex justify-between gap-4">
        <span className="min-w-0">
          <Name name={item.product_name} locale={locale} />
        </span>
        <Money amount={item.subtotal} currency={currency} locale={locale} />
      </div>
      <p className="quiet">
        {item.variant_title && <bdi>{item.variant_title.replaceAll(" / ", " · ")}</bdi>}
        {item.variant_title && item.quantity > 1 && " "}
        {item.quantity > 1 && <bdi dir="ltr">× {item.quantity}</bdi>}
      </p>
      {warning && <p className="text-alert text-sm">{warning}</p>}
    </div>
  </li>
);
