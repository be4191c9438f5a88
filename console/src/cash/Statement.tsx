import { Autocomplete, Button, FileButton, Textarea, TextInput } from "@mantine/core";
import { type DragEvent, useMemo, useState } from "react";
import { useStore } from "../api/api.ts";
import type { Operation } from "../api/operations.ts";
import { type Arguments, useDryRun, useRun } from "../change/run.ts";
import { Unsaved } from "../change/Unsaved.tsx";
import { useTexts } from "../messages/TextsContext.tsx";
import { Dock } from "../parts/Dock.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island } from "../parts/Island.tsx";
import { localDay } from "../parts/writing/dates.ts";
import classes from "./Cash.module.css";
import { Compared } from "./Compared.tsx";
import { Recorded } from "./Recorded.tsx";
import { Refusal } from "./Refusal.tsx";
import type { Reconciled } from "./reconciled.ts";
import type { Debt } from "./useDebts.ts";

interface StatementProps {
  operation: Operation;
  debts: Debt[];
  carrier: string;
  onCarrier: (carrier: string) => void;
}

/** A carrier's statement: dropped, chosen or pasted; then how it fits the orders, and a button that records what does. */
export function Statement({ operation, debts, carrier, onCarrier }: StatementProps) {
  const { cash, change } = useTexts();
  const { time_zone } = useStore();
  const today = localDay(new Date(), time_zone);
  const [csv, setCsv] = useState("");
  const [fileName, setFileName] = useState<string>();
  const [paidAt, setPaidAt] = useState(today);
  const args: Arguments = useMemo(
    () => ({ carrier: carrier.trim(), csv, ...(paidAt !== today && { paid_at: paidAt }) }),
    [carrier, csv, paidAt, today],
  );
  const [done, setDone] = useState<Reconciled>();
  const run = useRun(operation);

  const isAsked = csv.trim() !== "" && carrier.trim() !== "";
  const dry = useDryRun(operation, args, isAsked && !done);
  const fresh = run.error?.problem.dry_run as Reconciled | undefined;
  const shown = isAsked ? (fresh ?? (dry.data as Reconciled | undefined)) : undefined;
  const canRun = shown !== undefined && shown.matched > 0 && (dry.isCurrent || fresh !== undefined) && !run.isPending;

  const type = (text: string) => {
    run.reset();
    setCsv(text);
  };
  const read = async (file: File | null | undefined) => {
    if (!file) return;
    setFileName(file.name);
    type(await file.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };

  const again = () => {
    setDone(undefined);
    setFileName(undefined);
    type("");
  };
  if (done) return <Recorded operation={operation} args={args} done={done} onAgain={again} />;
  return (
    <>
      <Unsaved isUnsaved={csv !== ""} />
      <section className={classes.statement} aria-labelledby="cash-statement">
        <h2 id="cash-statement">{cash.statement}</h2>
        <div className={classes.fields}>
          <Autocomplete
            label={cash.carrier}
            placeholder={cash.chooseCarrier}
            value={carrier}
            onChange={onCarrier}
            data={debts.flatMap((debt) => debt.carrier ?? [])}
          />
          <TextInput
            type="date"
            label={cash.paidAt}
            value={paidAt}
            max={today}
            onChange={({ currentTarget }) => setPaidAt(currentTarget.value || today)}
          />
        </div>
        <fieldset className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          {fileName ? (
            <p>
              <Icon name="note" size={18} /> <Island>{fileName}</Island>
            </p>
          ) : (
            <Textarea
              label={cash.drop}
              description={cash.columns}
              placeholder={cash.orPaste}
              value={csv}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              autosize
              minRows={3}
              maxRows={8}
              wrap="off"
              spellCheck={false}
            />
          )}
          <FileButton onChange={read} accept=".csv,.txt,text/csv">
            {(button) => (
              <Button {...button} variant="default" leftSection={<Icon name="plus" size={18} />}>
                {fileName ? cash.otherFile : cash.chooseFile}
              </Button>
            )}
          </FileButton>
        </fieldset>
        <div aria-live="polite" data-old={(isAsked && !dry.isCurrent) || undefined} className={classes.compared}>
          {isAsked && !shown && !dry.error && <p className={classes.second}>{cash.matching}</p>}
          {(run.error || dry.error) && !fresh && (
            <Refusal
              error={run.error ?? dry.error}
              isOfRun={run.error !== null}
              onRetry={run.error ? undefined : dry.retry}
            />
          )}
          {shown && !dry.error && <Compared compared={shown} carrier={carrier} />}
        </div>
      </section>
      {isAsked && (
        <Dock className={classes.dock}>
          <span className={classes.second}>{cash.undoHint}</span>
          <Button disabled={!canRun} onClick={() => run.run(args, shown?.confirm_token, () => setDone(shown))}>
            {run.isPending
              ? change.running
              : shown && shown.matched === 0
                ? cash.nothing
                : cash.record(shown?.matched ?? 0)}
          </Button>
        </Dock>
      )}
    </>
  );
}
