import { type InputSchema, typesOf } from "../../api/schema.ts";
import type { Argument } from "./kinds.ts";

/** Arguments that say how a call is made, not what it does: the screen sends them by itself. */
const OF_THE_CALL = ["dry_run", "idempotency_key", "confirm_token", "expected_updated_at", "response_format", "cursor"];

/** Arguments that only save programs a read: with all pictures before one, more are added to `images`. */
const FOR_PROGRAMS = ["add_images"];

/** What can be run dry and does all that it can without arguments; others then change nothing. */
export const DOES_ALL: readonly string[] = ["files_adopt"];

/** Arguments of which only one may be sent: they are one switch and one field. `name`: what they are called together. */
export interface Exclusive {
  name: string;
  members: Argument[];
}

/** By operation, or by operation and path of a list. */
const EXCLUSIVE: Readonly<Record<string, readonly { name: string; members: readonly string[] }[]>> = {
  prices_bulk_update: [{ name: "how_much", members: ["percent", "amount", "price"] }],
  "inventory_adjust.changes": [{ name: "stock", members: ["by", "to"] }],
  orders_move: [{ name: "which", members: ["orders", "csv"] }],
  cod_reconcile: [{ name: "statement", members: ["rows", "csv"] }],
};

/** What is used often, in this order; the others are behind "more fields". Without an entry: the first ones of the schema. */
const OFTEN: Readonly<Record<string, readonly string[]>> = {
  products_search: ["query", "status", "category", "in_stock"],
  products_save: ["product", "name", "images", "price", "status", "category", "inventory_quantity", "description"],
  prices_bulk_update: ["category", "vendor", "products", "how_much", "round_to", "rounding", "compare_at"],
  inventory_search: ["query", "category", "max_inventory_quantity"],
  categories_save: ["category", "name", "parent", "image_url", "is_active"],
  collections_save: ["collection", "title", "image_url", "products", "is_active", "sort_order"],
  orders_search: ["query", "status", "wilaya", "from", "to", "to_call"],
  orders_create: [
    "items",
    "customer_name",
    "customer_phone",
    "customer_wilaya",
    "customer_commune",
    "delivery_method",
    "coupon_code",
  ],
  orders_update: ["order", "items", "customer_phone", "customer_wilaya", "customer_commune", "delivery_method"],
  orders_move: ["to", "which", "carrier", "reason"],
  orders_return: ["order", "reason", "items", "refunded_amount"],
  promotions_save: [
    "promotion",
    "title",
    "code",
    "discount_type",
    "discount_value",
    "min_order_amount",
    "starts_at",
    "expires_at",
  ],
  carriers_save: ["carrier", "name", "methods", "home_cost", "desk_cost", "return_cost", "tracking_url"],
  content_save: ["kind", "slug", "title", "featured_image", "body", "is_published"],
  store_update: [
    "name",
    "logo_url",
    "description",
    "contact_info",
    "social_links",
    "low_stock",
    "blocked_phone_policy",
  ],
  analytics_report: ["report", "from", "to", "by", "compare"],
  changes_list: ["of", "from", "to"],
};

const FIRST = 6;

export type FormEntry = { argument: Argument } | { exclusive: Exclusive };

export const nameOf = (entry: FormEntry): string => ("argument" in entry ? entry.argument.name : entry.exclusive.name);

/** The arguments that an entry of a form fills in. */
export const argumentsIn = (entry: FormEntry): Argument[] =>
  "argument" in entry ? [entry.argument] : entry.exclusive.members;

/** Arguments as the entries of a form: those of which only one may be sent become one. `of`: the operation, or the list in it. */
export function entriesOf(args: readonly Argument[], of: string): FormEntry[] {
  const groups = EXCLUSIVE[of] ?? [];
  return args.flatMap((argument): FormEntry[] => {
    const group = groups.find(({ members }) => members.includes(argument.name));
    if (!group) return [{ argument }];
    if (group.members[0] !== argument.name) return [];
    return [{ exclusive: { name: group.name, members: args.filter(({ name }) => group.members.includes(name)) } }];
  });
}

/** All arguments that a person fills in. */
export const argumentsOf = ({ properties, required = [] }: InputSchema): Argument[] =>
  Object.entries(properties)
    .filter(([name]) => !OF_THE_CALL.includes(name) && !FOR_PROGRAMS.includes(name))
    .map(([name, schema]) => ({ name, path: name, schema, isRequired: required.includes(name) }));

/** What a person fills in: what is required or used often `first`, and the `others`. */
export function formOf(operation: string, schema: InputSchema): { first: FormEntry[]; others: FormEntry[] } {
  const entries = entriesOf(argumentsOf(schema), operation);
  const often = OFTEN[operation];
  const isRequired = (entry: FormEntry) => argumentsIn(entry).some((argument) => argument.isRequired);
  const place = (entry: FormEntry) => {
    const at = often?.indexOf(nameOf(entry)) ?? -1;
    return at === -1 ? (isRequired(entry) ? -1 : Number.POSITIVE_INFINITY) : at;
  };
  const sorted = often
    ? [...entries].sort((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0))
    : [...entries.filter(isRequired), ...entries.filter((entry) => !isRequired(entry))];
  const count = often ? sorted.filter((entry) => Number.isFinite(place(entry))).length : FIRST;
  // One or two behind a button would cost more than they save.
  return sorted.length - count <= 1
    ? { first: sorted, others: [] }
    : { first: sorted.slice(0, count), others: sorted.slice(count) };
}

/** The arguments that an address holds. A text that looks like a number is read as one there: it becomes a text again. */
export const argumentsFrom = (search: Readonly<Record<string, unknown>>, { properties }: InputSchema) =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => {
      const types = typesOf(properties[name] ?? {});
      return [name, typeof value === "number" && types.length === 1 && types[0] === "string" ? String(value) : value];
    }),
  );
