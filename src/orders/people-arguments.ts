import { SEES_PEOPLE } from "../core/scopes.ts";
import { words } from "../core/text/fold.ts";
import type { ArgumentNeed } from "../operations/operation.ts";
import { wilayaCode } from "../shipping/shipping.ts";
import { isOrderNumber } from "./placing/order-number.ts";

/** What operations on orders would tell of people to a key that may not see them: by arguments. */

const SEARCH_INSTEAD = "Search by order number, tracking_number, status, item, carrier, wilaya, from or to instead.";

const isWilaya = {
  is: "the code or name of a wilaya",
  test: (text: unknown, store: { country: string }) => typeof text === "string" && wilayaCode(store, text) !== null,
};

/** Shorter words and numbers find most orders: 213 is in every phone number. */
const MIN_LETTERS = 3;
const MIN_DIGITS = 6;

/** Whether a search is for the orders of one shopper. */
const isForOne = ({ query, customer, tracking_number }: Readonly<Record<string, unknown>>): boolean =>
  customer !== undefined ||
  tracking_number !== undefined ||
  words(String(query ?? "")).some((word) => (word.match(/\p{L}/gu) ?? []).length >= MIN_LETTERS) ||
  String(query ?? "").replace(/\P{N}/gu, "").length >= MIN_DIGITS;

/** A search that finds something tells whose order it is. A region that is no wilaya is also compared with communes. */
export const needsOfSearch: Readonly<Record<string, ArgumentNeed>> = {
  query: {
    scope: SEES_PEOPLE,
    unless: {
      is: "an order number",
      test: (query: unknown) => String(query).trim() === "" || isOrderNumber(String(query)),
    },
    instead: SEARCH_INSTEAD,
  },
  wilaya: { scope: SEES_PEOPLE, unless: isWilaya, instead: SEARCH_INSTEAD },
  customer: { scope: SEES_PEOPLE, instead: SEARCH_INSTEAD },
  to_call: {
    scope: "orders:read",
    orMissing: true,
    unless: {
      is: "true, or beside customer, tracking_number or a query with a word of 3 letters or 6 digits",
      test: (to_call, _store, input) => to_call === true || isForOne(input),
    },
    instead: "Search for the orders to call now, or for those of one shopper.",
  },
};

export const needsOfCreation = {
  customer: { scope: SEES_PEOPLE, instead: "Leave it out: the order is then a guest's." },
};

/** Whether two orders can be merged tells whether they are of one person. */
export const needsOfMerge = {
  with: {
    scope: SEES_PEOPLE,
    instead: "Cancel one order with orders_cancel, and change the other with orders_update.",
  },
};

const toChange = {
  scope: SEES_PEOPLE,
  instead: "The delivery, the carrier and the tracking number can be changed without it.",
};

/** A change that changes nothing tells that the value was guessed. */
export const needsOfChange = {
  customer_name: toChange,
  customer_phone: toChange,
  customer_email: toChange,
  customer_wilaya: { ...toChange, unless: isWilaya },
  customer_commune: toChange,
  shipping_address: toChange,
  customer_notes: toChange,
};
