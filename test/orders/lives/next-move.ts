import type { Random } from "../../concurrency/cache-model/random.ts";
import { changeDelivery, changeLines, create, merge, reprice } from "./editing-moves.ts";
import { giveBack, moveOne, moveSeveral, pay, reconcile } from "./handling-moves.ts";
import type { Move } from "./move.ts";
import { isOpen, type ReferenceOrder, type ReferenceStore } from "./reference.ts";

/** The next move of a life. */
export function nextMove(random: Random, store: ReferenceStore): Move {
  const any = random.pick(store.orders);
  if (!any) return create(random, store);
  const open = store.orders.filter(isOpen);
  const sent = store.orders.filter(({ status }) => status === "shipped" || status === "delivered");
  const mostly = (wanted: ReferenceOrder[]) => (wanted.length > 0 && random.chance(0.85) ? random.pick(wanted) : any);
  return (
    random.weighted<Move | undefined>([
      [5, () => create(random, store)],
      [7, () => changeLines(random, store, mostly(open))],
      [4, () => changeDelivery(random, mostly(open))],
      [2, () => merge(random, store, mostly(open))],
      [6, () => moveOne(random, any)],
      [3, () => moveSeveral(random, store)],
      [2, () => pay(random, any)],
      [5, () => giveBack(random, mostly(sent))],
      [3, () => reconcile(random, store)],
      [1, () => reprice(random, store)],
    ]) ?? reprice(random, store)
  );
}
