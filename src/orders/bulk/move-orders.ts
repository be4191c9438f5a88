import type { Actor } from "../../core/actor.ts";
import { Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { type OrderChange, requireOrderRef } from "../admin/admin.ts";
import { addNote } from "../admin/notes.ts";
import { changeOrderStatus, deliverOrder, shipOrder } from "../admin/status.ts";
import { changeOrder } from "../admin/update.ts";
import { readOrderNumber } from "../placing/order-number.ts";
import type { Reason } from "../reasons.ts";
import { onlyTracked, spellingsOf } from "../tracking-number.ts";
import { type LockedOrder, lockForCancelling, lockOrders } from "./queries.ts";
import type { MoveRequest } from "./requests.ts";

export const MOVES = ["confirmed", "processing", "shipped", "delivered", "cancelled"] as const;

/** What a call does with all its orders. */
export interface Move {
  to: (typeof MOVES)[number];
  /** For orders that are shipped and name none of their own. */
  carrier?: string | undefined;
  /** Why they are cancelled. */
  reason?: Reason | undefined;
  /** A note on each. */
  note?: string | undefined;
}

/** What became of one order: its change, or why there is none. */
export interface MoveOutcome {
  request: MoveRequest;
  /** Undefined: there is no such order. */
  number: string | undefined;
  done: { change: OrderChange } | { problem: Problem; status: string | undefined };
}

/**
 * Moves orders, each by itself: one that cannot move is told with its problem, and the others move. All of them are locked
 * first. Answers in the order of the requests.
 */
export async function moveOrders(
  db: SiteDb,
  requests: MoveRequest[],
  move: Move,
  actor: Actor,
): Promise<MoveOutcome[]> {
  const refs = requests.flatMap(({ ref, problem }) => (problem === undefined ? [ref] : []));
  const locked = await lockOrders(db, refs);
  const ids = locked.map(({ id }) => id);
  if (move.to === "cancelled" && ids.length > 0) await lockForCancelling(db, ids);
  const finder = finderOf(locked);
  const taken = new Set<string>();
  const outcomes: MoveOutcome[] = [];
  for (const request of requests) {
    let order: LockedOrder | undefined;
    try {
      order = finder(request);
      if (taken.has(order.id)) throw new Problem("invalid_value", `${order.order_number} is in the list twice.`);
      taken.add(order.id);
      const change = await moveOne(db, order, request, move, actor);
      outcomes.push({ request, number: order.order_number, done: { change } });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      outcomes.push({ request, number: order?.order_number, done: { problem, status: order?.status } });
    }
  }
  return outcomes;
}

/** A function that answers the order that a request means. It throws `order_not_found` and `invalid_value`. */
function finderOf(orders: LockedOrder[]): (request: MoveRequest) => LockedOrder {
  const byName = new Map(orders.flatMap((order) => [order.order_number, order.id].map((name) => [name, order])));
  const byTracking = (ref: string) => {
    const spellings = spellingsOf(ref);
    return orders.filter(({ tracking_number }) => tracking_number !== null && spellings.includes(tracking_number));
  };
  return ({ ref, problem }) => {
    if (problem !== undefined) throw new Problem("invalid_value", problem);
    const named = byName.get(readOrderNumber(ref)) ?? byName.get(ref.toLowerCase());
    const order = named ?? onlyTracked(byTracking(ref), ref);
    if (!order) throw new Problem("order_not_found", `This store has no order "${ref}"; orders_search finds it.`);
    return order;
  };
}

/** Moves one order, or leaves it as it was. Throws what the verbs throw. */
const moveOne = (
  db: SiteDb,
  order: LockedOrder,
  request: MoveRequest,
  move: Move,
  actor: Actor,
): Promise<OrderChange> =>
  db.attempt(async () => {
    const change = await run(db, order, request, move, actor);
    if (!move.note || change.after === change.before) return change;
    const { after } = await addNote(db, order.id, { text: move.note }, actor);
    return { before: change.before, after };
  });

function run(
  db: SiteDb,
  order: LockedOrder,
  request: MoveRequest,
  { to, carrier, reason }: Move,
  actor: Actor,
): Promise<OrderChange> {
  const shipment = { carrier: request.carrier ?? carrier, tracking_number: request.tracking_number };
  switch (to) {
    case "shipped":
      return order.status === "shipped" && shipment.tracking_number !== undefined
        ? trackShipped(db, order, shipment, actor)
        : shipOrder(db, order.id, shipment, actor);
    case "delivered":
      return deliverOrder(db, order.id, request.collected_amount, actor);
    default:
      return changeOrderStatus(db, order.id, to, actor, reason);
  }
}

/** Gives a shipped order the tracking number that it lacks. Throws `illegal_order_move` when it has another one. */
async function trackShipped(
  db: SiteDb,
  { id, carrier, tracking_number }: LockedOrder,
  shipment: { carrier: string | undefined; tracking_number: string | undefined },
  actor: Actor,
): Promise<OrderChange> {
  if (tracking_number === null) {
    const patch = { tracking_number: shipment.tracking_number, carrier: carrier ?? shipment.carrier };
    return changeOrder(db, id, patch, { actor });
  }
  if (tracking_number !== shipment.tracking_number) {
    throw new Problem(
      "illegal_order_move",
      `It is shipped with the tracking number ${tracking_number}; orders_update changes it.`,
    );
  }
  const order = await requireOrderRef(db, id);
  return { before: order, after: order };
}
