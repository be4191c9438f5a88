import { analyticsOperations } from "../analytics/operations.ts";
import { record } from "../audit/audit.ts";
import { auditOperations } from "../audit/operations.ts";
import { carrierOperations } from "../carriers/operations.ts";
import { cartOperations } from "../cart/operations.ts";
import { requirePromotionTargets } from "../catalog/catalog.ts";
import { categoryOperations } from "../catalog/categories/operations.ts";
import { collectionOperations } from "../catalog/collections/operations.ts";
import { deletionOperations } from "../catalog/deletion-operations.ts";
import { productOperations, productResources } from "../catalog/editing/operations.ts";
import { inventoryOperations } from "../catalog/inventory/operations.ts";
import { contentOperations } from "../content/operations.ts";
import { couponOperations } from "../coupons/operations.ts";
import { blockedPhoneOperations } from "../customers/blocked-operations.ts";
import { customerOperations } from "../customers/operations.ts";
import { eventsOf } from "../events/events.ts";
import { eventOperations } from "../events/operations.ts";
import { runIdempotent } from "../idempotency/idempotency.ts";
import { importOperations } from "../imports/operations.ts";
import { jobOperations } from "../jobs/operations.ts";
import type { Keyring } from "../keys/keys.ts";
import { keyOperations } from "../keys/operations.ts";
import type { OperationCatalogue } from "../operations/catalogue.ts";
import type { ConfirmTokens } from "../operations/confirm.ts";
import type { Operation } from "../operations/operation.ts";
import { bulkOrderOperations } from "../orders/bulk/operations.ts";
import { cashOperations } from "../orders/cash/operations.ts";
import { createOrderOperations } from "../orders/create-operation.ts";
import { findOrderOperations } from "../orders/find-operations.ts";
import { mergeOrderOperations } from "../orders/merge-operation.ts";
import { orderNoteOperations } from "../orders/note-operations.ts";
import { eraseOrdersOf, orderTotals } from "../orders/orders.ts";
import { parcelOperations } from "../orders/parcels/operations.ts";
import { returnOperations } from "../orders/returns/operations.ts";
import { orderResources, orderStatusOperations } from "../orders/status-operations.ts";
import { updateOrderOperations } from "../orders/update-operation.ts";
import { deletePromotion, promotionOperations } from "../promotions/operations.ts";
import { shippingOperations } from "../shipping/operations.ts";
import { staffOperations } from "../staff/operations.ts";
import { withNames } from "../staff/staff.ts";
import { deleteMenu, storeOperations, storeResources } from "../store/operations.ts";
import { undoneNow } from "../undo/history.ts";
import { undoOperations } from "../undo/operations.ts";
import { nextStep } from "./next-steps.ts";

/** Where a server without settings would be. */
const LOCAL = () => "http://localhost:3000";

/** Every operation, in the order it is listed. `consoleUrl`: where links to the console lead. */
export const merchantOperations = (keyring: Keyring, consoleUrl: () => string = LOCAL): Operation[] => [
  ...storeOperations(() => keyring.clearCache()),
  ...productOperations,
  ...importOperations,
  ...inventoryOperations,
  ...categoryOperations,
  ...collectionOperations,
  ...deletionOperations(deletePromotion),
  ...findOrderOperations,
  ...createOrderOperations,
  ...updateOrderOperations,
  ...mergeOrderOperations,
  ...orderNoteOperations,
  ...orderStatusOperations,
  ...returnOperations,
  ...bulkOrderOperations,
  ...parcelOperations,
  ...cashOperations,
  ...cartOperations,
  ...customerOperations({ totals: orderTotals, erase: eraseOrdersOf }),
  ...blockedPhoneOperations,
  ...promotionOperations(requirePromotionTargets),
  ...couponOperations,
  ...shippingOperations,
  ...carrierOperations,
  ...analyticsOperations,
  ...contentOperations(deleteMenu),
  ...keyOperations(keyring),
  ...staffOperations(consoleUrl),
  ...auditOperations(undoneNow),
  ...eventOperations,
  ...jobOperations([...importOperations]),
  ...undoOperations(() => keyring.clearCache()),
];

/** All that merchants may do and read, by the tool endpoint and over HTTP. */
export const merchantCatalogue = (
  keyring: Keyring,
  confirmTokens: ConfirmTokens,
  consoleUrl?: () => string,
): OperationCatalogue => ({
  operations: merchantOperations(keyring, consoleUrl),
  resources: [...storeResources, ...productResources, ...orderResources],
  nextStep,
  runIdempotent,
  withNames,
  confirmTokens,
  record: async (db, call, changes, images) => {
    db.happened(...eventsOf(changes, call.merchant.actor));
    await record(db, call, changes, images);
  },
});
