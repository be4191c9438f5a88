import { type TSchema, Type } from "typebox";
import { CarrierFields } from "../carriers/admin-answers.ts";
import { BriefProduct } from "../catalog/editing/admin-answers.ts";
import { BriefArticle } from "../content/admin-answers.ts";
import { Money, Nullable } from "../core/shapes.ts";
import { CustomerProfile } from "../customers/schema.ts";
import { EVENT_TYPES, type EventType, type Thing } from "../events/events.ts";
import { Event } from "../events/schema.ts";
import { FinishedImport } from "../imports/admin-answers.ts";
import { keyFacts } from "../keys/admin-answers.ts";
import { Order } from "../orders/schema.ts";
import { AdminPromotion } from "../promotions/admin-answers.ts";
import { ShippingRate } from "../shipping/schema.ts";
import { ToldMember } from "../staff/admin-answers.ts";
import { AdminMenu, AdminStore } from "../store/admin-answers.ts";
import { ToldEndpoint } from "../webhooks/admin-answers.ts";

const NullableText = Nullable(Type.String());
const Amount = Money("Amount");

/** What `data` of an event is, by the thing that it is about. More fields may come; none goes. */
export const EVENT_DATA = {
  order: Order,
  customer: CustomerProfile,
  product: BriefProduct,
  variant: Type.Object({ id: Type.String(), product_id: Type.String(), inventory_quantity: Type.Integer() }),
  cart: Type.Object({
    id: Type.String(),
    customer_id: NullableText,
    value: Amount,
    currency: Type.String(),
    lines: Type.Integer(),
    units: Type.Integer(),
    updated_at: Type.String(),
  }),
  promotion: AdminPromotion,
  page: BriefArticle,
  post: BriefArticle,
  menu: AdminMenu,
  shipping_rate: ShippingRate,
  carrier: CarrierFields,
  store: AdminStore,
  api_key: Type.Object(keyFacts),
  member: ToldMember,
  import: FinishedImport,
  webhook_endpoint: ToldEndpoint,
} as const satisfies Record<Thing, TSchema>;

const Many = Type.Object({
  many: Type.Integer({ description: "A call changed so many things: ask for them again." }),
  ask: Type.String({ description: "The operation that lists them." }),
});

const isNamed = (schema: TSchema): boolean => "$ref" in schema;
/** As `ShippingRateData`, of a schema that has no name of its own. */
const nameOf = (thing: string): string =>
  `_${thing}_data`.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const to = (name: string): TSchema => Type.Unsafe({ $ref: `${name}#` });

/** The schemas of events by their names in the OpenAPI document. */
export const eventComponents = (): Record<string, TSchema> => ({
  ManyChanged: Many,
  ...Object.fromEntries(
    Object.entries(EVENT_DATA).flatMap(([thing, schema]) => (isNamed(schema) ? [] : [[nameOf(thing), schema]])),
  ),
});

const eventSchema = (type: string, things: readonly Thing[]) =>
  Type.Intersect([
    Event,
    Type.Object({
      type: Type.Literal(type),
      thing: Type.Enum([...things]),
      data: Type.Union([
        ...new Set(things.map((thing) => (isNamed(EVENT_DATA[thing]) ? EVENT_DATA[thing] : to(nameOf(thing))))),
        to("ManyChanged"),
        Type.Null(),
      ]),
    }),
  ]);

/** The part `webhooks` of the OpenAPI document: an entry for each type of event. */
export const eventWebhooks = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(EVENT_TYPES as Record<string, EventType>).map(([type, { says, things, area, since }]) => [
      type,
      {
        post: {
          operationId: `event ${type}`.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary: type,
          description: `${says} Needs the scope \`${area}:read\`. Since ${since}.`,
          security: [],
          requestBody: { content: { "application/json": { schema: eventSchema(type, things) } } },
          responses: { 200: { description: "The event is taken." } },
        },
      },
    ]),
  );
