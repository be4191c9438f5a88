import { Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Unsaved } from "../../change/Unsaved.tsx";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Notice } from "../../parts/Notice.tsx";
import { ReasonChips } from "./ReasonChips.tsx";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

const LIKELY = ["unreachable", "changed_mind", "wrong_number", "duplicate", "fake", "refused", "other"];

/** Cancels an order before it is shipped. It cannot be undone. */
export function CancelSheet(props: SheetOf) {
  const { order, operation, onClose } = props;
  const { order: texts } = useTexts();
  const [reason, setReason] = useState<string>();
  const [note, setNote] = useState("");
  const step = useStep(
    props,
    { ...(reason && { reason }), ...(note.trim() && { note: note.trim() }) },
    {
      isAsked: reason !== undefined,
      onDone: () => {
        onClose(true);
        notifications.show({ message: texts.cancelled });
      },
    },
  );
  return (
    <Sheet
      title={texts.sheets.cancel}
      onClose={() => onClose()}
      actions={
        <StepActions
          step={step}
          canRun={reason !== undefined && step.isReady}
          isFinal
          label={texts.sheets.cancel}
          onClose={() => onClose()}
        />
      }
    >
      <Unsaved isUnsaved={note !== "" && !step.isPending} isSheet />
      <ReasonChips
        operation={operation}
        likely={LIKELY}
        value={reason}
        onChange={(next) => {
          step.forget();
          setReason(next);
        }}
      />
      <Textarea
        label={texts.note}
        value={note}
        maxLength={500}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <StepDifference step={step} isAsked={reason !== undefined} currency={order.currency} />
      <Notice icon="cannot-undo" kind="bad" title={texts.cancelFinal}>
        {texts.cancelFinalText}
      </Notice>
    </Sheet>
  );
}
