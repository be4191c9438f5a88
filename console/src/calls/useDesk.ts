import type { HanoutError } from "@hanout/client/admin";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "../api/api.ts";
import { releaseCall } from "../api/calls.ts";
import { readStoreAgain } from "../api/store-queries.ts";
import { newKey } from "../change/run.ts";
import { countDone, type Done, doneToday } from "./doneToday.ts";
import { type CalledOrder, type NextCall, OUTCOMES, type Outcome } from "./outcomes.ts";

/** The last call, while it can be undone. */
export interface Last {
  order: CalledOrder;
  outcome: Outcome;
  /** Null: what was done cannot be undone. */
  changeId: string | null;
}

/** Milliseconds between two looks whether somebody is to be called, while nobody is. */
const LOOK_AGAIN = 60_000;

/**
 * The call desk of who is signed in: one order at a time, which is theirs until they say what came of the call, pass it over, or leave.
 * A call whose answer the network lost is sent again with the same keys.
 */
export function useDesk() {
  const api = useApi();
  const queries = useQueryClient();
  const [skipped, setSkipped] = useState<string[]>([]);
  const [done, setDone] = useState<Done>(() => doneToday(api.store));
  const [last, setLast] = useState<Last>();
  const [data, setData] = useState<NextCall>(); // the last customer stays in view until the next one is there
  const sent = useRef<{ of: string; key: string } | undefined>(undefined);

  const next = useMutation<NextCall, HanoutError, string[]>({
    mutationFn: (skip) => api.admin.orders.nextCall(skip.length > 0 ? { skip } : {}),
    onSuccess: setData,
    networkMode: "always",
  });
  const { mutate: take } = next;
  const order = data?.order ?? undefined;

  const record = useMutation<Last, HanoutError, { order: CalledOrder; outcome: Outcome }>({
    mutationFn: async ({ order, outcome }) => {
      const of = JSON.stringify([order.id, outcome]);
      if (sent.current?.of !== of) sent.current = { of, key: newKey() };
      const changeId = await write(api.admin, order, outcome, sent.current.key);
      return { order, outcome, changeId };
    },
    onSuccess: async (called) => {
      sent.current = undefined;
      setLast(called);
      setDone(countDone(api.store, called.outcome.name));
      await next.mutateAsync(skipped).catch(() => {}); // it is told as the failure of the next call
      void readStoreAgain(queries, api);
    },
    networkMode: "always",
  });
  const undo = useMutation<unknown, HanoutError, Last & { changeId: string }>({
    mutationFn: ({ changeId }) =>
      api.admin.run("changes_undo", { changes: [changeId] }, { idempotencyKey: `undo-${changeId}` }),
    onSuccess: async (_answer, { outcome }) => {
      setLast(undefined);
      setDone(countDone(api.store, outcome.name, -1));
      take(skipped);
      await readStoreAgain(queries, api);
    },
    networkMode: "always",
  });

  useEffect(() => take([]), [take]);
  useEffect(() => {
    if (!data || data.order) return undefined;
    const timer = setTimeout(() => take(skipped), LOOK_AGAIN);
    return () => clearTimeout(timer);
  }, [data, skipped, take]);
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    setExpired(false);
    if (!data?.held_until) return undefined;
    const timer = setTimeout(() => setExpired(true), Date.parse(data.held_until) - Date.now());
    return () => clearTimeout(timer);
  }, [data]);
  useGivingBack(api.store, order?.order_number);

  return {
    data,
    order,
    error: next.error,
    retry: () => take(skipped),
    isBusy: next.isPending || record.isPending || undo.isPending,
    record: (outcome: Outcome) => order && record.mutate({ order, outcome }),
    /** Whether somebody else may get the order by now. */
    isExpired,
    refusal: record.error ?? undo.error,
    last,
    undo: () => last?.changeId && undo.mutate({ ...last, changeId: last.changeId }),
    done: OUTCOMES.reduce((sum, name) => sum + (done[name] ?? 0), 0),
    skipped,
    skip() {
      if (!order) return;
      setSkipped([...skipped, order.order_number]);
      take([...skipped, order.order_number]);
    },
    takeSkipped() {
      setSkipped([]);
      take([]);
    },
  };
}

/** Writes what came of a call. Answers the change that can be undone; null: none. What cannot is done first, so that a failure loses nothing. */
async function write(
  admin: ReturnType<typeof useApi>["admin"],
  { order_number: order, status }: CalledOrder,
  outcome: Outcome,
  idempotencyKey: string,
): Promise<string | null> {
  const options = { idempotencyKey };
  if (outcome.name === "confirmed" && status === "pending") await admin.orders.confirm({ order }, options);
  if (outcome.name === "refused") await admin.orders.cancel({ order, reason: outcome.reason }, options);
  if (outcome.name === "confirmed" || outcome.name === "refused") {
    await admin.orders.logCall({ order, outcome: "answered" }, options);
    return null;
  }
  const again = "again" in outcome ? { call_again_at: outcome.again } : {};
  const { change_id } = await admin.orders.logCall({ order, outcome: outcome.name, ...again }, options);
  return change_id ?? null;
}

/** Gives the order back when the person leaves, but to look at the order itself. */
function useGivingBack(store: string, orderNumber: string | undefined): void {
  useEffect(() => {
    if (orderNumber === undefined) return undefined;
    const give = () => releaseCall(store, orderNumber);
    window.addEventListener("pagehide", give);
    return () => {
      window.removeEventListener("pagehide", give);
      const isStill = location.pathname.endsWith("/calls") || location.pathname.endsWith(`/orders/${orderNumber}`);
      if (!isStill) give();
    };
  }, [store, orderNumber]);
}
