import type { Random } from "../../concurrency/cache-model/random.ts";
import { changeDelivery, changeLines, create, merge, reprice } from "./editing-moves.ts";
import { giveBack, moveOne, moveSeveral, pay, reconcile } from "./handling-moves.ts";
import type { Move } from "./move.ts";
import { isOpen, type ReferenceOrder, type ReferenceStore } from "./reference.ts";

/** The next move of a life. */
export function nextMove(random: Random, store: ReferenceStore): Move {
  const anOrder = random.pick(store.orders);
  if (!anOrder) return create(random, store);
  const open = store.orders.filter(isOpen);
  const underWay = store.orders.filter((order) => isOpen(order) || order.status === "shipped");
  const shipped = store.orders.filter(({ status }) => status === "shipped");
  const sent = [...shipped, ...store.orders.filter(({ status }) => status === "delivered")];
  const mostly = (wanted: ReferenceOrder[]) =>
    wanted.length > 0 && random.chance(0.85) ? random.pick(wanted) : anOrder;
  return (
    random.weighted<Move | undefined>([
      [5, () => create(random, store)],
      [6, () => changeLines(random, store, mostly(open))],
      [4, () => changeDelivery(random, mostly(open))],
      [2, () => merge(random, store, mostly(open))],
      [9, () => moveOne(random, mostly(underWay))],
      [5, () => moveSeveral(random, store)],
      [4, () => pay(random, random.chance(0.5) ? mostly(underWay) : anOrder)],
      [6, () => giveBack(random, mostly(shipped.length > 0 && random.chance(0.5) ? shipped : sent))],
      [3, () => reconcile(random, store)],
      [1, () => reprice(random, store)],
    ]) ?? reprice(random, store)
  );
}
