import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useOfferUndo } from "../../change/UndoNotice.tsx";
import { Unsaved } from "../../change/Unsaved.tsx";
import { useTexts } from "../../messages/TextsContext.tsx";
import { type Address, AddressFields } from "../../shop/AddressFields.tsx";
import { phoneText } from "../../shop/phones.ts";
import type { Order } from "../order.ts";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

interface Details extends Address {
  name: string;
  phone: string;
  notes: string;
}

const detailsOf = (order: Order): Details => ({
  name: order.customer_name ?? "",
  phone: phoneText(order.customer_phone ?? ""),
  wilaya: order.customer_wilaya ?? "",
  commune: order.customer_commune ?? "",
  line1: String(order.shipping_address?.line1 ?? ""),
  method: order.delivery_method,
  notes: order.customer_notes ?? "",
});

/** Only what differs is sent. */
function changesOf(order: Order, details: Details) {
  const before = detailsOf(order);
  const differs = (name: keyof Details) => before[name] !== details[name];
  const text = (value: string) => value.trim() || null;
  return {
    ...(differs("name") && { customer_name: details.name }),
    ...(differs("phone") && { customer_phone: details.phone }),
    ...(differs("wilaya") && { customer_wilaya: text(details.wilaya) }),
    ...(differs("commune") && { customer_commune: text(details.commune) }),
    ...(differs("line1") && { shipping_address: { ...order.shipping_address, line1: details.line1.trim() } }),
    ...(differs("method") && { delivery_method: details.method }),
    ...(differs("notes") && { customer_notes: text(details.notes) }),
  };
}

/** Who gets it, and where. */
export function AddressSheet(props: SheetOf) {
  const { order, onClose } = props;
  const { order: texts, change } = useTexts();
  const [details, setDetails] = useState(() => detailsOf(order));
  const offerUndo = useOfferUndo();
  const args = changesOf(order, details);
  const isAsked = Object.keys(args).length > 0;
  const step = useStep(props, args, {
    isAsked,
    onDone: ({ change_id, not_undoable }) => {
      onClose(true);
      if (!not_undoable) offerUndo(texts.addressChanged, change_id);
    },
  });
  const { errors } = step;
  const set = (part: Partial<Details>) => {
    step.forget();
    setDetails({ ...details, ...part });
  };

  return (
    <Sheet
      title={texts.sheets.address}
      onClose={() => onClose()}
      actions={
        <StepActions step={step} canRun={isAsked && step.isReady} label={texts.saveChange} onClose={() => onClose()} />
      }
    >
      <Unsaved isUnsaved={isAsked && !step.isPending} isSheet />
      <TextInput
        label={texts.name}
        value={details.name}
        error={errors.customer_name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextInput
        label={texts.phone}
        type="tel"
        value={details.phone}
        error={errors.customer_phone}
        onChange={({ currentTarget }) => set({ phone: currentTarget.value })}
      />
      <AddressFields
        address={details}
        onChange={set}
        errors={{
          wilaya: errors.customer_wilaya,
          commune: errors.customer_commune,
          line1: errors.shipping_address,
        }}
      />
      <Textarea
        label={texts.customerNotes}
        value={details.notes}
        autosize
        onChange={({ currentTarget }) => set({ notes: currentTarget.value })}
      />
      <StepDifference step={step} isAsked={isAsked} currency={order.currency} />
      {isAsked && step.dryRun?.not_undoable && <p>{change.final}</p>}
    </Sheet>
  );
}
