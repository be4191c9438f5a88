import { COLUMNS, type DeclaredTable, linesOf } from "./columns.ts";
import { ABOUT_PERSON, GOODS, type Line, MERCHANT, PERSON, SERVER } from "./line.ts";

const each = (line: Line, ...names: string[]): Record<string, Line> =>
  Object.fromEntries(names.flatMap((list) => list.split(" ")).map((name) => [name, line]));

/** What the shop computes of a person. */
const COMPUTED_OF_PERSON: Line = { ...ABOUT_PERSON, isUntrusted: false };

/** The fields of answers that are not columns, each with a line as columns have. */
const OTHER_FIELDS: Readonly<Record<string, Line>> = {
  ...each(PERSON, "addresses customer"),
  ...each(ABOUT_PERSON, "csv"),
  ...each(COMPUTED_OF_PERSON, "phone_history phone_orders phone_refused same_day_orders is_blocked"),
  /** Who wrote a note, and when, may be seen: the text has a line of its own. */
  notes: { ...MERCHANT, isLogged: false, isUntrusted: true },

  /** Shown once, to whoever made it. */
  ...each({ ...MERCHANT, isLogged: false }, "secret link"),

  /** Their members are named by what they count or explain: a reason, an outcome, a mismatch. */
  ...each({ ...MERCHANT, isFree: true }, "outcomes return_reasons cancellation_reasons next"),

  /** What imports bring. */
  ...each(GOODS, "alt category failures product products targets variant"),
  ...each({ ...MERCHANT, isUntrusted: true }, "ref sentence"),

  /** What shoppers see. */
  ...each(
    SERVER,
    "store_id address at availability available available_promotions available_quantity categories children",
    "collection collections corrections count data discount_amount discount_text discounted_price facets given has_more history",
    "ignored_words in_stock inventory is_partial item_id items limit max min name_ar name_fr offset out_of_stock pagination",
    "price_range product_count product_price products_count promotion_type query reason shipping_discount_amount success token",
    "pictures sizes total_is_partial tracking_page_url tracking_url unavailable_items url used user valid value values variants vendors widths",
  ),

  /** Answers of operations: dry runs, pages, outcomes. */
  ...each(
    MERCHANT,
    "after allowed applied before by candidates change changed changes_count checklist close_codes compared confirm_token conflicts conflicts_count",
    "created cut deleted detail dry_run erased expected explanation failed field fields from header hint line lines",
    "key mailed merged message_for_shopper mismatches missing moved next_cursor of ok order order_numbers parent path problem",
    "promotion refundable removed replayed reset_link_expires_at requested resent restocked results row rows sample shown state",
    "stock_back to total_value undone unchanged unpublished updated uses waiting would_take_off",
    "max_bytes thing things used_bytes webp",
  ),
  ...each(
    MERCHANT,
    "amount_matched amount_not_matched amount_stated amount_to_collect calls can_sign_in hours is_counted last_call",
    "held_until is_saved last_number last_order_at left matched may_be_back_ordered missing_amount missing_units not_matched orders orders_anonymised",
    "orders_count orders_left orders_left_count orders_under_way parcels phones phones_unblocked rates returns stated",
    "targets_count total_spent tried_on used_by_customer variants_count",
  ),

  /** Reports, and the statuses that they count. */
  ...each(
    MERCHANT,
    "average_order calls_per_order cancellation_rate cancelled carriers change_percent collected confirmation_rate",
    "confirmed customers day days delivered delivery_rate discounts from_before gross is_new month new",
    "oldest_unpaid_at open orders_called owed paid partially_refunded pending placed postponed postponed_count processing promotions",
    "refunded refused remitted report return_rate return_reason returned returning revenue shipped shipping",
    "shipping_discount sold threshold to_before totals totals_before totals_change_percent unpaid units week",
  ),
};

/** Their rows stand in answers only inside a field that is declared as a whole. */
const SHOWN_WHOLE: ReadonlySet<DeclaredTable> = new Set(["addresses"]);

/**
 * All fields that answers to merchants may have, by name. Columns of one name in several tables have one line: the strictest.
 * What has no line is shown to no key that may not see people, and is not logged.
 */
const FIELDS: ReadonlyMap<string, Line> = (() => {
  const lines = (Object.keys(COLUMNS) as DeclaredTable[])
    .filter((table) => !SHOWN_WHOLE.has(table))
    .flatMap(linesOf)
    .filter(([, { merchants }]) => merchants !== "nobody");
  const fields = new Map<string, Line>();
  for (const [name, line] of [...lines, ...Object.entries(OTHER_FIELDS)]) {
    const known = fields.get(name);
    fields.set(name, known ? strictest(known, line) : line);
  }
  return fields;
})();

function strictest(one: Line, other: Line): Line {
  const strict = one.merchants === "people" ? one : other;
  return {
    ...strict,
    isLogged: one.isLogged && other.isLogged,
    isUntrusted: one.isUntrusted || other.isUntrusted,
    ...((one.isFree || other.isFree) && { isFree: true }),
  };
}

export const fieldLine = (name: string): Line | undefined => FIELDS.get(name);

/** The line of a field of what shoppers are answered of a row of this table. */
export const fieldLineIn = (table: DeclaredTable, name: string): Line | undefined =>
  (COLUMNS[table] as Readonly<Record<string, Line>>)[name] ?? OTHER_FIELDS[name];

const untrustedOf = (lines: Iterable<[string, Line]>): ReadonlySet<string> =>
  new Set([...lines].flatMap(([name, { isUntrusted }]) => (isUntrusted ? [name] : [])));

/** The fields of answers whose texts shoppers or imports write. */
export const UNTRUSTED_FIELDS = untrustedOf(FIELDS);

/** The same of answers with rows of one table. */
export const untrustedIn = (table: DeclaredTable): ReadonlySet<string> =>
  untrustedOf([...linesOf(table), ...Object.entries(OTHER_FIELDS)]);
