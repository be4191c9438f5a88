import { NumberInput, Switch } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Unsaved } from "../../change/Unsaved.tsx";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Island, Typed } from "../../parts/Island.tsx";
import { Notice } from "../../parts/Notice.tsx";
import { currencySign, moneyWithin, numberText } from "../../parts/numbers.ts";
import { OrderLines } from "../../shop/OrderLines.tsx";
import { Stepper } from "../../shop/Stepper.tsx";
import { nameOfLine } from "../order.ts";
import { TableRow } from "./OrderDifference.tsx";
import { ReasonChips } from "./ReasonChips.tsx";
import classes from "./Sheet.module.css";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

const LIKELY = ["changed_mind", "refused", "damaged", "late", "lost", "unreachable", "other"];
/** What comes back so is not sold again, unless a person says so. */
const SPOILT = ["damaged", "lost"];

interface GivenBack {
  refunded_amount?: number;
  stock_back?: { product_name: string; variant_title: string | null; quantity: number }[];
}

/** Takes units of an order back. It cannot be undone, and says so beside its button. */
export function ReturnSheet(props: SheetOf) {
  const { order, operation, onClose } = props;
  const { order: texts } = useTexts();
  const { currency } = order;
  const [units, setUnits] = useState<Readonly<Record<string, number>>>({});
  const [reason, setReason] = useState<string>();
  const [restock, setRestock] = useState<boolean>();
  const [refund, setRefund] = useState<number>();

  const lines = order.items.filter(({ quantity, returned_quantity }) => returned_quantity < quantity);
  const items = lines.flatMap(({ id }) => (units[id] ? [{ item: id, quantity: units[id] }] : []));
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const isAsked = count > 0 && reason !== undefined;
  const args = {
    items,
    reason,
    ...(restock !== undefined && { restock }),
    ...(refund !== undefined && { refunded_amount: refund }),
  };
  const step = useStep(props, args, {
    isAsked,
    onDone: () => {
      onClose(true);
      notifications.show({ message: texts.cameBack(count) });
    },
  });
  const { refunded_amount: refunded = 0, stock_back: back = [] } = (isAsked ? (step.dryRun ?? {}) : {}) as GivenBack;
  const [first] = items.length === 1 ? lines.filter(({ id }) => id === items[0]?.item) : [];
  const change = (work: () => void) => {
    step.forget();
    work();
  };

  return (
    <Sheet
      title={texts.sheets.return}
      onClose={() => onClose()}
      actions={
        <StepActions
          step={step}
          canRun={isAsked && step.isReady}
          isFinal
          label={
            count === 0
              ? texts.sheets.return
              : texts.takeBack(count, refunded > 0 ? moneyWithin(refunded, currency) : undefined)
          }
          onClose={() => onClose()}
        />
      }
    >
      <Unsaved isUnsaved={count > 0 && !step.isPending} isSheet />
      <OrderLines
        lines={lines.map((line) => ({
          key: line.id,
          name: line.product_name,
          about: line.variant_title,
          image: line.product_image,
          line,
        }))}
      >
        {({ line }) => {
          const left = line.quantity - line.returned_quantity;
          return (
            <Stepper
              label={nameOfLine(line)}
              value={units[line.id] ?? 0}
              max={left}
              of={left}
              onChange={(value) => change(() => setUnits({ ...units, [line.id]: value }))}
            />
          );
        }}
      </OrderLines>
      <ReasonChips
        operation={operation}
        likely={LIKELY}
        value={reason}
        onChange={(next) => change(() => setReason(next))}
      />
      <Switch
        label={texts.restock}
        labelPosition="left"
        className={classes.flag ?? ""}
        checked={restock ?? !SPOILT.includes(reason ?? "")}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget;
          change(() => setRestock(checked));
        }}
      />
      {isAsked && (
        <NumberInput
          label={texts.refund}
          description={texts.refundHint}
          value={refund ?? refunded}
          min={0}
          inputMode="decimal"
          rightSection={currencySign(currency)}
          rightSectionWidth={56}
          error={step.errors.refunded_amount}
          onChange={(value) => change(() => setRefund(typeof value === "number" ? value : undefined))}
        />
      )}
      <StepDifference step={step} isAsked={isAsked} currency={currency}>
        {back.map((line) => (
          <TableRow
            key={nameOfLine(line)}
            name={
              <>
                {texts.stockOf} <Typed>{nameOfLine(line)}</Typed>
              </>
            }
            before=""
            after={<Island>+{numberText(line.quantity)}</Island>}
          />
        ))}
      </StepDifference>
      {isAsked && (
        <Notice icon="cannot-undo" kind="bad" title={texts.returnFinal}>
          {first ? texts.orderAgainOne(first.product_name) : texts.orderAgain}
        </Notice>
      )}
    </Sheet>
  );
}
