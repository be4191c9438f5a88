import { useTexts } from "../messages/TextsContext.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText, numberText } from "../parts/numbers.ts";
import { LinePicture } from "../shop/OrderLines.tsx";
import classes from "./Order.module.css";
import type { Order, OrderLine } from "./order.ts";

/** The lines of an order, with pictures. On a phone the price and the quantity stand below the name. */
export function Lines({ order: { items, currency } }: { order: Order }) {
  const { order: texts } = useTexts();
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {texts.item}
          </th>
          <th scope="col">{texts.price}</th>
          <th scope="col">{texts.quantity}</th>
          <th scope="col">{texts.amount}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((line) => (
          <tr key={line.id}>
            <td>
              <LinePicture image={line.product_image} />
            </td>
            <th scope="row">
              <Typed>{line.product_name}</Typed>
              <About line={line} currency={currency} />
            </th>
            <td>
              <Island>{moneyText(line.product_price, currency)}</Island>
            </td>
            <td>
              <Island>{numberText(line.quantity)}</Island>
            </td>
            <td>
              <Island>{moneyText(line.subtotal, currency)}</Island>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function About({ line, currency }: { line: OrderLine; currency: string }) {
  const { order: texts } = useTexts();
  const { variant_title, quantity, product_price, returned_quantity } = line;
  return (
    <small>
      {variant_title && <Typed>{variant_title}</Typed>}
      {quantity > 1 && (
        <span className={`${classes.each} mantine-hidden-from-sm`}>
          {variant_title && " · "}
          <Island>
            {numberText(quantity)} × {moneyText(product_price, currency)}
          </Island>
        </span>
      )}
      {returned_quantity > 0 && (
        <em>
          {(variant_title || quantity > 1) && " · "}
          {texts.cameBack(returned_quantity)}
        </em>
      )}
    </small>
  );
}
