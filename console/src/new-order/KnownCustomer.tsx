import type { OrdersSearchResponses } from "@hanout/client/admin";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Typed } from "../parts/Island.tsx";
import { OrderLines } from "../shop/OrderLines.tsx";
import { withMore } from "../shop/withMore.ts";
import { type Draft, isPhone } from "./draft.ts";
import classes from "./NewOrder.module.css";

type Order = OrdersSearchResponses[201]["data"][number];

/** Milliseconds after the last digit before the number is looked for. */
const SETTLED = 300;

interface KnownCustomerProps {
  draft: Draft;
  onTake: (part: Partial<Draft>) => void;
}

/** Who calls, if they have ordered before: with one tap it is the same as last time. */
export function KnownCustomer({ draft, onTake }: KnownCustomerProps) {
  const { newOrder: texts } = useTexts();
  const last = useLastOrder(draft.phone);
  if (!last) return null;
  const { phone_history: history } = last;
  const isTaken = draft.name === last.customer_name && draft.address.commune === (last.customer_commune ?? "");
  const takeAddress = () =>
    onTake({
      name: last.customer_name,
      customer: last.customer_id,
      address: {
        wilaya: last.customer_wilaya ?? "",
        commune: last.customer_commune ?? "",
        line1: String(last.shipping_address?.line1 ?? ""),
        method: last.delivery_method,
      },
    });
  const lines = last.items.map((line) => ({
    item: line.variant_id ?? line.sku ?? line.product_slug,
    name: line.product_name,
    options: line.variant_title ?? "",
    image: line.product_image,
    quantity: line.quantity,
  }));
  const offered = lines.filter(({ item }) => !draft.lines.some((line) => line.item === item));
  return (
    <div className={classes.known}>
      <p>
        <strong>
          <Typed>{last.customer_name}</Typed>
        </strong>{" "}
        · {texts.ordersOf((history?.orders ?? 0) + 1)}
        {history && history.delivered + history.refused > 0 && (
          <> · {texts.takes(history.delivered, history.delivered + history.refused)}</>
        )}
      </p>
      {!isTaken && (
        <Button variant="light" leftSection={<Icon name="history" size={18} />} onClick={takeAddress}>
          {texts.sameAsLast}
        </Button>
      )}
      {isTaken && offered.length > 0 && (
        <>
          <p>{texts.lastGoods}</p>
          <OrderLines lines={offered.map((line) => ({ key: line.item, about: line.options, ...line }))}>
            {(line) => (
              <Button
                variant="default"
                leftSection={<Icon name="plus" size={18} />}
                onClick={() => onTake({ lines: withMore(draft.lines, line) })}
              >
                {texts.addAgain(line.quantity)}
              </Button>
            )}
          </OrderLines>
        </>
      )}
    </div>
  );
}

/** The last order of a phone number. */
function useLastOrder(phone: string): Order | undefined {
  const { store, admin } = useApi();
  const [settled] = useDebouncedValue(phone.trim(), SETTLED);
  const { data } = useQuery({
    queryKey: [store, "last order", settled],
    queryFn: ({ signal }) => admin.orders.search({ query: settled, limit: 1, response_format: "detailed" }, { signal }),
    enabled: isPhone(settled),
  });
  const [last] = data?.data ?? [];
  return last && phone.trim() === settled && isSame(last.customer_phone, settled) ? last : undefined;
}

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, "").replace(/^0+/, "");

/** Whether two ways to write a number are of one number: it may have its country or not. */
const isSame = (one: string | null, other: string): boolean => {
  const [a, b] = [digitsOf(one ?? ""), digitsOf(other)];
  return a !== "" && b !== "" && (a.endsWith(b) || b.endsWith(a));
};
