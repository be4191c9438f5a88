import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { valueWord } from "../messages/fields.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Island } from "../parts/Island.tsx";
import { dateText, moneyText } from "../parts/numbers.ts";
import { Status } from "../parts/Status.tsx";
import { localDay } from "../parts/writing/dates.ts";
import { ownPart } from "../shop/orderNumber.ts";
import { RiskCounts } from "../shop/RiskFacts.tsx";
import classes from "./Customer.module.css";
import type { KnownCustomer } from "./useCustomer.ts";

/** The customer's orders, newest first, with what became of them. */
export function Orders({ known: { orders, total, ref } }: { known: KnownCustomer }) {
  const { language, texts } = useLanguage();
  const { customer, fields } = texts;
  const { store } = useApi();
  const { currency, time_zone } = useStore();
  const having = (...statuses: string[]) => orders.filter(({ status }) => statuses.includes(status)).length;
  const counts = {
    orders: total,
    delivered: having("delivered"),
    refused: 0,
    returned: having("returned"),
    cancelled: having("cancelled"),
    open: having("pending", "confirmed", "processing", "shipped"),
  };
  return (
    <section className={classes.orders}>
      <h2>{customer.orders}</h2>
      <RiskCounts history={counts} />
      <ul>
        {orders.map(({ id, order_number, created_at, status, reason, total, items_count }) => (
          <li key={id}>
            <Link to="/stores/$store/orders/$number" params={{ store, number: order_number }}>
              <span className={classes.second}>
                {dateText(localDay(new Date(created_at), time_zone), language, time_zone)} ·{" "}
                <Island>{ownPart(order_number)}</Island>
              </span>
              <strong>
                <Island>{moneyText(total, currency)}</Island>
              </strong>
              <span>
                <Status value={status} word={valueWord(fields, "status", status) ?? status} />
                {reason && <span className={classes.second}> · {valueWord(fields, "reason", reason)}</span>}
              </span>
              <span className={classes.second}>{customer.pieces(items_count)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {total > orders.length && (
        <Link to="/stores/$store/operations/$name" params={{ store, name: "orders_search" }} search={{ customer: ref }}>
          {customer.all}
        </Link>
      )}
    </section>
  );
}
