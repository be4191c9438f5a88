import { Radio, TextInput } from "@mantine/core";
import { type Carrier, useCarriers } from "../../api/carriers.ts";
import type { FieldErrors } from "../../change/fieldErrors.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Typed } from "../../parts/Island.tsx";
import { moneyWithin } from "../../parts/numbers.ts";
import type { Order } from "../order.ts";
import classes from "./Sheet.module.css";

export interface Shipment {
  carrier: string;
  tracking: string;
}

interface CarrierFieldsProps {
  order: Order;
  shipment: Shipment;
  errors: FieldErrors;
  /** Told only what was typed: the usual carrier may still be unknown. */
  onChange: (typed: Partial<Shipment>) => void;
}

/** With whom an order goes, and under which number. The number comes as it was pasted or scanned; spaces are left out. */
export function CarrierFields({ order, shipment, errors, onChange }: CarrierFieldsProps) {
  const { order: texts } = useTexts();
  const { data: carriers = [] } = useCarriers();
  return (
    <>
      {carriers.length > 0 ? (
        <Radio.Group
          aria-label={texts.carrier}
          value={shipment.carrier}
          onChange={(carrier) => onChange({ carrier })}
          error={errors.carrier}
        >
          {carriers.map((carrier) => (
            <Radio
              key={carrier.name}
              value={carrier.name}
              className={classes.choice ?? ""}
              label={<Typed>{carrier.name}</Typed>}
              description={aboutCarrier(carrier)}
            />
          ))}
        </Radio.Group>
      ) : (
        <TextInput
          label={texts.carrier}
          value={shipment.carrier}
          error={errors.carrier}
          maxLength={100}
          onChange={({ currentTarget }) => onChange({ carrier: currentTarget.value })}
        />
      )}
      <TextInput
        label={texts.trackingNumber}
        description={texts.trackingLater}
        value={shipment.tracking}
        error={errors.tracking_number}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget }) => onChange({ tracking: currentTarget.value })}
      />
    </>
  );

  function aboutCarrier(carrier: Carrier): string {
    const { delivery_method: method } = order;
    if (!carrier.methods?.includes(method)) return texts.carrierNotBy[method];
    if (!serves(carrier, order)) return texts.carrierNotThere;
    const cost = method === "home" ? carrier.home_cost : carrier.desk_cost;
    return cost === undefined
      ? texts.methods[method]
      : texts.carrierCosts(texts.methods[method], moneyWithin(cost, order.currency));
  }
}

/** Whether a carrier takes the order to where it goes. */
export const serves = ({ methods, regions }: Carrier, { delivery_method, wilaya_code }: Order): boolean =>
  methods?.includes(delivery_method) === true && (!regions || wilaya_code === null || regions.includes(wilaya_code));

/** A tracking number out of what was pasted: without spaces, and without the words around it. */
export const readTracking = (text: string): string => {
  const codes = text.match(/[A-Za-z0-9][A-Za-z0-9-]*\d[A-Za-z0-9-]*/g) ?? [];
  const [code] = codes;
  return codes.length === 1 && code && /[\s:]/.test(text.trim()) ? code : text.replaceAll(/\s/g, "");
};
