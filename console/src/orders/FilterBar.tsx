import { Button, NumberInput, Popover, Select, TextInput, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useApi, useStore } from "../api/api.ts";
import { useCarriers } from "../api/carriers.ts";
import { valueWord } from "../messages/fields.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Typed } from "../parts/Island.tsx";
import { matches } from "../parts/matches.ts";
import { currencySign, moneyText } from "../parts/numbers.ts";
import { placeName, useWilayas } from "../shop/places.ts";
import { useWilayaName } from "../shop/useWilayaName.ts";
import { type Filters, type OrdersSearch, PAYMENTS, PERIODS, STATUSES } from "./filters.ts";
import classes from "./Orders.module.css";

/** Changes some filters; undefined takes one away. */
type Apply = (part: { [name in keyof Filters]: Filters[name] | undefined }) => void;

interface FilterBarProps {
  search: OrdersSearch;
  onChange: Apply;
  /** What stands behind the chips. */
  children?: ReactNode;
}

/** A filter: what it is now, and how it is chosen. */
interface Chip {
  name: "period" | "status" | "wilaya" | "carrier" | "payment" | "total";
  value: string | undefined;
  content: (apply: Apply) => ReactNode;
}

/** The filters as chips: those in force with ✕, those that can be added with +. */
export function FilterBar({ search, onChange, children }: FilterBarProps) {
  const { orders, fields } = useTexts();
  const { currency, country } = useStore();
  const wilayaName = useWilayaName();
  const { filter } = orders;
  const carriers = (useCarriers().data ?? []).map(({ name }) => name);
  const product = useProductName(search.item);
  const { period, status, wilaya, carrier, item, payment, least, most, owed } = search;
  const money = (value: number | undefined, say: (amount: string) => string) =>
    value === undefined ? [] : [say(moneyText(value, currency))];
  const word = (name: string, value: string) => valueWord(fields, name, value) ?? value;
  const choices = (name: keyof Filters, values: readonly string[], say: (value: string) => string) => (apply: Apply) =>
    values.map((value) => (
      <UnstyledButton key={value} className={classes.choice} onClick={() => apply({ [name]: value })}>
        <Typed>{say(value)}</Typed>
      </UnstyledButton>
    ));
  const written = (name: "wilaya" | "carrier") => (apply: Apply) => (
    <TextFilter label={filter[name]} onApply={(typed) => apply({ [name]: typed })} />
  );
  const chips: Chip[] = [
    {
      name: "period",
      value: period && orders.periods[period],
      content: choices("period", PERIODS, (one) => orders.periods[one] ?? one),
    },
    {
      name: "status",
      value: status && word("status", status),
      content: choices("status", STATUSES, (one) => word("status", one)),
    },
    {
      name: "wilaya",
      value: wilaya && wilayaName(wilaya, wilaya),
      content:
        country === "DZ" ? (apply) => <WilayaFilter onApply={(code) => apply({ wilaya: code })} /> : written("wilaya"),
    },
    {
      name: "carrier",
      value: carrier,
      content: carriers.length > 0 ? choices("carrier", carriers, (one) => one) : written("carrier"),
    },
    {
      name: "payment",
      value: payment && word("payment_status", payment),
      content: choices("payment", PAYMENTS, (one) => word("payment_status", one)),
    },
    {
      name: "total",
      value: [...money(least, orders.from), ...money(most, orders.to)].join(" ") || undefined,
      content: (apply) => <TotalFilter onApply={apply} />,
    },
  ];
  // A view has its own status.
  const offered = chips.filter(({ name }) => name !== "status" || !search.view);
  const inForce = offered.filter(({ value }) => value !== undefined);
  return (
    <fieldset className={classes.chips} aria-label={orders.filters}>
      {item && <InForce name={filter.item} value={product ?? item} onRemove={() => onChange({ item: undefined })} />}
      {owed && <InForce name={filter.owed} value={filter.owed} onRemove={() => onChange({ owed: undefined })} />}
      {inForce.map(({ name, value }) => (
        <InForce
          key={name}
          name={filter[name]}
          value={value as string}
          onRemove={() => onChange(name === "total" ? { least: undefined, most: undefined } : { [name]: undefined })}
        />
      ))}
      {offered
        .filter(({ value }) => value === undefined)
        .map(({ name, content }) => (
          <Addable key={name} name={filter[name]} content={content} onApply={onChange} />
        ))}
      {children}
    </fieldset>
  );
}

function InForce({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  const { orders } = useTexts();
  return (
    <UnstyledButton
      className={classes.chip}
      data-on=""
      aria-label={`${value}. ${orders.removeFilter(name)}`}
      onClick={onRemove}
    >
      <Typed>{value}</Typed>
      <Icon name="close" size={16} />
    </UnstyledButton>
  );
}

function Addable({ name, content, onApply }: { name: string; content: Chip["content"]; onApply: Apply }) {
  const [isOpen, setOpen] = useState(false);
  const apply: Apply = (part) => {
    setOpen(false);
    onApply(part);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.chip} onClick={() => setOpen(!isOpen)}>
          <Icon name="plus" size={16} />
          {name}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.choices}>{content(apply)}</Popover.Dropdown>
    </Popover>
  );
}

function TextFilter({ label, onApply }: { label: string; onApply: (typed: string) => void }) {
  const { orders } = useTexts();
  const [typed, setTyped] = useState("");
  return (
    <form
      className={classes.filterForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") onApply(typed.trim());
      }}
    >
      <TextInput
        data-autofocus
        label={label}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {orders.apply}
      </Button>
    </form>
  );
}

/** Chooses a wilaya by any of its spellings. */
function WilayaFilter({ onApply }: { onApply: (code: string) => void }) {
  const { language, texts } = useLanguage();
  const data = useWilayas();
  return (
    <Select
      data-autofocus
      label={texts.orders.filter.wilaya}
      searchable
      data={data.map((wilaya) => ({ value: wilaya.code, label: placeName(wilaya, language) }))}
      filter={({ search }) =>
        data
          .filter((wilaya) => matches(search, `${wilaya.code} ${wilaya.name_fr} ${wilaya.name_ar}`))
          .map((wilaya) => ({ value: wilaya.code, label: placeName(wilaya, language) }))
      }
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={220}
      value={null}
      onChange={(code) => code && onApply(code)}
    />
  );
}

function TotalFilter({
  onApply,
}: {
  onApply: (given: { least: number | undefined; most: number | undefined }) => void;
}) {
  const { orders } = useTexts();
  const { currency } = useStore();
  const [least, setLeast] = useState<number>();
  const [most, setMost] = useState<number>();
  const field = (label: string, value: number | undefined, set: (value: number | undefined) => void) => (
    <NumberInput
      label={label}
      min={0}
      suffix={` ${currencySign(currency)}`}
      value={value ?? ""}
      onChange={(typed) => set(typeof typed === "number" ? typed : undefined)}
    />
  );
  return (
    <form
      className={classes.filterForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (least !== undefined || most !== undefined) onApply({ least, most });
      }}
    >
      {field(orders.least, least, setLeast)}
      {field(orders.most, most, setMost)}
      <Button type="submit" variant="default">
        {orders.apply}
      </Button>
    </form>
  );
}

/** What a product is called. */
function useProductName(product: string | undefined): string | undefined {
  const { store, admin } = useApi();
  const { data } = useQuery({
    queryKey: [store, "products_get", product],
    queryFn: ({ signal }) => admin.products.get({ product: product ?? "" }, { signal }),
    enabled: product !== undefined,
  });
  return data?.name;
}
