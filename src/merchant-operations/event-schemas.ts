import { type TSchema, Type } from "typebox";
import { CarrierRow } from "../carriers/queries.ts";
import { BriefRow } from "../content/queries.ts";
import { FreeObject, Money, Nullable, NullableMoney, Timestamp } from "../core/shapes.ts";
import { AdminCustomer } from "../customers/admin-queries.ts";
import { AddressRow } from "../customers/queries.ts";
import { EVENT_TYPES, type EventType, type Thing } from "../events/events.ts";
import { Order } from "../orders/schema.ts";
import { PROMOTION_STATES } from "../promotions/admin.ts";
import { ShippingRate } from "../shipping/schema.ts";
import { ROLE_NAMES } from "../staff/staff.ts";
import { AdminStoreRow } from "../store/admin-queries.ts";
import { Menu } from "../store/schema.ts";

const NullableText = Nullable(Type.String());
const NullableCount = Nullable(Type.Integer());
const Amount = Money("Amount");
const NullableAmount = NullableMoney("Amount");

const { folded_name: _name, created_at: _at, ...carrier } = CarrierRow.properties;

/** What `data` of an event is, by the thing that it is about. More fields may come; none goes. */
export const EVENT_DATA = {
  order: Order,
  customer: Type.Object({
    ...AdminCustomer.properties,
    orders_count: Type.Integer(),
    total_spent: Nullable(Amount),
    last_order_at: NullableText,
    addresses: Type.Array(AddressRow),
  }),
  product: Type.Object({
    id: Type.String(),
    slug: Type.String(),
    name: Type.String(),
    status: Type.String(),
    price: Money("The lowest price of its variants"),
    max_price: Type.Optional(Money("The highest, if another")),
    inventory_quantity: Type.Integer({ description: "Units of all variants" }),
    vendor: NullableText,
    category: NullableText,
    updated_at: Type.String(),
    options: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) })),
    variants: Type.Array(
      Type.Object({
        id: Type.String(),
        title: NullableText,
        sku: NullableText,
        price: Amount,
        inventory_quantity: Type.Integer(),
      }),
    ),
  }),
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
  promotion: Type.Object({
    id: Type.String(),
    code: NullableText,
    title: Type.String(),
    message: FreeObject("In the languages of shoppers."),
    promotion_type: Type.Enum(["automatic", "coupon"]),
    state: Type.Enum([...PROMOTION_STATES]),
    discount_type: Type.String(),
    discount_value: Type.Number({ description: "Percent, or an amount in the currency's major unit." }),
    min_order_amount: NullableAmount,
    max_discount_amount: NullableAmount,
    min_quantity: NullableCount,
    buy_quantity: NullableCount,
    get_quantity: NullableCount,
    target_type: Type.String(),
    target_ids: Type.Array(Type.String()),
    starts_at: NullableText,
    expires_at: NullableText,
    usage_limit: NullableCount,
    usage_limit_per_customer: NullableCount,
    uses: Type.Integer(),
    is_combinable: Type.Boolean(),
    is_discoverable: Type.Boolean(),
    is_active: Type.Boolean(),
    created_at: Type.String(),
    updated_at: Type.String(),
    currency: Type.String(),
  }),
  page: BriefRow,
  post: BriefRow,
  menu: Menu,
  shipping_rate: ShippingRate,
  carrier: Type.Object({
    ...carrier,
    home_cost: NullableAmount,
    desk_cost: NullableAmount,
    return_cost: NullableAmount,
  }),
  store: Type.Object({ ...AdminStoreRow.properties, cash_rounding: Amount }),
  api_key: Type.Object({
    kind: Type.Enum(["secret", "publishable"]),
    name: Type.String(),
    prefix: Type.String(),
    scopes: Type.Array(Type.String()),
    expires_at: NullableText,
    revoked_at: NullableText,
  }),
  member: Type.Object({
    role: Type.Enum(ROLE_NAMES),
    state: Type.Enum(["invited", "active", "left"]),
  }),
  import: Type.Object({
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer(),
  }),
} as const satisfies Record<Thing, TSchema>;

const Many = Type.Object({
  many: Type.Integer({ description: "A call changed so many things: ask for them again." }),
  ask: Type.String({ description: "The operation that lists them." }),
});

/** What every event has. */
const Event = Type.Object({
  number: Type.Integer({ description: "Of the store, from 1 on, without gaps." }),
  thing_number: Type.Integer({ description: "Of the thing, from 1 on, without gaps." }),
  id: Type.String({ format: "uuid", description: "The same whenever the event is told." }),
  type: Type.String(),
  thing: Type.String(),
  thing_id: Type.String({ description: "Empty when it is about many things." }),
  actor: Type.String({ description: "Who did it: shopper, customer …, key …, person … (a name), command, stock." }),
  fields: Type.Array(Type.String(), { description: "The names of what changed." }),
  data: Type.Unknown({ description: "The thing; null when it is gone, was erased, or must be asked for." }),
  data_at: Nullable(Timestamp("When `data` was true.")),
  created_at: Timestamp("When it happened."),
});

const isNamed = (schema: TSchema): boolean => "$ref" in schema;
/** As `ShippingRateData`, of a schema that has no name of its own. */
const nameOf = (thing: string): string =>
  `_${thing}_data`.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const to = (name: string): TSchema => Type.Unsafe({ $ref: `${name}#` });

/** The schemas of events by their names in the OpenAPI document. */
export const eventComponents = (): Record<string, TSchema> => ({
  Event,
  ManyChanged: Many,
  ...Object.fromEntries(
    Object.entries(EVENT_DATA).flatMap(([thing, schema]) => (isNamed(schema) ? [] : [[nameOf(thing), schema]])),
  ),
});

const eventSchema = (type: string, things: readonly Thing[]) =>
  Type.Intersect([
    to("Event"),
    Type.Object({
      type: Type.Literal(type),
      thing: Type.Enum([...things]),
      data: Type.Union([
        ...things.map((thing) => (isNamed(EVENT_DATA[thing]) ? EVENT_DATA[thing] : to(nameOf(thing)))),
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
