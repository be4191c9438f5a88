import { Button } from "@mantine/core";
import { useState } from "react";
import { useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { inIsland } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import { Choice } from "./Choice.tsx";
import { type CalledOrder, REFUSALS, type Refusal } from "./outcomes.ts";
import { Question } from "./Question.tsx";
import classes from "./Sheet.module.css";

interface RefusedProps {
  order: CalledOrder;
  onClose: () => void;
  onChoose: (reason: Refusal) => void;
}

/** Asks why the customer refuses: the order is then cancelled, which cannot be undone. */
export function Refused({ order, onClose, onChoose }: RefusedProps) {
  const { calls } = useTexts();
  const { currency } = useStore();
  const [reason, setReason] = useState<Refusal>(REFUSALS[0]);
  return (
    <Question title={calls.whyRefused} onClose={onClose} onSubmit={() => onChoose(reason)}>
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
    </Question>
  );
}
