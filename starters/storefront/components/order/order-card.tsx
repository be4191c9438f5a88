import type { Order } from "@hanout/client/shop";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { DeliveryPrice } from "../delivery-price";
import { Money } from "../money";
import { OrderLine } from "./order-line";

interface Props {
  order: Order;
  locale: Locale;
  /** What stands above the lines. */
  head: React.ReactNode;
}

/** What was ordered, and what the courier takes. All amounts are those of the order. */
export function OrderCard({ order, locale, head }: Props) {
  const t = textsOf(locale);
  const money = { currency: order.currency, locale };
  const isPaid = order.payment_status !== "unpaid";
  return (
    <section className="rounded-control border border-line bg-raised p-4 lg:p-7">
      <div className="mb-4">{head}</div>
      <ul>
        {order.items.map((item) => (
          <OrderLine key={item.id} item={item} currency={order.currency} locale={locale} />
        ))}
      </ul>
      <dl className="mt-4 space-y-1">
        <Row name={t("sums.things", { count: order.items_count })}>
          <Money amount={order.subtotal} {...money} />
        </Row>
        {order.discount > 0 && (
          <Row name={t("sums.discount")}>
            <Money amount={-order.discount} {...money} />
          </Row>
        )}
        <Row name={t(order.delivery_method === "desk" ? "sums.desk" : "sums.home")}>
          <DeliveryPrice cost={order.shipping_cost} free={t("delivery.free")} {...money} />
        </Row>
        {order.rounding !== 0 && (
          <Row name={t("sums.rounding")}>
            <Money amount={order.rounding} {...money} />
          </Row>
        )}
      </dl>
      <p className="mt-3 flex items-baseline justify-between gap-4 border-line border-t pt-3 font-semibold">
        {t(isPaid ? "sums.paid" : "sums.toPay")}
        <span className="text-[22px]">
          <Money amount={order.total} {...money} />
        </span>
      </p>
    </section>
  );
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-soft">{name}</dt>
    <dd className="shrink-0">{children}</dd>
  </div>
);
