import type { Operation } from "../api/operations.ts";
import type { Texts } from "../messages/texts.ts";

export type Area = keyof Texts["operations"]["areas"];

/** Which area an operation belongs to, by the first word of its name. */
const AREAS: Record<string, Area> = {
  orders: "orders",
  products: "catalogue",
  prices: "catalogue",
  inventory: "catalogue",
  categories: "catalogue",
  collections: "catalogue",
  catalog: "catalogue",
  files: "catalogue",
  customers: "customers",
  blocked: "customers",
  promotions: "selling",
  carts: "selling",
  shipping: "delivery",
  wilayas: "delivery",
  communes: "delivery",
  carriers: "delivery",
  parcels: "delivery",
  cod: "delivery",
  content: "content",
  menus: "content",
  analytics: "reports",
  store: "store",
  changes: "store",
};

/** The areas in the order of the texts, each with its operations in the order of the server. */
export function byArea(operations: readonly Operation[], areas: Texts["operations"]["areas"]): [Area, Operation[]][] {
  const areaOf = ({ name }: Operation): Area => AREAS[name.split("_")[0] ?? ""] ?? "programs";
  return (Object.keys(areas) as Area[])
    .map((area): [Area, Operation[]] => [area, operations.filter((operation) => areaOf(operation) === area)])
    .filter(([, ofArea]) => ofArea.length > 0);
}
