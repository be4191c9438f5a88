import { countIn } from "../plural.ts";

const count = countIn("en");

/** Taking an order by phone. */
export const newOrder = {
  title: "New order",
  phone: "Phone",
  name: "Name",
  goods: "Goods",
  addGoods: "Add goods",
  noLines: "Add what is ordered.",
  delivery: "Delivery",
  coupon: "Coupon",
  notes: "Note for the shop",
  price: "What it costs",
  priceHint: "The price grows here as goods are added.",
  discount: "Discount",
  free: "free",
  rounding: "Rounding",
  toCollect: "To collect",
  blocked: "The store has blocked this number.",
  place: "Place the order",
  placeFor: (total: string) => `Place for ${total}`,
  placed: (number: string) => `Order ${number} placed`,
  ordersOf: (orders: number) => count(orders, { one: "# order", other: "# orders" }),
  takes: (taken: number, ended: number) => `took ${taken} of ${count(ended, { one: "# parcel", other: "# parcels" })}`,
  sameAsLast: "The same as last time",
  lastGoods: "Ordered last time:",
  addAgain: (units: number) => `Add ${units}`,
};
