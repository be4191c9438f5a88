import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import type { Texts } from "../messages/texts.ts";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText, moneyWithin, numberText } from "../parts/numbers.ts";
import classes from "./Order.module.css";
import type { Order } from "./order.ts";
import { usePlace } from "./usePlace.ts";

type Discount = Order["applied_discounts"][number];

/** What an order costs and why: one line for each reason, then the sum, and what became of the money. */
export function Cost({ order }: { order: Order }) {
  const { order: texts } = useTexts();
  const { currency, items, subtotal, rounding, applied_discounts: discounts, total } = order;
  const money = (amount: number) => <Island>{moneyText(amount, currency)}</Island>;
  return (
    <section className={classes.part}>
      <h2>{texts.why}</h2>
      <dl className={classes.cost}>
        <Because what={texts.goods} why={texts.unitsInLines(order.items_count, items.length)}>
          {money(subtotal)}
        </Because>
        {discounts
          .filter(({ discount_type }) => discount_type !== "free_shipping")
          .map((discount) => (
            <Because
              key={discount.id}
              what={<DiscountName discount={discount} />}
              why={reasonOf(discount, currency, texts)}
            >
              {money(-discount.discount_amount)}
            </Because>
          ))}
        <Delivery order={order} />
        {rounding !== 0 && (
          <Because what={texts.rounding} why={texts.roundingWhy}>
            {money(rounding)}
          </Because>
        )}
        <div className={classes.sum}>
          <Because what={texts.sums[sumOf(order)]}>{money(total)}</Because>
        </div>
        <WhatBecameOfMoney order={order} />
      </dl>
    </section>
  );
}

function Because({ what, why, children }: { what: ReactNode; why?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>
        <span>{what}</span>
        {why && <small>{why}</small>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const DiscountName = ({ discount: { code, title } }: { discount: Discount }) => {
  const { order: texts } = useTexts();
  if (!code) return <Typed>{title}</Typed>;
  return (
    <>
      {texts.code} <Island>{code}</Island>
    </>
  );
};

function reasonOf(discount: Discount, currency: string, texts: Texts["order"]): ReactNode {
  const { discount_type, discount_value, code, title } = discount;
  const kind = code ? <Typed>{title}</Typed> : texts.promotion;
  if (discount_value === null || discount_type === "buy_x_get_y") return kind;
  const value =
    discount_type === "percentage" ? `${numberText(discount_value)} %` : moneyText(discount_value, currency);
  return (
    <>
      {kind} · <Island>{value}</Island>
    </>
  );
}

function Delivery({ order }: { order: Order }) {
  const { order: texts } = useTexts();
  const { shipping_cost, currency, delivery_method, applied_discounts: discounts } = order;
  const place = usePlace(order);
  const rate = useRate(order);
  const free = discounts.find(({ shipping_discount_amount }) => (shipping_discount_amount ?? 0) > 0);
  const saved = free?.shipping_discount_amount ?? (shipping_cost === 0 ? (rate?.price ?? 0) : 0);
  const because = order.shipping_is_set
    ? texts.setByHand
    : free
      ? free.title
      : rate && rate.free_above !== null
        ? texts.rateFree(moneyWithin(rate.price, currency), moneyWithin(rate.free_above, currency))
        : undefined;
  return (
    <Because
      what={
        <>
          {texts.methods[delivery_method]}
          {place.wilaya && (
            <>
              {texts.comma}
              <Typed>{place.wilaya}</Typed>
            </>
          )}
        </>
      }
      why={because && <Typed>{because}</Typed>}
    >
      {saved > 0 && (
        <s>
          <Island>{moneyText(shipping_cost + saved, currency)}</Island>
        </s>
      )}{" "}
      {shipping_cost === 0 ? texts.free : <Island>{moneyText(shipping_cost, currency)}</Island>}
    </Because>
  );
}

interface Rate {
  region: string;
  method: string;
  price: number;
  free_above: number | null;
}

/** The store's rate by which the delivery was priced, where the person may see the rates. */
function useRate({ wilaya_code, delivery_method, shipping_is_set }: Order): Rate | undefined {
  const { store, admin } = useApi();
  const { data: operations } = useQuery(operationsQuery({ store, admin }));
  const mayAsk = operations?.some(({ name }) => name === "shipping_rates_list") ?? false;
  const { data } = useQuery({
    queryKey: [store, "rate", wilaya_code],
    queryFn: async ({ signal }) =>
      (await admin.run("shipping_rates_list", { region: wilaya_code }, { signal })) as { data: Rate[] },
    enabled: mayAsk && wilaya_code !== null && !shipping_is_set,
    retry: false,
  });
  return (
    data?.data.find(({ method }) => method === delivery_method) ?? data?.data.find(({ method }) => method === "home")
  );
}

/** What the sum is called: what is still to be paid, or what was. */
function sumOf({ payment_method, payment_status, status }: Order): "toCollect" | "total" {
  const isOver = status === "cancelled" || status === "returned" || payment_status !== "unpaid";
  return payment_method === "cod" && !isOver ? "toCollect" : "total";
}

function WhatBecameOfMoney({ order }: { order: Order }) {
  const { order: texts } = useTexts();
  const { currency, collected_amount, remitted_amount, refunded_amount, returned_amount, carrier } = order;
  const rows: [string, number | null, ReactNode?][] = [
    [texts.collected, collected_amount],
    [texts.returned, returned_amount === 0 ? null : -returned_amount],
    [texts.refunded, refunded_amount === 0 ? null : -refunded_amount],
    [texts.remitted, remitted_amount, carrier && <Typed>{carrier}</Typed>],
  ];
  return rows.map(
    ([what, amount, why]) =>
      amount !== null && (
        <Because key={what} what={what} why={why}>
          <Island>{moneyText(amount, currency)}</Island>
        </Because>
      ),
  );
}
