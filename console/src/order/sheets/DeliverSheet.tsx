import { NumberInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Unsaved } from "../../change/Unsaved.tsx";
import { useTexts } from "../../messages/TextsContext.tsx";
import { currencySign } from "../../parts/numbers.ts";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

/** The parcel was taken: with it the cash that was collected, if it is another amount than what was due. */
export function DeliverSheet(props: SheetOf) {
  const { order, onClose } = props;
  const { order: texts } = useTexts();
  const [collected, setCollected] = useState<number>();
  const isCash = order.payment_method === "cod" && order.payment_status === "unpaid";
  const due = order.total - order.returned_amount;
  const step = useStep(props, collected === undefined ? {} : { collected_amount: collected }, {
    onDone: () => {
      onClose(true);
      notifications.show({ message: texts.delivered });
    },
  });
  return (
    <Sheet
      title={texts.sheets.deliver}
      onClose={() => onClose()}
      actions={<StepActions step={step} canRun={step.isReady} label={texts.steps.deliver} onClose={() => onClose()} />}
    >
      <Unsaved isUnsaved={collected !== undefined && !step.isPending} isSheet />
      {isCash && (
        <NumberInput
          label={texts.collectedAtDoor}
          value={collected ?? due}
          min={0}
          inputMode="decimal"
          rightSection={currencySign(order.currency)}
          rightSectionWidth={56}
          error={step.errors.collected_amount}
          onChange={(value) => {
            step.forget();
            setCollected(typeof value === "number" ? value : undefined);
          }}
        />
      )}
      <StepDifference step={step} currency={order.currency} />
      <p>{texts.deliverFinal}</p>
    </Sheet>
  );
}
