import type { OrderRow } from "../queries.ts";
import { BEFORE_SHIPPING } from "../status/transitions.ts";

/** What may change of an order, for all that change it. */

/** What may change after an order was shipped, too. */
export const SHIPMENT_FIELDS = ["carrier", "tracking_number"] as const;

/** Whether details, lines and delivery of an order may change. */
export const mayChangeDetails = ({ status }: Pick<OrderRow, "status">): boolean => BEFORE_SHIPPING.includes(status);

/** Whether the delivery cost may be set. */
export const maySetShippingCost = ({ payment_status }: Pick<OrderRow, "payment_status">): boolean =>
  payment_status === "unpaid";

/** Whether the carrier may change: the one that has paid stays, because it is settled with by its name. */
export const mayChangeCarrier = ({ remitted_at }: Pick<OrderRow, "remitted_at">): boolean => remitted_at === null;
