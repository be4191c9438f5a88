import "@mantine/core/styles/Checkbox.css";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useApi, useStore } from "../api/api.ts";
import type { Operation } from "../api/operations.ts";
import { type DryRun, useDryRun, useRun } from "../change/run.ts";
import { Unsaved } from "../change/Unsaved.tsx";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { Dock } from "../parts/Dock.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import table from "../parts/lists/Table.module.css";
import { Notice } from "../parts/Notice.tsx";
import { moneyText } from "../parts/numbers.ts";
import { Problem } from "../parts/Problem.tsx";
import { OrderNumber } from "../shop/OrderNumber.tsx";
import { phoneText } from "../shop/phones.ts";
import { useWilayaName } from "../shop/useWilayaName.ts";
import classes from "./Handover.module.css";
import { PasteNumbers } from "./PasteNumbers.tsx";
import type { Parcel, Parcels } from "./useParcels.ts";

interface Outcome {
  order: string;
  ok: boolean;
  problem?: { code: string };
}

interface ParcelListProps {
  data: Parcels;
  carrier: string;
  /** What hands them over; undefined for whom may not. */
  mover: Operation | undefined;
  empty: ReactNode;
}

/** As many as can be moved at once. */
const MAX_MOVED = 100;

/** The parcels of a list with their tracking numbers, which can be written or pasted; then they are handed over together. */
export function ParcelList({ data: { parcels, amount, isCut }, carrier, mover, empty }: ParcelListProps) {
  const { handover } = useTexts();
  const { currency } = useStore();
  const [numbers, setNumbers] = useState<ReadonlyMap<string, string>>(new Map());
  const [done, setDone] = useState<Outcome[]>([]);
  const write = (order: string, tracking: string) => setNumbers(new Map([...numbers, [order, tracking]]));
  const failed = done.filter(({ ok }) => !ok);
  const moved = done.length - failed.length;
  const typed = [...numbers.values()].some((number) => number.trim() !== "");
  return (
    <div className={classes.page}>
      <Unsaved isUnsaved={typed} />
      {done.length > 0 && (
        <div role="status">
          {moved > 0 && <Notice icon="done" kind="quiet" title={handover.done(moved)} />}
          {failed.length > 0 && <Notice icon="warning" kind="bad" title={handover.failed(failed.length)} />}
        </div>
      )}
      {parcels.length === 0 ? (
        empty
      ) : (
        <>
          <p className={classes.sum}>
            <strong>{handover.parcels(parcels.length)}</strong>
            {" · "}
            <bdi>{handover.toCollect(moneyText(amount, currency))}</bdi>
            {isCut && ` · ${handover.cut(parcels.length)}`}
          </p>
          {mover && (
            <PasteNumbers
              parcels={parcels.filter(({ tracking }) => tracking === "")}
              onMatch={(found) => setNumbers(new Map([...numbers, ...found]))}
            />
          )}
          <Table parcels={parcels} numbers={numbers} failed={failed} {...(mover && { onWrite: write })} />
          {mover && (
            <HandOver
              mover={mover}
              carrier={carrier}
              parcels={parcels}
              numbers={numbers}
              onDone={(outcomes) => {
                setDone(outcomes);
                const kept = new Set(outcomes.filter(({ ok }) => !ok).map(({ order }) => order));
                setNumbers(new Map([...numbers].filter(([order]) => kept.has(order))));
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

interface TableProps {
  parcels: readonly Parcel[];
  numbers: ReadonlyMap<string, string>;
  failed: readonly Outcome[];
  onWrite?: (order: string, tracking: string) => void;
}

function Table({ parcels, numbers, failed, onWrite }: TableProps) {
  const { language, texts } = useLanguage();
  const { handover, problems } = texts;
  const wilayaName = useWilayaName();
  const { currency } = useStore();
  const { store } = useApi();
  return (
    <table className={`${table.table} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">{handover.order}</th>
          <th scope="col">{handover.customer}</th>
          <th scope="col">{handover.place}</th>
          <th scope="col" data-number="">
            {handover.amount}
          </th>
          <th scope="col">{handover.tracking}</th>
        </tr>
      </thead>
      <tbody>
        {parcels.map(({ order, name, phone, wilayaCode, wilaya, commune, amount, tracking }) => {
          const place = [...new Set([wilayaName(wilayaCode, wilaya), commune])].filter(Boolean);
          const problem = failed.find((one) => one.order === order)?.problem;
          return (
            <tr key={order}>
              <th scope="row">
                <Link to="/stores/$store/orders/$number" params={{ store, number: order }}>
                  <OrderNumber number={order} />
                </Link>
              </th>
              <td data-name="">
                <Typed>{name}</Typed>
                <small>
                  <Island>{phoneText(phone)}</Island>
                </small>
              </td>
              <td data-place="">
                <Typed>{place.join(language === "ar" ? "، " : ", ")}</Typed>
              </td>
              <td data-number="">
                <Island>{moneyText(amount, currency)}</Island>
              </td>
              <td data-tracking="">
                {tracking !== "" || !onWrite ? (
                  <Island>{tracking || "—"}</Island>
                ) : (
                  <TextInput
                    aria-label={handover.trackingOf(order)}
                    placeholder={handover.tracking}
                    maxLength={255}
                    autoComplete="off"
                    value={numbers.get(order) ?? ""}
                    error={problem && (problems.codes[problem.code] ?? problems.other)}
                    onChange={(event) => onWrite(order, event.currentTarget.value)}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface HandOverProps {
  mover: Operation;
  carrier: string;
  parcels: readonly Parcel[];
  numbers: ReadonlyMap<string, string>;
  onDone: (outcomes: Outcome[]) => void;
}

/** Hands over the parcels that have a number, or all of them. It is worked out before, so that what cannot be done is told at once. */
function HandOver({ mover, carrier, parcels, numbers, onDone }: HandOverProps) {
  const { handover, change, problems } = useTexts();
  const [isAll, setAll] = useState(false);
  const open = parcels.filter(({ tracking }) => tracking === "");
  const orders = useMemo(
    () =>
      parcels
        .filter(({ tracking }) => tracking === "")
        .map(({ order }) => ({ order, tracking_number: numbers.get(order)?.trim() || undefined }))
        .filter(({ tracking_number }) => isAll || tracking_number !== undefined),
    [parcels, numbers, isAll],
  );
  const args = useMemo(() => ({ to: "shipped", carrier, orders: orders.slice(0, MAX_MOVED) }), [carrier, orders]);
  const run = useRun(mover);
  const dry = useDryRun(mover, args, orders.length > 0);
  const shown = (run.error?.problem.dry_run as DryRun | undefined) ?? dry.data;
  const results = (dry.isCurrent && orders.length > 0 ? (shown?.results ?? []) : []) as Outcome[];
  const cannot = results.filter(({ ok }) => !ok);
  const can = results.length - cannot.length;
  const without = open.filter(({ order }) => !numbers.get(order)?.trim()).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!run.data) return;
    onDone((run.data.results ?? []) as Outcome[]);
    run.reset();
  }, [run.data]);
  if (open.length === 0) return null;
  return (
    <>
      {(run.error ?? dry.error) && (
        <Problem error={run.error ?? dry.error} onRetry={run.error ? undefined : dry.retry} />
      )}
      {cannot.length > 0 && (
        <Notice icon="warning" kind="bad" title={handover.failed(cannot.length)}>
          {cannot.map(({ order, problem }) => (
            <span key={order} className={classes.reason}>
              <Island>{order}</Island>: {problems.codes[problem?.code ?? ""] ?? problems.other}
            </span>
          ))}
        </Notice>
      )}
      {orders.length > MAX_MOVED && (
        <Notice icon="warning" kind="quiet">
          {handover.most}
        </Notice>
      )}
      <Dock>
        <span className={classes.dockWords}>
          {without > 0 && (
            <Checkbox
              size="xs"
              label={`${handover.all} (${without})`}
              checked={isAll}
              onChange={(event) => setAll(event.currentTarget.checked)}
            />
          )}
        </span>
        <Button
          disabled={can === 0 || !dry.isCurrent || run.isPending}
          onClick={() => run.run(args, shown?.confirm_token)}
        >
          {run.isPending ? change.running : orders.length === 0 ? handover.choose : handover.ship(can)}
        </Button>
      </Dock>
    </>
  );
}
