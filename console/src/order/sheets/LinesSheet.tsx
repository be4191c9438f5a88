import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/api.ts";
import { readStoreAgain } from "../../api/store-queries.ts";
import { offerUndo } from "../../change/UndoNotice.tsx";
import { Unsaved } from "../../change/Unsaved.tsx";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Notice } from "../../parts/Notice.tsx";
import { moneyWithin } from "../../parts/numbers.ts";
import { OrderLines } from "../../shop/OrderLines.tsx";
import { type Goods, ProductSearch } from "../../shop/ProductSearch.tsx";
import { Stepper } from "../../shop/Stepper.tsx";
import { withMore } from "../../shop/withMore.ts";
import { nameOfLine, type Order } from "../order.ts";
import { putLinesBack } from "./putBack.ts";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

/** Quantities of lines, lines taken out and lines added, with what the order costs then. */
export function LinesSheet(props: SheetOf) {
  const { order, onClose } = props;
  const { order: texts, change } = useTexts();
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({});
  const [added, setAdded] = useState<readonly (Goods & { quantity: number })[]>([]);
  const [isAdding, setAdding] = useState(false);
  const undo = useLinesUndo();

  const changed = order.items.filter(({ id, quantity }) => (quantities[id] ?? quantity) !== quantity);
  const items = [
    ...changed.map(({ id }) => ({ line: id, quantity: quantities[id] })),
    ...added.map(({ item, quantity }) => ({ item, quantity })),
  ];
  const isAsked = items.length > 0;
  const step = useStep(
    props,
    { items },
    {
      isAsked,
      onDone: (_, before) => {
        onClose(true);
        undo(before);
      },
    },
  );
  const after = step.changes[0]?.after;
  const total = isAsked && typeof after?.total === "number" ? after.total : undefined;

  const add = (goods: Goods) => {
    step.forget();
    setAdded((now) => withMore(now, { ...goods, quantity: 1 }));
  };
  const set = (id: string, quantity: number) => {
    step.forget();
    setQuantities({ ...quantities, [id]: quantity });
  };
  const lines = order.items.map((line) => {
    const quantity = quantities[line.id] ?? line.quantity;
    const about = quantity === 0 ? texts.backInStock : line.variant_title;
    return {
      key: line.id,
      name: line.product_name,
      about,
      image: line.product_image,
      isGone: quantity === 0,
      line,
      quantity,
    };
  });

  return (
    <Sheet
      title={texts.sheets.lines}
      onClose={() => onClose()}
      actions={
        <StepActions
          step={step}
          canRun={isAsked && step.isReady}
          label={total === undefined ? texts.saveChange : texts.saveTotal(moneyWithin(total, order.currency))}
          onClose={() => onClose()}
        />
      }
    >
      <Unsaved isUnsaved={isAsked && !step.isPending} isSheet />
      <OrderLines lines={lines}>
        {({ line, quantity }) =>
          quantity === 0 ? (
            <Button variant="default" onClick={() => set(line.id, line.quantity)}>
              {texts.putBack}
            </Button>
          ) : (
            <Stepper label={nameOfLine(line)} value={quantity} onChange={(value) => set(line.id, value)} />
          )
        }
      </OrderLines>
      <OrderLines lines={added.map((goods) => ({ key: goods.item, about: goods.options, ...goods }))}>
        {({ item, name, quantity }) => (
          <Stepper
            label={name}
            value={quantity}
            onChange={(value) => {
              step.forget();
              setAdded(
                added.flatMap((one) => (one.item !== item ? one : value === 0 ? [] : { ...one, quantity: value })),
              );
            }}
          />
        )}
      </OrderLines>
      {isAdding ? (
        <ProductSearch label={texts.addLine} onAdd={add} autoFocus />
      ) : (
        <Button variant="default" leftSection={<Icon name="plus" size={18} />} onClick={() => setAdding(true)}>
          {texts.addLine}
        </Button>
      )}
      {Object.values(step.errors).map((sentence) => (
        <Notice key={sentence} icon="warning" kind="bad">
          {sentence}
        </Notice>
      ))}
      <StepDifference step={step} isAsked={isAsked} currency={order.currency} />
      {total !== undefined && total !== order.total && order.payment_status === "unpaid" && (
        <Notice icon="warning" kind="wait">
          {texts.tellCustomer(moneyWithin(order.total, order.currency))}
        </Notice>
      )}
      {isAsked && after && "coupon_code" in after && <p>{change.final}</p>}
    </Sheet>
  );
}

/** Offers to put the lines back. */
function useLinesUndo() {
  const { order: texts, change } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  return (before: Order) => {
    const ask = async (key: string) => {
      await putLinesBack(api, before, key);
      await readStoreAgain(queries, api);
    };
    offerUndo({ title: texts.linesChanged, changeId: `put-back-${before.id}-${before.updated_at}`, ask, change });
  };
}
