import Link from "next/link";
import { type DeliveryRate, type DeliveryTo, deliveryCost } from "@/lib/delivery-cost";
import { fill, type Text } from "@/lib/fill";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { DeliveryPrice } from "./delivery-price";
import { Icon } from "./icon";
import { Money } from "./money";

interface Props {
  locale: Locale;
  /** Of what is chosen. */
  price: number;
  currency: string;
  delivery: DeliveryTo | null;
  texts: Record<"to" | "where" | "change" | "choose" | "delivery" | "pay" | "home" | "desk" | "free", Text>;
}

/** What the courier takes for this product, at home and at the desk. It follows the price that is chosen. */
export function PayTable({ locale, price, currency, delivery, texts }: Props) {
  const say = (text: Text, values?: Record<string, string>) => fill(locale, text, values);
  return (
    <div className="mt-6 overflow-hidden rounded-control border border-line">
      <p className="flex items-center justify-between gap-4 bg-sunk px-4">
        <span className="flex items-center gap-2">
          <span className="text-accent">
            <Icon name="pin" size={18} />
          </span>
          {delivery ? (
            <span>
              {say(texts.to)} <b className="font-semibold">{delivery.name}</b>
            </span>
          ) : (
            say(texts.where)
          )}
        </span>
        <Link
          className="link inline-flex min-h-11 shrink-0 items-center"
          href={pathTo(locale, "/wilaya")}
          prefetch={false}
          scroll={false}
        >
          {say(delivery ? texts.change : texts.choose)}
        </Link>
      </p>
      {delivery && (
        <table className="w-full text-end">
          <thead>
            <tr className="quiet">
              <td />
              <th scope="col" className="px-2 pt-2 text-end font-normal">
                {say(texts.delivery)}
              </th>
              <th scope="col" className="px-4 pt-2 text-end font-normal">
                {say(texts.pay)}
              </th>
            </tr>
          </thead>
          <tbody>
            {way(say(texts.home), delivery.home)}
            {delivery.desk && way(say(texts.desk), delivery.desk)}
          </tbody>
        </table>
      )}
    </div>
  );

  function way(name: string, rate: DeliveryRate) {
    const cost = deliveryCost(rate, price);
    return (
      <tr className="border-line border-t first:border-t-0">
        <th scope="row" className="px-4 py-3 text-start font-normal">
          {name}
        </th>
        <td className="px-2 py-3">
          <DeliveryPrice cost={cost} currency={currency} locale={locale} free={texts.free} />
        </td>
        <td className="px-4 py-3 font-semibold">
          <Money amount={price + cost} currency={currency} locale={locale} />
        </td>
      </tr>
    );
  }
}
