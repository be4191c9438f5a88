import { ActionIcon, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useApi, useStore } from "../api/api.ts";
import { valueWord } from "../messages/fields.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { CustomerLink } from "../shop/CustomerLink.tsx";
import { ownPart } from "../shop/orderNumber.ts";
import { callAddress, phoneText, whatsAppAddress } from "../shop/phones.ts";
import { RiskFacts } from "../shop/RiskFacts.tsx";
import { CopyButton } from "./CopyButton.tsx";
import classes from "./Order.module.css";
import type { Order } from "./order.ts";
import { usePlace } from "./usePlace.ts";

/** Who ordered, how to call them, and what is known of their number. */
export function CustomerPart({ order }: { order: Order }) {
  const { order: texts, fields } = useTexts();
  const { customer_name: name, customer_phone: phone, phone_history: history, payment_status, payment_method } = order;
  const whatsApp = phone && whatsAppAddress(phone);
  return (
    <section className={`${classes.part} ${classes.customer}`}>
      <p className={classes.payment}>
        {payment_method === "cod" && payment_status === "unpaid"
          ? texts.cashOnDelivery
          : (valueWord(fields, "payment_status", payment_status) ?? payment_status)}
      </p>
      <header>
        <h2>
          <Typed>{name}</Typed>
        </h2>
        {history && <CustomerLink order={order}>{texts.ordersOf(history.orders + 1)}</CustomerLink>}
      </header>
      {phone && (
        <div className={classes.phone}>
          <Island>{phoneText(phone)}</Island>
          <span>
            <ActionIcon component="a" variant="default" href={callAddress(phone)} aria-label={texts.call}>
              <Icon name="phone" />
            </ActionIcon>
            {whatsApp && (
              <ActionIcon
                component="a"
                variant="default"
                href={whatsApp}
                target="_blank"
                rel="noreferrer"
                aria-label={texts.whatsApp}
              >
                <Icon name="whatsapp" />
              </ActionIcon>
            )}
          </span>
        </div>
      )}
      <PhoneFacts order={order} />
    </section>
  );
}

function PhoneFacts({ order }: { order: Order }) {
  const { order: texts } = useTexts();
  const sameDay = order.same_day_orders ?? [];
  return (
    <>
      <RiskFacts risk={order} />
      {sameDay.length > 0 && (
        <p className={classes.facts}>
          {texts.sameDay}
          {sameDay.map((number) => (
            <Fragment key={number}>
              {" "}
              <OrderLink number={number} />
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}

function OrderLink({ number }: { number: string }) {
  const { store } = useApi();
  return (
    <Link to="/stores/$store/orders/$number" params={{ store, number }}>
      <Island>{ownPart(number)}</Island>
    </Link>
  );
}

/** Where it goes. */
export function DeliveryPart({ order, onChange }: { order: Order; onChange?: () => void }) {
  const { order: texts } = useTexts();
  const place = usePlace(order);
  const { shipping_address: address, customer_notes: notes } = order;
  const lines = Object.entries(address ?? {}).filter(
    ([name, value]) => name !== "method" && typeof value === "string" && value !== "",
  );
  return (
    <section className={classes.part}>
      <header>
        <h2>{texts.methods[order.delivery_method]}</h2>
        {onChange && (
          <Button variant="transparent" onClick={onChange}>
            {texts.change}
          </Button>
        )}
      </header>
      <address>
        {lines.map(([name, value]) => (
          <span key={name}>
            <Typed>{String(value)}</Typed>
          </span>
        ))}
        <span>
          <Typed>{[place.commune, place.wilaya].filter(Boolean).join(texts.comma)}</Typed>
        </span>
      </address>
      {notes && (
        <p className={classes.quote}>
          «&nbsp;<Typed>{notes}</Typed>&nbsp;»
        </p>
      )}
    </section>
  );
}

/** With whom it goes, its number, and the link by which its shopper follows it. */
export function ParcelPart({ order, onChange }: { order: Order; onChange?: () => void }) {
  const { order: texts } = useTexts();
  const { name: store } = useStore();
  const { carrier, tracking_number: number, tracking_url: url, tracking_page_url: page, customer_phone: phone } = order;
  const link = page ?? undefined;
  const words = link && texts.trackingWords(store, link);
  const whatsApp = words && phone ? whatsAppAddress(phone, words) : undefined;
  if (!carrier && !number && !link) return null;
  return (
    <section className={classes.part}>
      <header>
        <h2>{texts.parcel}</h2>
        {onChange && (
          <Button variant="transparent" onClick={onChange}>
            {texts.change}
          </Button>
        )}
      </header>
      <dl className={classes.facts}>
        {carrier && (
          <div>
            <dt>{texts.carrier}</dt>
            <dd>
              <Typed>{carrier}</Typed>
            </dd>
          </div>
        )}
        {number && (
          <div>
            <dt>{texts.trackingNumber}</dt>
            <dd>
              {url ? (
                <a href={url} target="_blank" rel="noreferrer">
                  <Island>{number}</Island>
                </a>
              ) : (
                <Island>{number}</Island>
              )}
            </dd>
          </div>
        )}
      </dl>
      {link && (
        <div className={classes.tracking}>
          <p>{texts.sendTracking}</p>
          {whatsApp && (
            <Button
              variant="default"
              component="a"
              href={whatsApp}
              target="_blank"
              rel="noreferrer"
              leftSection={<Icon name="whatsapp" size={18} />}
            >
              {texts.whatsApp}
            </Button>
          )}
          <CopyButton text={link} />
        </div>
      )}
    </section>
  );
}
