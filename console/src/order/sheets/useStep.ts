import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "../../api/api.ts";
import { takes } from "../../api/operations.ts";
import { fieldErrorsOf } from "../../change/fieldErrors.ts";
import { type Answer, type Arguments, type Difference, useDryRun, useRun } from "../../change/run.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { type Order, orderQuery } from "../order.ts";
import type { SheetOf } from "./SheetOf.ts";

/**
 * One change of an order: what would differ is worked out as `args` change, and it is done once. What somebody else changed since the sheet
 * was opened is not overwritten unseen: the step is refused as `stale`, and `lookAgain` takes the order as it is now. `onDone` is told the
 * answer, and the order as it was before.
 */
export function useStep(
  { order, operation }: SheetOf,
  args: Arguments,
  { isAsked = true, onDone }: { isAsked?: boolean; onDone: (answer: Answer, before: Order) => void },
) {
  const texts = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [begun, setBegun] = useState(order);
  const expected = takes(operation, "expected_updated_at") ? { expected_updated_at: begun.updated_at } : {};
  const text = JSON.stringify({ order: order.order_number, ...args, ...expected });
  const sent: Arguments = useMemo(() => JSON.parse(text), [text]);
  const run = useRun(operation);
  const dry = useDryRun(operation, sent, isAsked && !run.data);
  const refusal = run.error ?? dry.error;

  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (run.data) done.current(run.data, begun);
  }, [run.data, begun]);

  const lookAgain = async () => {
    await queries.invalidateQueries({ queryKey: [api.store, "order"] });
    setBegun(queries.getQueryData(orderQuery(api, order.order_number).queryKey) ?? order);
    run.reset(); // until then it stays stale, so that it cannot be done as of before
  };
  return {
    texts,
    /** The order when the person began. */
    begun,
    dryRun: dry.data,
    changes: (dry.data?.changes ?? []) as readonly Difference[],
    isCurrent: dry.isCurrent,
    refusal,
    /** Works out once more what would differ. */
    retry: run.error ? undefined : dry.retry,
    isRefused: run.isRefused,
    /** Whether it can be done: what would differ is known, and nothing was refused. */
    isReady: dry.isCurrent && !dry.error && !run.isRefused,
    errors: fieldErrorsOf(refusal, operation.input_schema, sent, texts),
    isPending: run.isPending || run.data !== undefined,
    isStale: refusal?.code === "stale",
    lookAgain,
    save: () => run.run(sent),
    /** A new try: what was refused is no longer shown. */
    forget: run.reset,
  };
}

export type Step = ReturnType<typeof useStep>;
