import { useQuery } from "@tanstack/react-query";
import { useApi, useStore } from "../api/api.ts";
import { valueWord } from "../messages/fields.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText, shortDateText } from "../parts/numbers.ts";
import { Status } from "../parts/Status.tsx";
import { agoText } from "../parts/writing/ago.ts";
import { localDay } from "../parts/writing/dates.ts";
import { whenText } from "../parts/writing/when.ts";
import { CustomerLink } from "../shop/CustomerLink.tsx";
import { ownPart } from "../shop/orderNumber.ts";
import { RiskCounts, RiskFacts } from "../shop/RiskFacts.tsx";
import classes from "./Calls.module.css";
import type { CalledOrder } from "./outcomes.ts";

const MAX_ORDERS = 6;

/** On desktops, beside the call: what is known of the number, its other orders, and the calls before this one. */
export function ThisNumber({ order }: { order: CalledOrder }) {
  const { language, texts } = useLanguage();
  const { calls, customer, fields } = texts;
  const { store, admin } = useApi();
  const { currency, time_zone } = useStore();
  const search = { customer: order.customer_phone, limit: MAX_ORDERS };
  const { data } = useQuery({
    queryKey: [store, "orders", search],
    queryFn: ({ signal }) => admin.orders.search(search, { signal }),
    enabled: (order.phone_history?.orders ?? 0) > 0,
  });
  const others = data?.data.filter(({ order_number }) => order_number !== order.order_number) ?? [];
  const made = order.notes.filter(({ outcome }) => outcome !== null);
  return (
    <aside className={classes.beside} aria-label={calls.thisNumber}>
      <h3>
        <CustomerLink order={order} className={classes.heading}>
          {calls.thisNumber}
          <Icon name="open" size={18} />
        </CustomerLink>
      </h3>
      <RiskFacts risk={order} />
      {order.phone_history && <RiskCounts history={order.phone_history} />}
      {others.length > 0 && (
        <ul className={classes.others} aria-label={customer.risk.otherOrders}>
          {others.map(({ order_number, created_at, status, total }) => (
            <li key={order_number}>
              <span className={classes.second}>
                {shortDateText(localDay(new Date(created_at), time_zone), language)} ·{" "}
                <Island>{ownPart(order_number)}</Island>
              </span>
              <strong>
                <Island>{moneyText(total, currency)}</Island>
              </strong>
              <Status value={status} word={valueWord(fields, "status", status) ?? status} />
            </li>
          ))}
        </ul>
      )}
      <h3>{calls.callsOfOrder}</h3>
      {made.length === 0 && <p className={classes.second}>{calls.noCalls}</p>}
      {made.length > 0 && (
        <ul className={classes.others}>
          {made.map(({ id, outcome, text, call_again_at, at }) => (
            <li key={id}>
              <span>{valueWord(fields, "outcome", outcome ?? "")}</span>
              <span className={classes.second}>{agoText(at, language, time_zone)}</span>
              {(text || call_again_at) && (
                <span className={classes.second}>
                  {call_again_at && calls.again(whenText(call_again_at, language, time_zone))}
                  {text && <Typed>{text}</Typed>}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
