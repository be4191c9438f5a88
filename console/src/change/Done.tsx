import { Button } from "@mantine/core";
import { type PropsWithChildren, useState } from "react";
import { useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Dock } from "../parts/Dock.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island } from "../parts/Island.tsx";
import { Notice } from "../parts/Notice.tsx";
import { timeText } from "../parts/numbers.ts";
import { Problem } from "../parts/Problem.tsx";
import { Differences } from "./Differences.tsx";
import classes from "./Done.module.css";
import { type Answer, type DryRun, useUndo } from "./run.ts";
import { useOfferUndo } from "./UndoNotice.tsx";

interface DoneProps {
  answer: Answer;
  /** What the dry run before it said. */
  dryRun: DryRun | undefined;
  isFinal: boolean;
  onLeave: () => void;
}

/** What was done, what differs now, and Undo. Whoever leaves takes a notice with Undo along. */
export function Done({ answer, dryRun, isFinal, onLeave, children }: PropsWithChildren<DoneProps>) {
  const { change } = useTexts();
  const { time_zone } = useStore();
  const [doneAt] = useState(() => new Date());
  const undo = useUndo();
  const offerUndo = useOfferUndo();
  const { change_id, job_id } = answer;
  const { changes = [], changes_count: count = 1 } = dryRun ?? {};
  const canUndo = change_id !== undefined && !isFinal;
  const whatIsDone = change_id ? change.doneTitle(count) : change.doneNothing;
  const whatWasDone = job_id ? change.things(count) : whatIsDone;
  const leave = () => {
    if (canUndo && undo.isIdle) offerUndo(whatWasDone, change_id);
    onLeave();
  };
  return (
    <>
      <div className={classes.done}>
        <header>
          <Icon name="done" size={24} />
          <div role="status">
            <h2>{undo.isSuccess ? change.undone : whatWasDone}</h2>
            <p>
              <Island>{timeText(doneAt, time_zone)}</Island>
            </p>
          </div>
        </header>
        {undo.error && <Problem error={undo.error} title={change.undoFailed} />}
        {job_id && (
          <Notice icon="history" kind="quiet">
            {change.byJob}
          </Notice>
        )}
        {canUndo && !undo.isSuccess && (
          <Notice icon="history" kind="quiet">
            {change.undoableFor}
          </Notice>
        )}
        {isFinal && (
          <Notice icon="cannot-undo" kind="quiet">
            {change.final}
          </Notice>
        )}
        {changes.length > 0 && !undo.isSuccess && <Differences changes={changes} count={count} isDone />}
        {!undo.isSuccess && children}
      </div>
      <Dock className={classes.settling}>
        {canUndo && !undo.isSuccess && (
          <Button
            variant="default"
            leftSection={<Icon name="undo" size={18} />}
            disabled={undo.isPending}
            onClick={() => undo.mutate(change_id)}
          >
            {undo.isPending ? change.undoing : change.undo}
          </Button>
        )}
        <Button onClick={leave}>{change.done}</Button>
      </Dock>
    </>
  );
}
