import { Button } from "@mantine/core";
import { useIsMutating } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Operation, takes } from "../api/operations.ts";
import { type Thing, useBegun } from "../change/begun.ts";
import { Differences } from "../change/Differences.tsx";
import { Done } from "../change/Done.tsx";
import { fieldErrorsOf } from "../change/fieldErrors.ts";
import { type Arguments, type DryRun, useDryRun, useRun } from "../change/run.ts";
import { Stale } from "../change/Stale.tsx";
import { Unsaved } from "../change/Unsaved.tsx";
import { WhatChanges } from "../change/WhatChanges.tsx";
import { useTexts } from "../messages/TextsContext.tsx";
import { Dock } from "../parts/Dock.tsx";
import { UPLOADING } from "../parts/pictures/useUploads.ts";
import { ArgumentsForm } from "./form/ArgumentsForm.tsx";
import { argumentsFrom, DOES_ALL } from "./form/arguments.ts";
import classes from "./Operation.module.css";
import { AnswerView } from "./result/AnswerView.tsx";

const route = getRouteApi("/stores/$store/operations/$name");

/** An operation that changes something: its form, what will change beside it, and afterwards what was changed, with Undo. */
export function WriteOperation({ operation, onLeave }: { operation: Operation; onLeave: () => void }) {
  const texts = useTexts();
  const given: Arguments = argumentsFrom(route.useSearch(), operation.input_schema);
  const [args, setArgs] = useState<Arguments>(given);
  const [isLooking, setLooking] = useState(false);
  const [done, setDone] = useState<DryRun>();
  const [compared, setCompared] = useState<{ begun: Thing; now: Thing }>();
  const { begun, readNow } = useBegun(operation, args);
  const run = useRun(operation);
  const isUploading = useIsMutating({ mutationKey: UPLOADING }) > 0;

  const required = operation.input_schema.required ?? [];
  const isFilledIn = Object.keys(args).length > 0 || !takes(operation, "dry_run") || DOES_ALL.includes(operation.name);
  const isComplete = isFilledIn && required.every((name) => args[name] !== undefined);
  const dry = useDryRun(operation, args, isComplete && !run.data);
  const fresh = run.error?.problem.dry_run as DryRun | undefined; // with a token that no longer fits, a new dry run is answered
  const shown = fresh ?? dry.data;
  const refusal = run.error ?? dry.error;
  const isFinal = operation.not_undoable !== null || shown?.not_undoable !== undefined;
  const canRun =
    isComplete && !isUploading && (!takes(operation, "dry_run") || (shown !== undefined && shown.changes_count > 0));
  const isUnsaved = (isUploading || JSON.stringify(args) !== JSON.stringify(given)) && !run.data;

  const change = (next: Arguments) => {
    run.reset();
    setCompared(undefined);
    setArgs(next);
  };
  const save = async (expected = begun?.updated_at) => {
    setDone(shown);
    const error = await run.run(
      expected === undefined ? args : { ...args, expected_updated_at: expected },
      fresh || dry.isCurrent ? shown?.confirm_token : undefined, // one of other arguments would be refused
    );
    const now = error?.code === "stale" && begun && (await readNow());
    setCompared(now ? { begun, now } : undefined);
  };

  if (run.data) {
    return (
      <Done answer={run.data} dryRun={done} isFinal={isFinal} onLeave={onLeave}>
        <AnswerView answer={run.data} operation={operation.name} />
      </Done>
    );
  }
  const label = shown && shown.changes_count > 0 ? texts.change.run(shown.changes_count) : texts.change.runPlain;
  return (
    <>
      <Unsaved isUnsaved={isUnsaved} />
      <div className={classes.sides} data-looking={isLooking || undefined}>
        <div className={classes.form}>
          <ArgumentsForm
            operation={operation}
            args={args}
            begun={begun}
            errors={fieldErrorsOf(refusal, operation.input_schema, args, texts)}
            onChange={change}
            onSubmit={() => setLooking(true)}
          />
        </div>
        <div className={classes.beside}>
          {compared ? (
            <Stale
              {...compared}
              args={args}
              onTakeTheirs={() => change(given)}
              onKeepMine={() => save(compared.now.updated_at)}
            />
          ) : (
            <WhatChanges
              dryRun={shown}
              isCurrent={dry.isCurrent}
              isAsked={isComplete}
              error={refusal}
              isRefused={run.isRefused}
              onRetry={run.error ? undefined : dry.retry}
            >
              {shown && (
                <Differences
                  changes={shown.changes}
                  count={shown.changes_count}
                  seen={fresh ? dry.data?.changes : undefined}
                />
              )}
            </WhatChanges>
          )}
        </div>
      </div>
      <Dock>
        {isFinal && <span className={classes.final}>{texts.change.final}</span>}
        <Button variant="subtle" onClick={isLooking ? () => setLooking(false) : onLeave}>
          {isLooking ? texts.change.backToForm : texts.change.discard}
        </Button>
        {!isLooking && (
          <Button hiddenFrom="sm" onClick={() => setLooking(true)} disabled={!isComplete}>
            {texts.change.showWhat}
          </Button>
        )}
        <Button
          {...(!isLooking && { visibleFrom: "sm" })}
          {...(isFinal && { color: "bad" })}
          disabled={!canRun || run.isPending || compared !== undefined}
          onClick={() => save()}
        >
          {run.isPending ? texts.change.running : isUploading ? texts.pictures.uploading : label}
        </Button>
      </Dock>
    </>
  );
}
