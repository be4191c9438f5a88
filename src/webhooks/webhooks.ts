import type { Cursor } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type DeliveryFilters, type DeliveryRow, listDeliveries } from "./delivery-queries.ts";

export { type AddressRules, requireAddress } from "./address.ts";
export { type AgentOptions, publicAgents } from "./agents.ts";
export { DELIVER, RETRIES_MS, wakeEndpoint, wakeEndpoints, webhookDelivery } from "./deliver.ts";
export { eraseAnswers } from "./delivery-queries.ts";
export {
  endpointsWithWaiting,
  removeEndpoint,
  requireEndpoint,
  type SwitchedOff,
  saveEndpoint,
  shownEndpoint,
  told,
} from "./endpoints.ts";
export { addTest, MAX_RESENT, resend } from "./resend.ts";
export { SecretBox, signedHeaders } from "./secrets.ts";
export { NOT_PUBLIC, problemOf as connectionProblem, type Send, type SenderOptions, webhookSender } from "./sender.ts";

/** Up to `limit` + 1 deliveries of an endpoint, the newest first. */
export const deliveriesAfter = (
  db: SiteDb,
  filters: DeliveryFilters,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<DeliveryRow[]> => listDeliveries(db, filters, after, limit + 1);
