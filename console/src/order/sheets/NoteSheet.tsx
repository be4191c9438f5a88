import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useOfferUndo } from "../../change/UndoNotice.tsx";
import { Unsaved } from "../../change/Unsaved.tsx";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

/** A note that only the store sees. */
export function NoteSheet(props: SheetOf) {
  const { order, onClose } = props;
  const { order: texts } = useTexts();
  const [text, setText] = useState("");
  const offerUndo = useOfferUndo();
  const step = useStep(
    props,
    { text: text.trim() },
    {
      isAsked: false,
      onDone: ({ change_id }) => {
        onClose(true);
        offerUndo(texts.noteAdded, change_id);
      },
    },
  );
  return (
    <Sheet
      title={texts.sheets.note}
      onClose={() => onClose()}
      actions={<StepActions step={step} canRun={text.trim() !== ""} label={texts.saveNote} onClose={() => onClose()} />}
    >
      <Unsaved isUnsaved={text !== "" && !step.isPending} isSheet />
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        value={text}
        maxLength={2000}
        autosize
        minRows={4}
        data-autofocus
        error={step.errors.text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <StepDifference step={step} isAsked={false} currency={order.currency} />
    </Sheet>
  );
}
