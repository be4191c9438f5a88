import type { DeliveryTo, Method } from "@/lib/delivery-cost";
import { fill, type Text } from "@/lib/fill";
import type { Locale } from "@/lib/locales";
import type { Quote } from "@/lib/quote";
import { DeliveryPrice } from "../delivery-price";
import { Money } from "../money";

interface Props {
  quote: Quote;
  delivery: DeliveryTo | null;
  method: Method;
  locale: Locale;
  texts: Record<"things" | "toHome" | "toDesk" | "free", Text>;
}

/** What the total is made of: the things, what promotions take off, the delivery. */
export function Sums({ quote, delivery, method, locale, texts }: Props) {
  const money = { currency: quote.currency, locale };
  return (
    <dl className="space-y-1">
      <Sum name={fill(locale, texts.things, { count: quote.count })}>
        <Money amount={quote.subtotal} {...money} />
      </Sum>
      {quote.discounts
        .filter(({ discount_amount }) => discount_amount > 0)
        .map(({ id, message, discount_amount }) => (
          <Sum key={id} name={<bdi dir="auto">{message}</bdi>} isGain>
            <Money amount={-discount_amount} {...money} />
          </Sum>
        ))}
      {delivery && quote.delivery !== null && (
        <Sum name={fill(locale, method === "desk" ? texts.toDesk : texts.toHome, { wilaya: delivery.name })}>
          <DeliveryPrice cost={quote.delivery} free={texts.free} {...money} />
        </Sum>
      )}
    </dl>
  );
}

const Sum = ({ name, isGain, children }: { name: React.ReactNode; isGain?: boolean; children: React.ReactNode }) => (
  <div className={`flex justify-between gap-4 ${isGain ? "text-accent" : ""}`}>
    <dt className={isGain ? "" : "text-soft"}>{name}</dt>
    <dd className="shrink-0">{children}</dd>
  </div>
);
