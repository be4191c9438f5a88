import { countIn } from "../plural.ts";

const count = countIn("en");

export const cash = {
  about: "What carriers collected at the doors, and what of it they have paid.",
  owed: "Who owes what",
  owedNothing: "No carrier owes cash.",
  owedNothingHint: "Cash is owed from the moment a parcel is delivered until its carrier's statement is recorded.",
  parcels: (parcels: number) => count(parcels, { one: "# parcel", other: "# parcels" }),
  oldest: (when: string) => `the oldest since ${when}`,
  noCarrier: "without a carrier",
  statement: "A carrier's statement",
  carrier: "Carrier",
  chooseCarrier: "Choose the carrier",
  paidAt: "Paid on",
  drop: "Drop the sheet here",
  orPaste: "or paste its rows, with the line of titles",
  chooseFile: "Choose a file",
  otherFile: "Another sheet",
  columns:
    "A column with the tracking or order number, and one with the amount. French, Arabic and English titles are known.",
  matching: "Comparing with the orders…",
  unreadable:
    "This sheet cannot be read: it needs a line of titles, with a column for the tracking or order number and one for the amount.",
  matched: (matched: number, all: number) => `${matched} of ${all} rows match`,
  delivered: (orders: number) =>
    count(orders, { one: "# order becomes delivered", other: "# orders become delivered" }),
  wrong: (rows: number) => count(rows, { one: "# row does not match", other: "# rows do not match" }),
  wrongHint: "They change nothing. The others can be recorded now, and these later.",
  row: "Row",
  number: "Number",
  stated: "Says",
  expected: "Expected",
  why: "What is wrong",
  missing: (parcels: number) =>
    count(parcels, { one: "# delivered parcel is not in it", other: "# delivered parcels are not in it" }),
  missingHint: "Their cash was collected and is still owed.",
  missingNone: "No parcel is missing.",
  more: (rows: number) => count(rows, { one: "and # more", other: "and # more" }),
  record: (rows: number) => count(rows, { one: "Record # payment", other: "Record # payments" }),
  nothing: "Nothing to record",
  recorded: (rows: number, amount: string) =>
    count(rows, { one: `# payment recorded: ${amount}`, other: `# payments recorded: ${amount}` }),
  undoHint: "Orders that became delivered stay delivered.",
  undone: "The payments are taken back",
  another: "Another statement",
  reasons: {
    unreadable: "No number or no amount in this row",
    unknown: "No order has this number",
    ambiguous: "Several parcels have this number",
    same_order: "The same order is in an earlier row",
    other_carrier: "Went with another carrier",
    not_shipped: "Not shipped yet",
    cancelled: "The order is cancelled",
    returned: "The parcel came back",
    paid_otherwise: "Nothing was to be collected",
    different_amount: "Another amount",
    already_remitted: "Paid before",
    not_remitted: "No payment of it is recorded",
  } as Record<string, string>,
};
