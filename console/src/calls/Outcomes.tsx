import { Button, Kbd } from "@mantine/core";
import { useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Dock } from "../parts/Dock.tsx";
import { Icon, type IconName } from "../parts/Icon.tsx";
import { typedIn } from "../parts/Island.tsx";
import { Notice } from "../parts/Notice.tsx";
import { Problem } from "../parts/Problem.tsx";
import { whenText } from "../parts/writing/when.ts";
import classes from "./Calls.module.css";
import { type CalledOrder, OUTCOMES, type OutcomeName } from "./outcomes.ts";
import type { useDesk } from "./useDesk.ts";

const ICONS: Record<OutcomeName, IconName> = {
  confirmed: "check",
  no_answer: "no-answer",
  postponed: "clock",
  refused: "person-off",
  wrong_number: "wrong-number",
};

interface OutcomesProps {
  desk: ReturnType<typeof useDesk>;
  order: CalledOrder;
  hasCalled: boolean;
  onChoose: (name: OutcomeName) => void;
}

/** What came of the call. The buttons stay where they are from one customer to the next. */
export function Outcomes({ desk, order, hasCalled, onChoose }: OutcomesProps) {
  const { calls } = useLanguage().texts;
  const isStopped = desk.isBusy || desk.error !== null;
  const wordOf = (name: OutcomeName) =>
    name === "confirmed" && order.status !== "pending" ? calls.confirmedAlready : calls.outcomes[name];
  return (
    <Dock className={classes.outcomes}>
      <div className={classes.question}>
        <h3>{calls.howWasIt}</h3>
        <Said desk={desk} />
        <Button
          hiddenFrom="sm"
          variant="subtle"
          size="compact-md"
          aria-disabled={isStopped || undefined}
          onClick={isStopped ? undefined : desk.skip}
        >
          {calls.skipShort}
        </Button>
      </div>
      {desk.refusal && <Problem error={desk.refusal} />}
      {desk.error && <Problem error={desk.error} onRetry={desk.retry} />}
      {desk.isExpired && (
        <Notice
          icon="clock"
          kind="quiet"
          action={
            <Button variant="default" onClick={desk.retry}>
              {calls.keep}
            </Button>
          }
        >
          {calls.expired}
        </Notice>
      )}
      <div className={classes.buttons}>
        {OUTCOMES.map((name, place) => (
          <Button
            key={name}
            variant={name === "confirmed" && hasCalled ? "filled" : "default"}
            justify="space-between"
            leftSection={<Icon name={ICONS[name]} />}
            rightSection={<Kbd className={classes.key}>{place + 1}</Kbd>}
            aria-keyshortcuts={String(place + 1)}
            data-outcome={name}
            aria-disabled={isStopped || undefined}
            onClick={() => onChoose(name)}
          >
            {wordOf(name)}
          </Button>
        ))}
        <Button
          variant="subtle"
          justify="space-between"
          data-outcome="skip"
          rightSection={<Kbd className={classes.key}>S</Kbd>}
          aria-keyshortcuts="S"
          aria-disabled={isStopped || undefined}
          onClick={isStopped ? undefined : desk.skip}
        >
          {calls.skip}
        </Button>
      </div>
    </Dock>
  );
}

/** What was noted last, with Undo where it can be undone; before the first call, who comes next. */
function Said({ desk: { last, undo, data, order } }: Pick<OutcomesProps, "desk">) {
  const { language, texts } = useLanguage();
  const { calls, change } = texts;
  const { time_zone } = useStore();
  const following = data?.waiting.find(({ order_number }) => order_number !== order?.order_number);
  if (!last)
    return (
      <span className="mantine-visible-from-sm">{following && calls.leadsTo(typedIn(following.customer_name))}</span>
    );
  const { outcome } = last;
  const again = "again" in outcome ? whenText(outcome.again, language, time_zone) : "";
  return (
    <span className={classes.said}>
      <span>{calls.said[outcome.name](typedIn(last.order.customer_name), again)}</span>
      {last.changeId && (
        <Button variant="transparent" size="compact-sm" onClick={undo}>
          {change.undo}
        </Button>
      )}
    </span>
  );
}
