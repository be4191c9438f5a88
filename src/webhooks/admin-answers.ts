import { Type } from "typebox";
import { component, lackingNulls, NullableText } from "../core/shapes.ts";
import { NextCursor } from "../operations/answers.ts";
import { DeliveryRow } from "./delivery-queries.ts";
import { EndpointRow } from "./queries.ts";

const { last_number: _, ...endpoint } = EndpointRow.properties;
const { last_success_at: __, failing_since: ___, created_at: ____, updated_at: _____, ...toldEndpoint } = endpoint;

/** What events and the log tell of an endpoint. */
export const ToldEndpoint = Type.Object(toldEndpoint);

const endpointExample = {
  id: "019aa2c0-6a5a-7e66-8f45-7d8e9fa0b4c5",
  address: "https://example.com/webhooks",
  types: ["orders.*"],
  scopes: ["orders:read" as const],
  version: 1,
  is_ordered: false,
  is_active: true,
  created_at: "2026-11-21T09:10:00.000Z",
  updated_at: "2026-11-21T09:10:00.000Z",
};

const ListedEndpoint = component(
  "ListedWebhook",
  Type.Object({
    ...lackingNulls(endpoint),
    waiting: Type.Integer({ description: "Deliveries that wait, up to a thousand." }),
  }),
  { ...endpointExample, waiting: 0 },
);

export const Endpoints = Type.Object({ data: Type.Array(ListedEndpoint) });

export const SavedEndpoint = component(
  "SavedWebhook",
  Type.Object({
    ...lackingNulls(endpoint),
    secret: Type.Optional(
      Type.String({ description: "Of a new endpoint or a rotation, only this once: not in the answer to a retry." }),
    ),
  }),
  endpointExample,
);

export const DeletedEndpoint = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });

const Delivery = component(
  "WebhookDelivery",
  Type.Object({
    ...lackingNulls(DeliveryRow.properties),
    answer: Type.Optional(NullableText("The first 4 kB of what the endpoint answered.")),
  }),
  {
    id: "019aa2c0-6a5b-7f77-9a56-8e9fa0b4c5d6",
    number: 12,
    type: "orders.confirmed",
    thing: "order",
    thing_id: "019aa2c0-6a56-7c22-9e01-3f4a5b6c7d8e",
    state: "delivered" as const,
    attempts: 1,
    status: 204,
    took_ms: 38,
    attempted_at: "2026-11-21T09:10:01.000Z",
    created_at: "2026-11-21T09:10:00.500Z",
    finished_at: "2026-11-21T09:10:01.000Z",
  },
);

export const Deliveries = Type.Object({ data: Type.Array(Delivery), next_cursor: NextCursor });

export const Resent = Type.Object({
  resent: Type.Integer(),
  last_number: Type.Integer(),
  has_more: Type.Boolean(),
});

export const Tested = Type.Object({ id: Type.String({ description: "Of the delivery." }) });
