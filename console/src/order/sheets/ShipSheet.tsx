import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useCarriers } from "../../api/carriers.ts";
import { Unsaved } from "../../change/Unsaved.tsx";
import { useTexts } from "../../messages/TextsContext.tsx";
import { CarrierFields, readTracking, type Shipment, serves } from "./CarrierFields.tsx";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

/** Gives an order to a carrier. */
export function ShipSheet(props: SheetOf) {
  const { order, onClose } = props;
  const { order: texts } = useTexts();
  const { data: carriers = [] } = useCarriers();
  const [typed, setTyped] = useState<Partial<Shipment>>({});
  const [only, ...others] = carriers.filter((one) => serves(one, order));
  const usual = others.length === 0 ? only?.name : undefined;
  const shipment = { carrier: order.carrier ?? usual ?? "", tracking: order.tracking_number ?? "", ...typed };
  const tracking = readTracking(shipment.tracking);
  const args = {
    ...(shipment.carrier.trim() && { carrier: shipment.carrier.trim() }),
    ...(tracking && { tracking_number: tracking }),
  };
  const step = useStep(props, args, {
    onDone: () => {
      onClose(true);
      notifications.show({ message: texts.shipped });
    },
  });
  const { carrier } = shipment;
  return (
    <Sheet
      title={texts.sheets.ship}
      onClose={() => onClose()}
      actions={
        <StepActions
          step={step}
          canRun={step.isReady}
          label={carrier ? texts.shipWith(carrier) : texts.sheets.ship}
          onClose={() => onClose()}
        />
      }
    >
      <Unsaved isUnsaved={Object.keys(typed).length > 0 && !step.isPending} isSheet />
      <CarrierFields
        order={order}
        shipment={shipment}
        errors={step.errors}
        onChange={(next) => {
          step.forget();
          setTyped({ ...typed, ...next });
        }}
      />
      <StepDifference step={step} currency={order.currency} />
      <p>{texts.shipFinal}</p>
    </Sheet>
  );
}
