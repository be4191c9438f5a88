import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Operation } from "../api/operations.ts";
import { useRun } from "../change/run.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon, type IconName } from "../parts/Icon.tsx";
import { problemText } from "../parts/Problem.tsx";
import { type NextStep, nextStepOf, type Order, type SheetName } from "./order.ts";

interface NextStepButtonProps {
  order: Order;
  may: (name: string) => Operation | undefined;
  onOpen: (sheet: SheetName) => void;
}

const STEPS: Record<NextStep, { operation: string; icon: IconName }> = {
  confirm: { operation: "orders_confirm", icon: "check" },
  ship: { operation: "orders_ship", icon: "truck" },
  deliver: { operation: "orders_mark_delivered", icon: "done" },
};

/** The one next step of an order; nothing where there is none, or the person may not take it. */
export function NextStepButton(props: NextStepButtonProps) {
  const step = nextStepOf(props.order);
  const operation = step && props.may(STEPS[step].operation);
  return operation && <StepButton {...props} step={step} operation={operation} />;
}

/** The same button from step to step, so that it keeps the focus. */
function StepButton({
  order,
  onOpen,
  step,
  operation,
}: NextStepButtonProps & { step: NextStep; operation: Operation }) {
  const texts = useTexts();
  const run = useRun(operation);
  const confirm = async () => {
    const error = await run.run({ order: order.order_number });
    const message = error ? problemText(texts, error) : texts.order.confirmed;
    notifications.show({ message, ...(error && { autoClose: false as const }) });
  };
  const go = () => {
    if (run.isPending) return;
    if (step === "confirm") void confirm();
    else onOpen(step);
  };
  return (
    <Button
      leftSection={<Icon name={STEPS[step].icon} size={18} />}
      data-disabled={run.isPending}
      aria-disabled={run.isPending}
      onClick={go}
    >
      {run.isPending ? texts.change.running : texts.order.steps[step]}
    </Button>
  );
}
