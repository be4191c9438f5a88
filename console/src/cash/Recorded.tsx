import type { HanoutError } from "@hanout/client/admin";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, useStore } from "../api/api.ts";
import type { Operation } from "../api/operations.ts";
import { readStoreAgain } from "../api/store-queries.ts";
import { type Arguments, type DryRun, newKey } from "../change/run.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Dock } from "../parts/Dock.tsx";
import { Icon } from "../parts/Icon.tsx";
import { inIsland } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import { Problem } from "../parts/Problem.tsx";
import classes from "./Cash.module.css";
import { Compared } from "./Compared.tsx";
import { type Reconciled, rowsToTakeBack } from "./reconciled.ts";

interface RecordedProps {
  operation: Operation;
  args: Arguments;
  done: Reconciled;
  onAgain: () => void;
}

/** What was recorded of a statement, what was not, and how to take it back. */
export function Recorded({ operation, args, done, onAgain }: RecordedProps) {
  const { cash, change } = useTexts();
  const { currency } = useStore();
  const api = useApi();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  const undo = useMutation<unknown, HanoutError>({
    mutationFn: async () => {
      const back = { carrier: args.carrier, rows: rowsToTakeBack(done), take_back: true };
      const { confirm_token } = (await api.admin.run(operation.name, { ...back, dry_run: true })) as DryRun;
      return api.admin.run(
        operation.name,
        { ...back, ...(confirm_token && { confirm_token }) },
        { idempotencyKey: key },
      );
    },
    onSuccess: () => readStoreAgain(queries, api),
    networkMode: "always",
  });
  const said = undo.isSuccess
    ? cash.undone
    : cash.recorded(done.matched, inIsland(moneyText(done.amount_matched, currency)));
  return (
    <>
      <section className={classes.statement}>
        <div className={classes.figure} role="status">
          <Icon name="done" size={24} />
          <div>
            <h2>{said}</h2>
            <span className={classes.second}>{cash.undoHint}</span>
          </div>
        </div>
        {undo.error && <Problem error={undo.error} title={change.undoFailed} />}
        {!undo.isSuccess && done.mismatches.length > 0 && <Compared compared={done} carrier={String(args.carrier)} />}
      </section>
      <Dock className={classes.dock}>
        {!undo.isSuccess && (
          <Button
            variant="default"
            leftSection={<Icon name="undo" size={18} />}
            disabled={undo.isPending}
            onClick={() => undo.mutate()}
          >
            {undo.isPending ? change.undoing : change.undo}
          </Button>
        )}
        <Button onClick={onAgain}>{cash.another}</Button>
      </Dock>
    </>
  );
}
