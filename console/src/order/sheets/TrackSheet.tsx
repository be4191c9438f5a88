import { useState } from "react";
import { useOfferUndo } from "../../change/UndoNotice.tsx";
import { Unsaved } from "../../change/Unsaved.tsx";
import { useTexts } from "../../messages/TextsContext.tsx";
import { CarrierFields, readTracking } from "./CarrierFields.tsx";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

/** Corrects the carrier and the tracking number of an order that is on its way. */
export function TrackSheet(props: SheetOf) {
  const { order, onClose } = props;
  const { order: texts } = useTexts();
  const [shipment, setShipment] = useState({ carrier: order.carrier ?? "", tracking: order.tracking_number ?? "" });
  const offerUndo = useOfferUndo();
  const tracking = readTracking(shipment.tracking);
  const args = {
    ...(shipment.carrier !== (order.carrier ?? "") && { carrier: shipment.carrier.trim() || null }),
    ...(tracking !== (order.tracking_number ?? "") && { tracking_number: tracking || null }),
  };
  const isAsked = Object.keys(args).length > 0;
  const step = useStep(props, args, {
    isAsked,
    onDone: ({ change_id }) => {
      onClose(true);
      offerUndo(texts.trackingChanged, change_id);
    },
  });
  return (
    <Sheet
      title={texts.sheets.track}
      onClose={() => onClose()}
      actions={
        <StepActions step={step} canRun={isAsked && step.isReady} label={texts.saveChange} onClose={() => onClose()} />
      }
    >
      <Unsaved isUnsaved={isAsked && !step.isPending} isSheet />
      <CarrierFields
        order={order}
        shipment={shipment}
        errors={step.errors}
        onChange={(next) => {
          step.forget();
          setShipment({ ...shipment, ...next });
        }}
      />
      <StepDifference step={step} isAsked={isAsked} currency={order.currency} />
    </Sheet>
  );
}
