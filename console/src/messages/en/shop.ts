import { countIn } from "../plural.ts";

const count = countIn("en");

/** What screens of orders share: addresses, goods, quantities. */
export const shop = {
  less: "One less",
  more: "One more",
  method: "Delivery",
  home: "To the door",
  desk: "Carrier’s desk",
  wilaya: "Wilaya",
  wilayaHint: "Name or number",
  commune: "Commune",
  region: "Region",
  town: "Town",
  line1: "Address",
  noPlace: "There is no such wilaya.",
  searchHint: "Name, SKU, or scan a barcode",
  noGoods: (words: string) => `Nothing for sale is called “${words}”.`,
  notThere: (words: string) => `“${words}” is out of stock.`,
  several: (words: string) => `“${words}” fits several: search, then choose.`,
  uncounted: "available",
  inStock: (units: number) => (units <= 0 ? "out of stock" : count(units, { one: "# in stock", other: "# in stock" })),
};
