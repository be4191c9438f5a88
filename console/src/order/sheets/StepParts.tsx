import { Button } from "@mantine/core";
import type { PropsWithChildren, ReactNode } from "react";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Notice } from "../../parts/Notice.tsx";
import { Problem } from "../../parts/Problem.tsx";
import { OrderDifference } from "./OrderDifference.tsx";
import classes from "./Sheet.module.css";
import type { Step } from "./useStep.ts";

/** What a step would change, or why it is refused. `isAsked`: whether there is something to change. */
export function StepDifference({
  step,
  isAsked = true,
  currency,
  children,
}: PropsWithChildren<{ step: Step; isAsked?: boolean; currency: string }>) {
  const { change, order: texts } = useTexts();
  const { refusal, changes, isCurrent } = step;
  const hasFieldError = Object.keys(step.errors).length > 0;
  if (step.isStale) {
    const again = (
      <Button variant="default" onClick={step.lookAgain}>
        {texts.lookAgain}
      </Button>
    );
    return (
      <Notice icon="warning" kind="bad" title={`${change.staleTitle}.`} action={again}>
        {texts.nothingDone}
      </Notice>
    );
  }
  return (
    <section aria-live="polite" className={classes.difference}>
      {refusal && !hasFieldError && (
        <Problem error={refusal} {...(step.isRefused && { title: `${change.notDone}.` })} onRetry={step.retry} />
      )}
      {isAsked && !refusal && changes.length > 0 && (
        <div data-old={!isCurrent || undefined}>
          <h3>{change.whatWillChange}</h3>
          <OrderDifference changes={changes} currency={currency}>
            {children}
          </OrderDifference>
        </div>
      )}
    </section>
  );
}

/** The actions of a sheet: to leave it, and the step itself. */
export function StepActions({
  step,
  canRun,
  label,
  isFinal = false,
  onClose,
}: {
  step: Step;
  canRun: boolean;
  label: ReactNode;
  /** It cannot be undone. */
  isFinal?: boolean;
  onClose: () => void;
}) {
  const { change } = useTexts();
  return (
    <>
      <Button variant="subtle" onClick={onClose}>
        {change.discard}
      </Button>
      <Button
        {...(isFinal && { color: "bad" })}
        disabled={!canRun || step.isPending || step.isStale}
        onClick={() => void step.save()}
      >
        {step.isPending ? change.running : label}
      </Button>
    </>
  );
}
