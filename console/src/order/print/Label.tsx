import { useStore } from "../../api/api.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Island, Typed } from "../../parts/Island.tsx";
import { moneyText } from "../../parts/numbers.ts";
import { phoneText } from "../../shop/phones.ts";
import type { Order } from "../order.ts";
import { usePlace } from "../usePlace.ts";
import { Code128 } from "./Code128.tsx";
import classes from "./Print.module.css";
import { addressLines, dueOf } from "./printed.ts";

/** What is glued on a parcel: from whom, to whom, what to collect, and its number as a barcode. */
export function Label({ order }: { order: Order }) {
  const { order: texts } = useTexts();
  const { name: store } = useStore();
  const place = usePlace(order);
  const { tracking_number: tracking, order_number: number, carrier, wilaya_code: code } = order;
  const due = dueOf(order);
  return (
    <article className={classes.label}>
      <header>
        <span className={classes.from}>
          <Typed>{store}</Typed>
        </span>
        {carrier && <Typed>{carrier}</Typed>}
      </header>
      <section className={classes.to}>
        <strong>
          <Typed>{order.customer_name}</Typed>
        </strong>
        <strong>
          <Island>{phoneText(order.customer_phone ?? "")}</Island>
        </strong>
        {addressLines(order).map((line) => (
          <span key={line}>
            <Typed>{line}</Typed>
          </span>
        ))}
        <span>
          <Typed>{place.commune}</Typed>
        </span>
      </section>
      <section className={classes.where}>
        <strong>
          {code && <Island>{code}</Island>} <Typed>{place.wilaya}</Typed>
        </strong>
        <span>{texts.methods[order.delivery_method]}</span>
      </section>
      <section className={classes.due}>
        <span>{due > 0 ? texts.sums.toCollect : texts.paidAlready}</span>
        <strong>
          <Island>{moneyText(due, order.currency)}</Island>
        </strong>
      </section>
      <footer>
        <Code128 text={tracking ?? number} />
        <span>
          <Island>{tracking ?? number}</Island>
        </span>
        {tracking && (
          <small>
            <Island>{number}</Island>
          </small>
        )}
      </footer>
    </article>
  );
}
