import { useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import { CustomerLink } from "../shop/CustomerLink.tsx";
import { LinePicture } from "../shop/OrderLines.tsx";
import { RiskFacts } from "../shop/RiskFacts.tsx";
import classes from "./Calls.module.css";
import type { CalledOrder } from "./outcomes.ts";

/** What was ordered, what the customer remarked, and what is to be paid. */
export function Goods({ order }: { order: CalledOrder }) {
  const { calls } = useTexts();
  const { currency } = useStore();
  const money = (amount: number) => <Island>{moneyText(amount, currency)}</Island>;
  const { items, customer_notes, shipping_cost, delivery_method, total, discount, subtotal } = order;
  return (
    <div className={classes.goods}>
      <CustomerLink order={order} className={classes.riskRow}>
        <RiskFacts risk={order} isRow />
        <Icon name="open" size={18} />
      </CustomerLink>
      {customer_notes && (
        <p className={classes.remark}>
          <Icon name="note" size={18} />
          <q>
            <Typed>{customer_notes}</Typed>
          </q>
        </p>
      )}
      <ul>
        {items.map((line) => (
          <li key={line.id}>
            <LinePicture image={line.product_image} />
            <div>
              <p>
                <Typed>{line.product_name}</Typed>
              </p>
              <p className={classes.second}>
                {line.variant_title && <Typed>{line.variant_title}</Typed>}
                {line.quantity > 1 && (
                  <strong className="mantine-hidden-from-sm">
                    {line.variant_title && " · "}
                    {calls.pieces(line.quantity)}
                  </strong>
                )}
              </p>
            </div>
            <span className={`${classes.second} mantine-visible-from-sm`}>
              <Island>
                {line.quantity} × {moneyText(line.product_price, currency)}
              </Island>
            </span>
            <strong className={classes.amount}>{money(line.subtotal)}</strong>
          </li>
        ))}
      </ul>
      <dl className={classes.sums}>
        {discount > 0 && (
          <div>
            <dt>{calls.discount}</dt>
            <dd>{money(-discount)}</dd>
          </div>
        )}
        <div>
          <dt>{calls.delivery[delivery_method === "desk" ? "desk" : "home"]}</dt>
          <dd>{shipping_cost === 0 && subtotal > 0 ? calls.free : money(shipping_cost)}</dd>
        </div>
        <div className={classes.total}>
          <dt>{calls.toCollect}</dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
    </div>
  );
}
