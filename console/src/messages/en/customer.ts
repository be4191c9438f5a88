import { countIn } from "../plural.ts";

const count = countIn("en");

/** What is known of a customer: beside an order, and on their own page. */
export const customer = {
  risk: {
    takes: (taken: number, sent: number) =>
      count(sent, { one: `Took ${taken} parcel of 1`, other: `Takes ${taken} parcels of #` }),
    firstOrder: "First order of this number",
    noParcelYet: "No parcel has come to them yet",
    ofNumber: {
      orders: (orders: number) => count(orders, { one: "order", other: "orders" }),
      delivered: (_orders: number) => "taken",
      refused: (_orders: number) => "refused",
      returned: (_orders: number) => "came back",
      cancelled: (_orders: number) => "cancelled",
      open: (_orders: number) => "under way",
    },
    hasRefused: (orders: number) => count(orders, { one: "refused one", other: "refused #" }),
    isBlocked: "This number is blocked",
    sameDay: (orders: number) =>
      count(orders, { one: "Another order within a day:", other: "# other orders within a day:" }),
    otherOrders: "Other orders of this number",
    noOtherOrders: "None.",
  },
  /** The page of a customer. */
  guest: "orders without an account",
  since: (day: string) => `account since ${day}`,
  spent: (amount: string) => `${amount} spent`,
  orders: "Orders",
  none: "No customer is known by this number.",
  pieces: (pieces: number) => count(pieces, { one: "# piece", other: "# pieces" }),
  addresses: "Addresses",
  noAddress: "None yet.",
  notes: "Notes",
  noNote: "No notes yet.",
  addNote: "Add a note",
  noteGoesTo: (number: string) => `It goes to the newest order, ${number}. Customers do not see it.`,
  saveNote: "Save the note",
  noteSaved: "Note saved",
  block: "Block this number",
  unblock: "Unblock",
  blocked: "Number blocked",
  unblocked: "Number unblocked",
  whyBlock: "Why (for colleagues)",
  whatBlocking: "New orders of a blocked number are marked, or refused if the store is set so.",
  change: "Change the account",
  erase: "Erase the customer",
  reset: "Link for a new password",
  all: "Show all orders",
};
