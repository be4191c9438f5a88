import { Button, Kbd } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { agoText } from "../parts/writing/ago.ts";
import { callAddress, phoneText, whatsAppAddress } from "../shop/phones.ts";
import classes from "./Calls.module.css";
import type { CalledOrder } from "./outcomes.ts";
import { usePlaceText } from "./usePlaceText.ts";

interface CustomerProps {
  order: CalledOrder;
  hasCalled: boolean;
  onCall: () => void;
}

/** Who is called: name, number, and how to call it. It has the same height for everybody. */
export function Customer({ order, hasCalled, onCall }: CustomerProps) {
  const { language, texts } = useLanguage();
  const { calls } = texts;
  const { store } = useApi();
  const { time_zone } = useStore();
  const placeOf = usePlaceText();
  const { order_number, customer_name, customer_phone, created_at } = order;
  const whatsApp = whatsAppAddress(customer_phone);
  const ago = agoText(created_at, language, time_zone);
  return (
    <header className={classes.customer}>
      <p className={classes.number}>
        <span>
          <span className="mantine-visible-from-sm">
            <Island>{order_number}</Island> ·{" "}
          </span>
          {calls.placed(ago)}
        </span>
        <Link to="/stores/$store/orders/$number" params={{ store, number: order_number }}>
          {calls.openOrder}
        </Link>
      </p>
      <h2 id="call-customer">
        <Typed>{customer_name}</Typed>
      </h2>
      <p className={classes.place}>
        <Typed>{placeOf(order)}</Typed>
      </p>
      <p className={classes.phone}>
        <Island>{phoneText(customer_phone)}</Island>
      </p>
      <div className={classes.ways}>
        <Button
          component="a"
          href={callAddress(customer_phone)}
          data-call=""
          variant={hasCalled ? "default" : "filled"}
          leftSection={<Icon name="phone" />}
          rightSection={<Kbd className={classes.key}>A</Kbd>}
          onClick={onCall}
        >
          {calls.call}
        </Button>
        {whatsApp && (
          <Button
            component="a"
            href={whatsApp}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<Icon name="whatsapp" />}
            onClick={onCall}
          >
            {calls.whatsApp}
          </Button>
        )}
      </div>
    </header>
  );
}
