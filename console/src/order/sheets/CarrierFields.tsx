import { Radio, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/api.ts";
import { operationsQuery } from "../../api/operations.ts";
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

interface Carrier {
  name: string;
  methods: string[];
  regions?: string[];
  home_cost?: number;
  desk_cost?: number;
  is_active?: boolean;
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
  const carriers = useCarriers();
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
    if (!carrier.methods.includes(method)) return texts.carrierNotBy[method];
    if (!serves(carrier, order)) return texts.carrierNotThere;
    const cost = method === "home" ? carrier.home_cost : carrier.desk_cost;
    return cost === undefined
      ? texts.methods[method]
      : texts.carrierCosts(texts.methods[method], moneyWithin(cost, order.currency));
  }
}

/** Whether a carrier takes the order to where it goes. */
export const serves = ({ methods, regions }: Carrier, { delivery_method, wilaya_code }: Order): boolean =>
  methods.includes(delivery_method) && (!regions || wilaya_code === null || regions.includes(wilaya_code));

/** The carriers of the store, where the person may see them. */
export function useCarriers(): Carrier[] {
  const { store, admin } = useApi();
  const { data: operations } = useQuery(operationsQuery({ store, admin }));
  const { data } = useQuery({
    queryKey: [store, "carriers"],
    queryFn: async ({ signal }) =>
      (await admin.run("carriers_list", { limit: 100 }, { signal })) as { data: Carrier[] },
    enabled: operations?.some(({ name }) => name === "carriers_list") ?? false,
  });
  return (data?.data ?? []).filter(({ is_active }) => is_active !== false);
}

/** A tracking number out of what was pasted: without spaces, and without the words around it. */
export const readTracking = (text: string): string => {
  const codes = text.match(/[A-Za-z0-9][A-Za-z0-9-]*\d[A-Za-z0-9-]*/g) ?? [];
  const [code] = codes;
  return codes.length === 1 && code && /[\s:]/.test(text.trim()) ? code : text.replaceAll(/\s/g, "");
};
