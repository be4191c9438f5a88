import { Type } from "typebox";
import { withoutNulls } from "../core/objects.ts";
import { hasScope, READING_SCOPES, type Scope, scopesAmong } from "../core/scopes.ts";
import { cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Limit, Ref, SearchCursor, Text } from "../operations/inputs.ts";
import { grantedScopes } from "../operations/needs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { DeletedEndpoint, Deliveries, Endpoints, Resent, SavedEndpoint, Tested } from "./admin-answers.ts";
import {
  type AddressRules,
  addTest,
  deliveriesAfter,
  endpointsWithWaiting,
  MAX_RESENT,
  removeEndpoint,
  requireEndpoint,
  resend,
  type SecretBox,
  saveEndpoint,
  shownEndpoint,
  told,
  wakeEndpoint,
} from "./webhooks.ts";

const optional = Type.Optional;
const ENTITY = "webhook_endpoint";
/** What is sent to an endpoint: no event tells of it. */
const SENT = "webhook_delivery";
const EXAMPLE = "https://example.com/webhooks";
const Endpoint = Ref("Id or address");
const EventNumber = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

/** Operations on webhooks: to which addresses they may be sent, and what encrypts their secrets. */
export const webhookOperations = (parts: { rules: AddressRules; secrets: SecretBox }): Operation[] => [
  defineOperation({
    name: "webhooks_list",
    title: "List webhooks",
    description: "Where events are sent, how that goes, how many deliveries wait.",
    area: "settings",
    effect: "read",
    input: {},
    answers: Endpoints,
    example: {},
    run: async ({ db }) => {
      const data = (await endpointsWithWaiting(db)).map(withoutNulls);
      return { text: `${data.length} webhook endpoints.`, data: { data } };
    },
  }),
  defineOperation({
    name: "webhooks_save",
    title: "Create or change a webhook",
    description:
      "Sends events to an address of the merchant, signed. Without endpoint: a new one, whose secret is shown only once.",
    area: "settings",
    effect: "write",
    notUndoable: "A secret is not brought back; webhooks_save changes the endpoint again.",
    takes: ["dry_run", "idempotency_key"],
    input: {
      endpoint: optional(Ref("Id or address of the one to change")),
      address: optional(Text(500, "https")),
      types: optional(Type.Array(Text(40), { minItems: 1, maxItems: 50, description: "As orders.placed or orders.*" })),
      scopes: optional(
        Type.Array(Type.Enum([...READING_SCOPES]), {
          minItems: 1,
          maxItems: READING_SCOPES.length,
          description: "What it may see; default: all your reading ones. People only with customers:read",
        }),
      ),
      ordered: optional(Type.Boolean({ description: "Of a thing, the next waits for the one before" })),
      is_active: optional(Type.Boolean()),
      rotate_secret: optional(
        Type.Integer({ minimum: 0, maximum: 168, description: "A new secret; hours for which the old one signs, too" }),
      ),
    },
    answers: SavedEndpoint,
    refuses: ["webhook_not_found"],
    example: { address: EXAMPLE, types: ["orders.*"], scopes: ["orders:read"], dry_run: true },
    run: async (call, { endpoint: ref, scopes, ordered, ...given }) => {
      const before = ref === undefined ? undefined : await requireEndpoint(call.db, ref);
      const granted = scopes ? grantedScopes(scopes, call.merchant.scopes) : undefined;
      for (const scope of before?.scopes ?? []) call.requires({ scope, what: "This endpoint, which may see it," });
      const wanted = granted ?? (before ? undefined : scopesAmong(READING_SCOPES, call.merchant.scopes));
      const input = { ...given, scopes: wanted, is_ordered: ordered };
      const { after, secret } = await saveEndpoint(call.db, before, input, parts);
      if (after.is_active) wakeEndpoint(call.db, after.id);
      const shown = told(shownEndpoint(after));
      call.changed({
        entity: ENTITY,
        id: after.id,
        label: after.address,
        before: before ? told(shownEndpoint(before)) : null,
        after: shown,
        snapshot: shown,
      });
      const said = `${before ? "Changed" : "Created"} the endpoint ${after.address}.`;
      const text = secret ? `${said} data.secret shows its secret, only this once.` : said;
      return { text, data: withoutNulls(shownEndpoint(after)), ...(secret && { shownOnce: { secret } }) };
    },
  }),
  defineOperation({
    name: "webhooks_delete",
    title: "Delete a webhook",
    description: "With the list of its deliveries; what waits is not sent any more.",
    door: "http",
    area: "settings",
    effect: "destroy",
    notUndoable: "A deleted endpoint is gone; webhooks_save makes a new one.",
    takes: ["dry_run"],
    input: { endpoint: Endpoint },
    answers: DeletedEndpoint,
    refuses: ["webhook_not_found"],
    example: { endpoint: EXAMPLE, dry_run: true },
    run: async (call, { endpoint }) => {
      const { id, ...row } = await removeEndpoint(call.db, endpoint);
      const before = told(shownEndpoint({ id, ...row }));
      call.changed({ entity: ENTITY, id, label: row.address, before, after: null });
      return { text: `Deleted the endpoint ${row.address}.`, data: { id, deleted: true as const } };
    },
  }),
  defineOperation({
    name: "webhooks_deliveries",
    title: "List deliveries of a webhook",
    description:
      "What an endpoint was sent, the newest first: the status and the beginning of its last answer, and when it is tried again.",
    door: "http",
    area: "settings",
    effect: "read",
    input: {
      endpoint: Endpoint,
      state: optional(Type.Enum(["waiting", "delivered", "failed"])),
      limit: Limit,
      cursor: SearchCursor,
    },
    answers: Deliveries,
    refuses: ["webhook_not_found"],
    example: { endpoint: EXAMPLE, state: "failed" },
    run: async ({ db, merchant, maxRowsText }, { endpoint: ref, state, limit, cursor }) => {
      const page = cursorPage({ limit, cursor }, maxRowsText);
      const endpoint = await requireEndpoint(db, ref, { isLocked: false });
      const rows = await deliveriesAfter(db, { endpointId: endpoint.id, state }, page);
      const seesAnswers = endpoint.scopes.every((scope: Scope) => hasScope(merchant.scopes, scope));
      const { data, next_cursor } = cursorAnswer(rows, rows.length, page, (row) =>
        withoutNulls(seesAnswers ? row : { ...row, answer: null }),
      );
      return { text: `${data.length} deliveries.`, data: { data, next_cursor } };
    },
  }),
  defineOperation({
    name: "webhooks_resend",
    title: "Send events again",
    description: `Sends an endpoint the event of a number again, or those of a range, also those that it never got. At most ${MAX_RESENT}: while has_more, call again with from above last_number.`,
    door: "http",
    area: "settings",
    effect: "write",
    notUndoable: "What was sent cannot be taken back.",
    takes: ["dry_run", "idempotency_key"],
    input: {
      endpoint: Endpoint,
      from: EventNumber("Number of the event, or the first of them"),
      to: optional(EventNumber("The last of them; default: only one")),
    },
    answers: Resent,
    refuses: ["webhook_not_found"],
    example: { endpoint: EXAMPLE, from: 1, to: 100, dry_run: true },
    run: async (call, { endpoint: ref, from, to = from }) => {
      const endpoint = await requireEndpoint(call.db, ref);
      const found = await resend(call.db, endpoint, from, to);
      if (found.resent > 0) {
        call.changed({
          entity: SENT,
          id: endpoint.id,
          label: endpoint.address,
          before: null,
          after: { resent: found.resent, from },
        });
      }
      return { text: `${found.resent} events are sent again.`, data: found };
    },
  }),
  defineOperation({
    name: "webhooks_test",
    title: "Test a webhook",
    description: "Sends an endpoint a webhook of the type webhooks.test; webhooks_deliveries says what came of it.",
    door: "http",
    area: "settings",
    effect: "write",
    notUndoable: "What was sent cannot be taken back.",
    takes: ["idempotency_key"],
    input: { endpoint: Endpoint },
    answers: Tested,
    refuses: ["webhook_not_found"],
    example: { endpoint: EXAMPLE },
    run: async (call, { endpoint: ref }) => {
      const endpoint = await requireEndpoint(call.db, ref);
      const id = await addTest(call.db, endpoint);
      call.changed({ entity: SENT, id, label: endpoint.address, before: null, after: { type: "webhooks.test" } });
      return { text: `A test is sent to ${endpoint.address}.`, data: { id } };
    },
  }),
];
