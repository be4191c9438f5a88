import { adoptionOperations } from "../adoption/operations.ts";
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
import type { CustomerTokens } from "../customers/customers.ts";
import { customerOperations } from "../customers/operations.ts";
import { eventsOf } from "../events/events.ts";
import { eventOperations } from "../events/operations.ts";
import { type FileParts, fileOperations } from "../files/operations.ts";
import { runIdempotent } from "../idempotency/idempotency.ts";
import { importOperations } from "../imports/operations.ts";
import { jobOperations } from "../jobs/operations.ts";
import type { Keyring } from "../keys/keys.ts";
import { keyOperations } from "../keys/operations.ts";
import type { OperationCatalogue } from "../operations/catalogue.ts";
import type { ConfirmTokens } from "../operations/confirm.ts";
import type { Operation } from "../operations/operation.ts";
import { bulkOrderOperations } from "../orders/bulk/operations.ts";
import { callOperations } from "../orders/calls/operations.ts";
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
import { placeOperations } from "../shipping/place-operations.ts";
import { type LinkDelivery, staffOperations } from "../staff/operations.ts";
import { withNames } from "../staff/staff.ts";
import { deleteMenu, storeOperations, storeResources } from "../store/operations.ts";
import { undoneNow } from "../undo/history.ts";
import { undoOperations } from "../undo/operations.ts";
import { webhookOperations } from "../webhooks/operations.ts";
import { type AddressRules, SecretBox } from "../webhooks/webhooks.ts";
import { nextStep } from "./next-steps.ts";

/** What webhooks may be sent to, and what encrypts their secrets. */
export interface WebhookParts {
  rules: AddressRules;
  secrets: SecretBox;
}

/** What operations need of the server's settings. */
export interface OperationParts {
  webhooks: WebhookParts;
  links: LinkDelivery;
  files: FileParts;
}

/** For who only reads operations or describes them. */
const NO_PARTS: OperationParts = {
  webhooks: { rules: { ports: [443], toThisMachine: false }, secrets: new SecretBox([]) },
  links: { consoleUrl: () => "http://localhost:3000", byMail: false },
  files: {
    quota: 0,
    fetch: async () => {
      throw new Error("nothing is fetched here");
    },
  },
};

/** Every operation, in the order it is listed. `tokens` has the keys of links for customers. */
export const merchantOperations = (
  keyring: Keyring,
  tokens: CustomerTokens,
  { webhooks, links, files }: OperationParts = NO_PARTS,
): Operation[] => [
  ...storeOperations(() => keyring.clearCache()),
  ...productOperations,
  ...importOperations,
  ...inventoryOperations,
  ...categoryOperations,
  ...collectionOperations,
  ...deletionOperations(deletePromotion),
  ...fileOperations(files),
  ...adoptionOperations(files),
  ...findOrderOperations,
  ...createOrderOperations,
  ...updateOrderOperations,
  ...mergeOrderOperations,
  ...orderNoteOperations,
  ...callOperations,
  ...orderStatusOperations,
  ...returnOperations,
  ...bulkOrderOperations,
  ...parcelOperations,
  ...cashOperations,
  ...cartOperations,
  ...customerOperations({ totals: orderTotals, erase: eraseOrdersOf }, tokens),
  ...blockedPhoneOperations,
  ...promotionOperations(requirePromotionTargets),
  ...couponOperations,
  ...shippingOperations,
  ...placeOperations,
  ...carrierOperations,
  ...analyticsOperations,
  ...contentOperations(deleteMenu),
  ...keyOperations(keyring),
  ...staffOperations(links),
  ...auditOperations(undoneNow),
  ...eventOperations,
  ...webhookOperations(webhooks),
  ...jobOperations([...importOperations, ...adoptionOperations(files)]),
  ...undoOperations(() => keyring.clearCache()),
];

/** Writes a call to the audit log, and tells its changes as events. */
export const recordAndTell: OperationCatalogue["record"] = async (db, call, changes, images) => {
  db.happened(...eventsOf(changes, call.merchant.actor));
  await record(db, call, changes, images);
};

/** All that merchants may do and read, by the tool endpoint and over HTTP. `checks`: see `OperationServices`. */
export const merchantCatalogue = (
  keyring: Keyring,
  tokens: CustomerTokens,
  confirmTokens: ConfirmTokens,
  { checks = false, ...parts }: Partial<OperationParts> & { checks?: boolean } = {},
): OperationCatalogue => ({
  checks,
  operations: merchantOperations(keyring, tokens, { ...NO_PARTS, ...parts }),
  resources: [...storeResources, ...productResources, ...orderResources],
  nextStep,
  runIdempotent,
  withNames,
  confirmTokens,
  record: recordAndTell,
});
