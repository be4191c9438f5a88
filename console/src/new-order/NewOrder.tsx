import { Button, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useApi, useStore } from "../api/api.ts";
import type { Operation } from "../api/operations.ts";
import { fieldErrorsOf } from "../change/fieldErrors.ts";
import { useDryRun, useRun } from "../change/run.ts";
import { Unsaved } from "../change/Unsaved.tsx";
import { useTexts } from "../messages/TextsContext.tsx";
import { Dock } from "../parts/Dock.tsx";
import { moneyWithin } from "../parts/numbers.ts";
import { Problem } from "../parts/Problem.tsx";
import { AddressFields } from "../shop/AddressFields.tsx";
import { OrderLines } from "../shop/OrderLines.tsx";
import { ProductSearch } from "../shop/ProductSearch.tsx";
import { Stepper } from "../shop/Stepper.tsx";
import { withMore } from "../shop/withMore.ts";
import { argumentsOf, type Change, type DraftLine, EMPTY, isPhone, useDraft } from "./draft.ts";
import { KnownCustomer } from "./KnownCustomer.tsx";
import classes from "./NewOrder.module.css";
import { Price, type Priced, pricedBy } from "./Price.tsx";

const route = getRouteApi("/stores/$store/orders/new");

/** The form of an order, from the number that calls to the price; the price grows beside it. */
export function NewOrder({ operation, onLeave }: { operation: Operation; onLeave: () => void }) {
  const texts = useTexts();
  const { newOrder, change: changing } = texts;
  const { store } = useApi();
  const { currency } = useStore();
  const navigate = route.useNavigate();
  const { draft, change, forget } = useDraft(store);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const run = useRun(operation);

  const hasLines = draft.lines.length > 0;
  const asked = JSON.stringify(argumentsOf(draft, true));
  const args = useMemo(() => JSON.parse(asked), [asked]);
  const dry = useDryRun(operation, args, hasLines && !run.data);
  const refusal = run.error ?? dry.error;
  const errors = fieldErrorsOf(refusal, operation.input_schema, args, texts);
  const priced: Priced | undefined = hasLines && dry.data ? pricedBy(dry.data) : undefined;
  const { missing } = texts.problems.fields;
  const missingName = isTried && draft.name.trim() === "" ? missing : undefined;
  const missingPhone = isTried && !isPhone(draft.phone) ? missing : undefined;

  const set: Change = (part) => {
    run.reset();
    change(part);
  };
  const setLine = (item: string, quantity: number) =>
    set({
      lines: draft.lines.flatMap((line) => (line.item !== item ? line : quantity === 0 ? [] : { ...line, quantity })),
    });
  const add = (line: DraftLine) => set(({ lines }) => ({ lines: withMore(lines, line) }));

  const save = async () => {
    setTried(true);
    if (!hasLines || draft.name.trim() === "" || !isPhone(draft.phone)) return;
    await run.run(JSON.parse(JSON.stringify(argumentsOf(draft, false))));
  };
  // After a try the first field at fault is where one goes on.
  useEffect(() => {
    if (isTried || run.error) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [isTried, run.error]);

  const placed = run.data?.order_number;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is placed
  useEffect(() => {
    if (typeof placed !== "string") return;
    forget();
    notifications.show({ message: newOrder.placed(placed) });
    void navigate({
      to: "/stores/$store/orders/$number",
      params: { store, number: placed },
      replace: true,
      ignoreBlocker: true,
    });
  }, [placed]);

  const giveUp = () => {
    forget();
    onLeave();
  };
  const isBusy = run.isPending || placed !== undefined;
  return (
    <>
      <Unsaved isUnsaved={draft !== EMPTY && !isBusy} />
      <form
        ref={form}
        id="new-order"
        className={classes.sides}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={classes.form}>
          <section>
            <div className={classes.two}>
              <TextInput
                label={newOrder.phone}
                type="tel"
                autoComplete="off"
                value={draft.phone}
                error={missingPhone ?? errors.customer_phone}
                onChange={({ currentTarget }) => set({ phone: currentTarget.value, customer: null })}
              />
              <TextInput
                label={newOrder.name}
                autoComplete="off"
                maxLength={200}
                value={draft.name}
                error={missingName ?? errors.customer_name}
                onChange={({ currentTarget }) => set({ name: currentTarget.value })}
              />
            </div>
            <KnownCustomer draft={draft} onTake={set} />
          </section>
          <section>
            <h2>{newOrder.goods}</h2>
            <OrderLines lines={draft.lines.map((line) => ({ key: line.item, about: line.options, ...line }))}>
              {({ item, name, quantity }) => (
                <Stepper label={name} value={quantity} onChange={(value) => setLine(item, value)} />
              )}
            </OrderLines>
            <LineErrors errors={errors} lines={draft.lines} isMissing={isTried && !hasLines} />
            <ProductSearch
              label={newOrder.addGoods}
              onAdd={({ item, name, options, image }) => add({ item, name, options, image, quantity: 1 })}
            />
          </section>
          <section>
            <h2>{newOrder.delivery}</h2>
            <AddressFields
              address={draft.address}
              onChange={(address) => set({ address })}
              errors={{
                wilaya: errors.customer_wilaya,
                commune: errors.customer_commune,
                line1: errors.shipping_address,
              }}
            />
          </section>
          <section className={classes.two}>
            <TextInput
              label={newOrder.coupon}
              autoComplete="off"
              value={draft.coupon}
              error={errors.coupon_code}
              onChange={({ currentTarget }) => set({ coupon: currentTarget.value })}
            />
            <Textarea
              label={newOrder.notes}
              autosize
              maxLength={2000}
              value={draft.notes}
              onChange={({ currentTarget }) => set({ notes: currentTarget.value })}
            />
          </section>
        </div>
        <aside className={classes.price} aria-live="polite">
          <h2>{newOrder.price}</h2>
          {refusal && Object.keys(errors).length === 0 && (
            <Problem error={refusal} onRetry={run.error ? undefined : dry.retry} />
          )}
          <Price priced={priced} isCurrent={dry.isCurrent} currency={currency} />
        </aside>
      </form>
      <Dock>
        <Button variant="subtle" onClick={giveUp}>
          {changing.discard}
        </Button>
        <Button type="submit" form="new-order" disabled={isBusy}>
          {isBusy
            ? changing.running
            : priced && !refusal
              ? newOrder.placeFor(moneyWithin(priced.total, currency))
              : newOrder.place}
        </Button>
      </Dock>
    </>
  );
}

/** What is wrong with lines: said below them, with the name of the goods. */
function LineErrors({
  errors,
  lines,
  isMissing,
}: {
  errors: Readonly<Record<string, string>>;
  lines: readonly DraftLine[];
  isMissing: boolean;
}) {
  const { newOrder } = useTexts();
  const said = Object.entries(errors).flatMap(([path, sentence]) => {
    const [, index] = /^items(?:\.(\d+))?/.exec(path) ?? [];
    if (!path.startsWith("items")) return [];
    const name = index === undefined ? undefined : lines[Number(index)]?.name;
    return [name ? `${name} · ${sentence}` : sentence];
  });
  return [...(isMissing ? [newOrder.noLines] : []), ...said].map((sentence) => (
    <p key={sentence} role="alert" className={classes.fault}>
      {sentence}
    </p>
  ));
}
