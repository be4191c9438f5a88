import { Button, Modal } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { inIsland } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import { Choice } from "./Choice.tsx";
import { type CalledOrder, REFUSALS, type Refusal } from "./outcomes.ts";
import classes from "./Sheet.module.css";

interface RefusedProps {
  order: CalledOrder;
  onClose: () => void;
  onChoose: (reason: Refusal) => void;
}

/** Asks why the customer refuses: the order is then cancelled, which cannot be undone. */
export function Refused({ order, onClose, onChoose }: RefusedProps) {
  const { calls, frame } = useTexts();
  const { currency } = useStore();
  const [reason, setReason] = useState<Refusal>(REFUSALS[0]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(reason);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={calls.whyRefused}
      closeButtonProps={{ "aria-label": frame.close }}
      classNames={{ inner: classes.inner ?? "", content: classes.sheet ?? "" }}
      centered
    >
      <form onSubmit={submit} className={classes.form}>
        <fieldset aria-label={calls.whyRefused}>
          {REFUSALS.map((one) => (
            <Choice key={one} group="reason" isChosen={one === reason} onChoose={() => setReason(one)}>
              {calls.reasons[one]}
            </Choice>
          ))}
        </fieldset>
        <p className={classes.final}>{calls.cancels(inIsland(moneyText(order.total, currency)))}</p>
        <Button type="submit" color="bad" fullWidth>
          {calls.cancelOrder}
        </Button>
      </form>
    </Modal>
  );
}
