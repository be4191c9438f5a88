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
export function NextStepButton({ order, may, onOpen }: NextStepButtonProps) {
  const { order: texts } = useTexts();
  const step = nextStepOf(order);
  if (step === undefined) return null;
  const { operation: name, icon } = STEPS[step];
  const operation = may(name);
  if (!operation) return null;
  if (step === "confirm") return <ConfirmButton order={order} operation={operation} />;
  return (
    <Button leftSection={<Icon name={icon} size={18} />} onClick={() => onOpen(step)}>
      {texts.steps[step]}
    </Button>
  );
}

function ConfirmButton({ order, operation }: { order: Order; operation: Operation }) {
  const texts = useTexts();
  const run = useRun(operation);
  const confirm = async () => {
    const error = await run.run({ order: order.order_number });
    const message = error ? problemText(texts, error) : texts.order.confirmed;
    notifications.show({ message, ...(error && { autoClose: false as const }) });
  };
  return (
    <Button leftSection={<Icon name="check" size={18} />} disabled={run.isPending} onClick={confirm}>
      {run.isPending ? texts.change.running : texts.order.steps.confirm}
    </Button>
  );
}
