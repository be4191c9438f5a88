import { Button, Group, Modal, Select, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../api/api.ts";
import { useCarriers } from "../api/carriers.ts";
import type { Operation } from "../api/operations.ts";
import { type DryRun, useDryRun, useRun } from "../change/run.ts";
import { valueWord } from "../messages/fields.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island } from "../parts/Island.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { Notice } from "../parts/Notice.tsx";
import { Problem } from "../parts/Problem.tsx";
import { Status } from "../parts/Status.tsx";
import classes from "./Orders.module.css";
import type { ListedOrder } from "./useOrders.ts";

export type Move = "confirmed" | "processing" | "shipped" | "delivered" | "cancelled";

interface Outcome {
  order: string;
  ok: boolean;
  status?: string;
  problem?: { code: string };
}

interface MoveOrdersProps {
  operation: Operation;
  to: Move;
  orders: readonly ListedOrder[];
  onClose: () => void;
  /** What was moved. */
  onMoved: (numbers: readonly string[]) => void;
}

/** Moves several orders at once: shows what becomes of each, does it, and shows what came of it. Those that cannot move stand first. */
export function MoveOrders({ operation, to, orders, onClose, onMoved }: MoveOrdersProps) {
  const { orders: words, change } = useTexts();
  // A list that is read again meanwhile changes neither what is asked nor what is shown.
  const [before] = useState(() => new Map(orders.map((order) => [order.order_number, order.status])));
  const [numbers] = useState(() => [...before.keys()]);
  const [carrier, setCarrier] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const carriers = (useCarriers().data ?? []).map(({ name }) => name);
  const { fields } = useTexts();
  const reasons = operation.input_schema.properties.reason?.enum ?? [];
  const args = {
    to,
    orders: numbers,
    ...(to === "shipped" && carrier && { carrier }),
    ...(to === "cancelled" && reason && { reason }),
    ...(note.trim() !== "" && { note: note.trim() }),
  };
  const key = JSON.stringify(args);
  const [asked, setAsked] = useState({ key, args });
  if (asked.key !== key) setAsked({ key, args }); // the same arguments stay the same object
  const run = useRun(operation);
  const dry = useDryRun(operation, asked.args, !run.data);
  const shown = (run.error?.problem.dry_run as DryRun | undefined) ?? dry.data;
  const outcomes = ((run.data ?? shown)?.results ?? []) as Outcome[];
  const failed = outcomes.filter(({ ok }) => !ok);
  const moved = outcomes.filter(({ ok }) => ok);
  const save = async () => {
    await run.run(asked.args, shown?.confirm_token);
  };
  const close = () => {
    if (run.data) onMoved(moved.map(({ order }) => order));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<strong>{run.data ? words.moved(moved.length) : words.moveMany[to]?.(numbers.length)}</strong>}
      size={520}
      closeButtonProps={{ "aria-label": change.discard }}
    >
      <div className={classes.moving}>
        {!run.data && (
          <>
            {to === "shipped" && carriers.length > 0 && (
              <Select label={words.carrier} data={carriers} value={carrier} onChange={setCarrier} clearable />
            )}
            {to === "cancelled" && (
              <Select
                label={words.reason}
                data={reasons.map((value) => ({ value, label: valueWord(fields, "reason", value) ?? value }))}
                value={reason}
                onChange={setReason}
                clearable
              />
            )}
            {to === "cancelled" && (
              <TextInput
                label={words.note}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            )}
          </>
        )}
        {(run.error ?? dry.error) && (
          <Problem error={run.error ?? dry.error} onRetry={run.error ? undefined : dry.retry} />
        )}
        {!shown && !run.data && !dry.error && <LoadingRows rows={3} />}
        {outcomes.length > 0 && (
          <div aria-live="polite" data-old={(!run.data && !dry.isCurrent) || undefined}>
            <Outcomes
              title={run.data ? words.notMoved(failed.length) : words.cannotMove(failed.length)}
              outcomes={failed}
              before={before}
            />
            <Outcomes
              title={run.data ? words.moved(moved.length) : words.willMove(moved.length)}
              outcomes={moved}
              before={before}
            />
          </div>
        )}
        {!run.data && (
          <Notice icon="cannot-undo" kind="quiet">
            {words.final}
          </Notice>
        )}
      </div>
      <Group justify="flex-end" gap="xs" className={classes.movingEnd}>
        {run.data ? (
          <Button onClick={close}>{change.done}</Button>
        ) : (
          <>
            <Button variant="subtle" onClick={close}>
              {change.discard}
            </Button>
            <Button
              {...(to === "cancelled" && { color: "bad" })}
              disabled={moved.length === 0 || !dry.isCurrent || run.isPending}
              onClick={save}
            >
              {run.isPending ? change.running : words.moveMany[to]?.(moved.length)}
            </Button>
          </>
        )}
      </Group>
    </Modal>
  );
}

interface OutcomesProps {
  title: string;
  outcomes: readonly Outcome[];
  before: ReadonlyMap<string, string>;
}

function Outcomes({ title, outcomes, before }: OutcomesProps) {
  const { fields, problems } = useTexts();
  const { store } = useApi();
  if (outcomes.length === 0) return null;
  const status = (value: string) => <Status value={value} word={valueWord(fields, "status", value) ?? value} />;
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.outcomes}>
        {outcomes.map(({ order, ok, status: after, problem }) => (
          <li key={order}>
            <Link to="/stores/$store/orders/$number" params={{ store, number: order }} target="_blank">
              <Island>{order}</Island>
            </Link>
            <span>
              {status(before.get(order) ?? after ?? "")}
              {ok && after && after !== before.get(order) && (
                <>
                  <Icon name="open" size={14} />
                  {status(after)}
                </>
              )}
            </span>
            {!ok && <small>{problems.codes[problem?.code ?? ""] ?? problems.other}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What comes next for these orders: the move that most of them wait for. */
export function nextMove(orders: readonly ListedOrder[]): Move | undefined {
  const next: Partial<Record<string, Move>> = {
    pending: "confirmed",
    confirmed: "shipped",
    processing: "shipped",
    shipped: "delivered",
  };
  const counts = new Map<Move, number>();
  for (const { status } of orders) {
    const move = next[status];
    if (move) counts.set(move, (counts.get(move) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
