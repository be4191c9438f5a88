import type { ReactNode } from "react";
import type { DryRun } from "../change/run.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import classes from "./NewOrder.module.css";

/** What an order would cost. */
export interface Priced {
  subtotal: number;
  discount: number;
  shipping_cost: number;
  rounding: number;
  total: number;
  /** The titles of the promotions that apply. */
  applied: string[];
  is_blocked: boolean | null;
}

/** What a dry run says that an order costs. */
export function pricedBy(dryRun: DryRun): Priced | undefined {
  const order = dryRun.changes[0]?.after;
  return order
    ? ({ ...order, applied: dryRun.applied ?? [], is_blocked: dryRun.is_blocked ?? null } as Priced)
    : undefined;
}

/** What the order costs so far, and why. Until a new price comes, the old one stays, in grey. */
export function Price({
  priced,
  isCurrent,
  currency,
}: {
  priced: Priced | undefined;
  isCurrent: boolean;
  currency: string;
}) {
  const { newOrder } = useTexts();
  if (!priced) return <p className={classes.hint}>{newOrder.priceHint}</p>;
  const money = (amount: number) => <Island>{moneyText(amount, currency)}</Island>;
  const rows: [string, ReactNode, ReactNode?][] = [
    [newOrder.goods, money(priced.subtotal)],
    ...(priced.discount > 0
      ? [[newOrder.discount, money(-priced.discount), priced.applied] as [string, ReactNode, string[]]]
      : []),
    [newOrder.delivery, priced.shipping_cost === 0 ? newOrder.free : money(priced.shipping_cost)],
    ...(priced.rounding === 0 ? [] : [[newOrder.rounding, money(priced.rounding)] as [string, ReactNode]]),
  ];
  return (
    <>
      <dl className={classes.costs} data-old={!isCurrent || undefined}>
        {rows.map(([what, amount, why]) => (
          <div key={what}>
            <dt>
              {what}
              {Array.isArray(why) &&
                why.map((title) => (
                  <small key={title}>
                    <Typed>{title}</Typed>
                  </small>
                ))}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div>
          <dt>{newOrder.toCollect}</dt>
          <dd>{money(priced.total)}</dd>
        </div>
      </dl>
      {priced.is_blocked && <p className={classes.fault}>{newOrder.blocked}</p>}
    </>
  );
}
