"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, useActionState, useEffect, useState } from "react";
import { Icon } from "@/components/icon";
import { Money } from "@/components/money";
import { PayTable } from "@/components/pay-table";
import { type DeliveryTo, deliveryCost } from "@/lib/delivery-cost";
import { fill, type Text } from "@/lib/fill";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { type Chosen, variantOf } from "@/lib/options";
import { phoneLink, phoneText } from "@/lib/phone";
import { addToCart } from "../../cart/actions";
import { Options } from "./options";

interface Variant {
  id: string;
  price: number;
  compare_at_price: number | null;
  in_stock: boolean;
  inventory_quantity: number;
  option_values: Chosen;
}

/** What the choice needs of a product: no more goes to the browser. */
export interface Choosable {
  id: string;
  currency: string;
  price: number;
  compare_at_price: number | null;
  discounted_price: number | null;
  in_stock: boolean;
  inventory_quantity: number;
  /** Whether it is sold only as long as it is in stock. */
  is_counted: boolean;
  options: { name: string; values: string[] }[];
  variants: Variant[];
}

interface Props {
  locale: Locale;
  product: Choosable;
  /** What is chosen at first. */
  chosen: Chosen;
  phone: string | undefined;
  delivery: DeliveryTo | null;
  promotion: string | null;
  texts: Record<string, Text>;
  deliveryTexts: ComponentProps<typeof PayTable>["texts"];
}

/** From so many on, nobody needs to know how many there are. */
const FEW = 5;

/** Price, options, delivery and the button: all that follows the variant. */
export function Choice({ locale, product, chosen: first, phone, delivery, promotion, texts, deliveryTexts }: Props) {
  const [chosen, setChosen] = useState(first);
  const router = useRouter();
  const [added, add, isBusy] = useActionState(addToCart, {});
  const variant = variantOf(product, chosen);
  const { in_stock, inventory_quantity } = variant ?? product;
  const { price, former } = pricesOf(product, variant);
  const money = { currency: product.currency, locale };
  const say = (name: string, values?: Record<string, string | number>) => fill(locale, texts[name] ?? name, values);
  const total = delivery ? price + deliveryCost(delivery.home, price) : price;

  // The cart opens over the page; without JavaScript a link to it appears.
  useEffect(() => {
    if (added.count !== undefined) router.push(pathTo(locale, "/cart"), { scroll: false });
  }, [added, locale, router]);

  return (
    <form action={add}>
      <p className="mt-4 font-semibold text-[26px] lg:text-[30px]">
        <Money amount={price} {...money} />
        {former !== null && former > price && (
          <s className="ms-3 font-normal text-base text-faint">
            <span className="sr-only">{say("before")} </span>
            <Money amount={former} {...money} />
          </s>
        )}
      </p>
      {promotion && (
        <p className="text-accent">
          <bdi dir="auto">{promotion}</bdi>
        </p>
      )}
      <Options product={product} chosen={chosen} onChoose={setChosen} locale={locale} say={say} />
      {product.is_counted && in_stock && inventory_quantity <= FEW && (
        <p className="quiet mt-4">{say("fewLeft", { count: inventory_quantity })}</p>
      )}
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="product_id" value={product.id} />
      <input type="hidden" name="variant_id" value={variant?.id ?? ""} />
      <input type="hidden" name="quantity" value="1" />
      <PayTable locale={locale} price={price} currency={product.currency} delivery={delivery} texts={deliveryTexts} />
      <div className="buy-bar">
        <div className="flex items-center gap-3">
          <p className="lg:hidden">
            <span className="quiet block">{say(delivery ? "withDelivery" : "withoutDelivery")}</span>
            <span className="font-semibold text-lg">
              <Money amount={total} {...money} />
            </span>
          </p>
          {in_stock ? (
            <button type="submit" className="button grow" aria-busy={isBusy}>
              {say(isBusy ? "busy" : "add")}
            </button>
          ) : (
            <p className="grow rounded-control bg-sunk p-3 text-center">{say("soldOut")}</p>
          )}
          {phone && (
            <a href={phoneLink(phone)} className="button button-quiet max-lg:hidden">
              <Icon name="phone" size={18} />
              <bdi dir="ltr">{phoneText(phone)}</bdi>
            </a>
          )}
        </div>
        <p role="status" className="text-sm empty:hidden">
          {added.refusal ? (
            <span className="mt-2 block text-alert">{added.refusal}</span>
          ) : (
            added.count !== undefined && (
              <span className="mt-2 block">
                {say("added")}{" "}
                <a href={`/${locale}/cart`} className="link">
                  {say("toCart", { count: added.count })}
                </a>
              </span>
            )
          )}
        </p>
      </div>
      {phone && (
        <a href={phoneLink(phone)} className="mt-4 flex min-h-11 items-center gap-3 lg:hidden">
          <span className="text-accent">
            <Icon name="phone" />
          </span>
          <span>
            {say("ask")}{" "}
            <bdi dir="ltr" className="whitespace-nowrap font-semibold">
              {phoneText(phone)}
            </bdi>
          </span>
        </a>
      )}
      <p className="quiet mt-4">{say("promise")}</p>
    </form>
  );
}

/** A promotion lowers the price that the whole product shows; a dearer variant keeps its own. */
function pricesOf(product: Choosable, variant: Variant | undefined) {
  const { price, compare_at_price } = variant ?? product;
  const isReduced = product.discounted_price !== null && price === product.price;
  return isReduced
    ? { price: product.discounted_price as number, former: compare_at_price ?? price }
    : { price, former: compare_at_price };
}
