import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import classes from "./Cash.module.css";
import type { Reconciled } from "./reconciled.ts";

/** How many owed orders of a carrier are looked through, and how many of the missing ones are shown. */
const [MAX_OWED, PAGE, MAX_SHOWN] = [1000, 100, 10];

/** Parcels whose cash the carrier has, and that its statement does not name. */
export function Missing({ compared: { changes, mismatches }, carrier }: { compared: Reconciled; carrier: string }) {
  const { cash } = useTexts();
  const { store, admin } = useApi();
  const { currency } = useStore();
  const search = { owed: true, carrier: carrier.trim(), limit: PAGE };
  const { data: owed } = useQuery({
    queryKey: [store, "orders", "owed", search],
    queryFn: async ({ signal }) => {
      const orders = [];
      for (let cursor: string | null | undefined; cursor !== null && orders.length < MAX_OWED; ) {
        const page = await admin.orders.search(cursor ? { ...search, cursor } : search, { signal });
        orders.push(...page.data);
        cursor = page.next_cursor;
      }
      return orders;
    },
  });
  if (!owed) return null;
  const named = new Set([
    ...changes.map(({ label }) => label),
    ...mismatches.flatMap(({ order_number, order_numbers = [] }) => [order_number, ...order_numbers]),
  ]);
  const missing = owed.filter(({ order_number }) => !named.has(order_number));
  if (missing.length === 0) return <p className={classes.second}>{cash.missingNone}</p>;
  return (
    <section>
      <h3>{cash.missing(missing.length)}</h3>
      <p className={classes.second}>{cash.missingHint}</p>
      <ul className={classes.missing}>
        {missing.slice(0, MAX_SHOWN).map(({ order_number, customer_name, collected_amount, total }) => (
          <li key={order_number}>
            <Link to="/stores/$store/orders/$number" params={{ store, number: order_number }}>
              <Island>{order_number}</Island>
            </Link>
            <span>
              <Typed>{customer_name}</Typed>
            </span>
            <span>
              <Island>{moneyText(collected_amount ?? total, currency)}</Island>
            </span>
          </li>
        ))}
      </ul>
      {missing.length > MAX_SHOWN && <p className={classes.second}>{cash.more(missing.length - MAX_SHOWN)}</p>}
    </section>
  );
}
