import type { Operation } from "../../api/operations.ts";
import type { Order } from "../order.ts";

/** What every sheet of an order is given. */
export interface SheetOf {
  order: Order;
  operation: Operation;
  /** `isDone`: what is typed is saved. */
  onClose: (isDone?: boolean) => void;
}
