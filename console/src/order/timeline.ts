import type { Order } from "./order.ts";

type Status = Order["status"];
type PaymentStatus = Order["payment_status"];

/** Something that happened to an order. */
export type Entry = { key: string; at: string; actor: string } & (
  | { kind: "placed" }
  | { kind: "moved"; status: Status }
  | { kind: "paid"; payment: PaymentStatus }
  | { kind: "changed"; changes: readonly string[] }
  | { kind: "called"; outcome: string; text: string | null; again: string | null }
  | { kind: "noted"; text: string }
  | { kind: "returned"; units: number; refund: number; reason: string }
);

/** All that happened to an order, the newest first. */
export function entriesOf(order: Order): Entry[] {
  const all = [...ofHistory(order), ...ofNotes(order), ...ofReturns(order)];
  return all
    .map((entry, index) => ({ entry, index }))
    .toSorted(newestFirst)
    .map(({ entry }) => entry);
}

interface Placed {
  entry: Entry;
  index: number;
}

const newestFirst = (one: Placed, other: Placed): number =>
  other.entry.at.localeCompare(one.entry.at) || other.index - one.index;

function ofHistory({ history }: Order): Entry[] {
  return history.flatMap(({ status, payment_status: payment, changes, actor, at }, index) => {
    const before = history[index - 1];
    const common = { at, actor };
    if (!before) return [{ ...common, key: "placed", kind: "placed" }];
    const entries: Entry[] = [];
    if (changes && changes.length > 0) entries.push({ ...common, key: `changed ${index}`, kind: "changed", changes });
    if (payment !== before.payment_status) entries.push({ ...common, key: `paid ${index}`, kind: "paid", payment });
    if (status !== before.status) entries.push({ ...common, key: `moved ${index}`, kind: "moved", status });
    return entries;
  });
}

const ofNotes = ({ notes }: Order): Entry[] =>
  notes.map(({ id, outcome, text, call_again_at: again, actor, at }) => {
    const common = { key: id, at, actor };
    return outcome === null
      ? { ...common, kind: "noted", text: text ?? "" }
      : { ...common, kind: "called", outcome, text, again };
  });

const ofReturns = ({ returns }: Order): Entry[] =>
  returns.map(({ id, items, refunded_amount: refund, reason, actor, at }) => ({
    key: id,
    at,
    actor,
    kind: "returned",
    units: items.reduce((sum, { quantity }) => sum + quantity, 0),
    refund,
    reason,
  }));

/** What a sentence of the history says. Undefined: none of those that the console knows. */
export type Change =
  | { kind: "added" | "removed"; quantity: number; name: string; price?: number }
  | { kind: "quantity" | "price"; name: string; before: number; after: number }
  | { kind: "amount"; field: string; before: number; after: number }
  | { kind: "details"; fields: string[] }
  | { kind: "merged" | "mergedInto"; order: string };

const AMOUNTS = ["discount", "shipping_cost", "rounding", "total"];

/** Reads a sentence of the history, which the server keeps in English. */
export function changeOf(sentence: string): Change | undefined {
  const read = (pattern: RegExp) => pattern.exec(sentence)?.slice(1) as string[] | undefined;
  const added = read(/^added (\d+) x (.+) at (\S+)$/);
  if (added) return { kind: "added", quantity: Number(added[0]), name: String(added[1]), price: Number(added[2]) };
  const removed = read(/^removed (\d+) x (.+)$/);
  if (removed) return { kind: "removed", quantity: Number(removed[0]), name: String(removed[1]) };
  const details = read(/^changed ([\w, ]+)$/);
  if (details) return { kind: "details", fields: String(details[0]).split(", ") };
  const merged = read(/^merged (with|into) (\S+)$/);
  if (merged) return { kind: merged[0] === "with" ? "merged" : "mergedInto", order: String(merged[1]) };
  const moved = read(/^(price of )?(.+): (-?[\d.]+) → (-?[\d.]+)$/);
  if (!moved) return undefined;
  const [price, name = "", before, after] = moved;
  const values = { before: Number(before), after: Number(after) };
  if (price) return { kind: "price", name, ...values };
  return AMOUNTS.includes(name) ? { kind: "amount", field: name, ...values } : { kind: "quantity", name, ...values };
}
