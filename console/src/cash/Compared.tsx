import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import classes from "./Cash.module.css";
import { Missing } from "./Missing.tsx";
import type { Reconciled } from "./reconciled.ts";

/** How a statement fits the orders: what matches, row by row what is wrong, and what is missing. */
export function Compared({ compared, carrier }: { compared: Reconciled; carrier: string }) {
  const { cash } = useTexts();
  const { currency } = useStore();
  const { matched, rows, delivered, mismatches, amount_matched, amount_stated } = compared;
  const money = (amount: number) => moneyText(amount, currency);
  return (
    <>
      <div className={classes.figure}>
        <Icon name={mismatches.length === 0 ? "done" : "check"} size={20} />
        <div>
          <strong>{cash.matched(matched, rows)}</strong>
          <span className={classes.second}>
            <Island>{money(amount_matched)}</Island>
            {amount_matched !== amount_stated && (
              <>
                {" / "}
                <Island>{money(amount_stated)}</Island>
              </>
            )}
            {delivered > 0 && ` · ${cash.delivered(delivered)}`}
          </span>
        </div>
      </div>
      {mismatches.length > 0 && <Wrong mismatches={mismatches} />}
      <Missing compared={compared} carrier={carrier} />
    </>
  );
}

function Wrong({ mismatches }: Pick<Reconciled, "mismatches">) {
  const { cash } = useTexts();
  const { store } = useApi();
  const { currency } = useStore();
  return (
    <section>
      <h3>{cash.wrong(mismatches.length)}</h3>
      <p className={classes.second}>{cash.wrongHint}</p>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{cash.row}</th>
            <th scope="col">{cash.number}</th>
            <th scope="col">{cash.why}</th>
            <th scope="col">{cash.stated}</th>
            <th scope="col">{cash.expected}</th>
          </tr>
        </thead>
        <tbody>
          {mismatches.map(({ row, ref, reason, stated, expected, order_number, carrier }) => (
            <tr key={row}>
              <td>{row}</td>
              <td>
                {order_number ? (
                  <Link to="/stores/$store/orders/$number" params={{ store, number: order_number }}>
                    <Island>{ref}</Island>
                  </Link>
                ) : (
                  <Island>{ref}</Island>
                )}
              </td>
              <td>
                {cash.reasons[reason]}
                {reason === "other_carrier" && carrier && (
                  <>
                    {" "}
                    (<Typed>{carrier}</Typed>)
                  </>
                )}
              </td>
              <td data-number="">{stated !== null && <Island>{moneyText(stated, currency)}</Island>}</td>
              <td data-number="">{expected !== undefined && <Island>{moneyText(expected, currency)}</Island>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
