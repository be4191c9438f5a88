import { useStore } from "../../api/api.ts";
import { useLanguage, useTexts } from "../../messages/TextsContext.tsx";
import { Island, Typed } from "../../parts/Island.tsx";
import { dateText, moneyText, numberText } from "../../parts/numbers.ts";
import { phoneText } from "../../shop/phones.ts";
import type { Order } from "../order.ts";
import { usePlace } from "../usePlace.ts";
import classes from "./Print.module.css";
import { addressLines, dueOf } from "./printed.ts";

/** What lies in a parcel: the goods, for who packs and who unpacks, and what is to be paid. */
export function PackingSlip({ order }: { order: Order }) {
  const { order: texts } = useTexts();
  const { language } = useLanguage();
  const { name: store, time_zone } = useStore();
  const place = usePlace(order);
  const { currency, order_number, created_at, items, discount, shipping_cost, rounding, total, customer_notes } = order;
  const sums: [string, number][] = [
    [texts.goods, order.subtotal],
    [texts.discount, -discount],
    [texts.methods[order.delivery_method], shipping_cost],
    [texts.rounding, rounding],
  ];
  return (
    <article className={classes.slip}>
      <header>
        <span className={classes.from}>
          <Typed>{store}</Typed>
        </span>
        <span>
          <Island>{order_number}</Island>
          <br />
          <bdi>{dateText(created_at, language, time_zone)}</bdi>
        </span>
      </header>
      <section className={classes.to}>
        <strong>
          <Typed>{order.customer_name}</Typed>
        </strong>
        <span>
          <Island>{phoneText(order.customer_phone ?? "")}</Island>
        </span>
        {addressLines(order).map((line) => (
          <span key={line}>
            <Typed>{line}</Typed>
          </span>
        ))}
        <span>
          <Typed>{[place.commune, place.wilaya].filter(Boolean).join(texts.comma)}</Typed>
        </span>
      </section>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.item}</th>
            <th scope="col">{texts.quantity}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, product_name, variant_title, sku, quantity, subtotal }) => (
            <tr key={id}>
              <th scope="row">
                <Typed>{product_name}</Typed>
                <small>
                  {variant_title && <Typed>{variant_title}</Typed>}
                  {variant_title && sku && " · "}
                  {sku && <Island>{sku}</Island>}
                </small>
              </th>
              <td>
                <Island>{numberText(quantity)}</Island>
              </td>
              <td>
                <Island>{moneyText(subtotal, currency)}</Island>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums
            .filter(([name, amount]) => amount !== 0 || name === texts.goods)
            .map(([name, amount]) => (
              <tr key={name}>
                <th scope="row" colSpan={2}>
                  {name}
                </th>
                <td>
                  <Island>{moneyText(amount, currency)}</Island>
                </td>
              </tr>
            ))}
          <tr>
            <th scope="row" colSpan={2}>
              {dueOf(order) > 0 ? texts.sums.toCollect : texts.sums.total}
            </th>
            <td>
              <Island>{moneyText(dueOf(order) || total, currency)}</Island>
            </td>
          </tr>
        </tfoot>
      </table>
      {customer_notes && (
        <p>
          <Typed>{customer_notes}</Typed>
        </p>
      )}
      <p>{texts.thanks}</p>
    </article>
  );
}
