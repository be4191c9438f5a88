import { type Static, Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { ratedRegions } from "../shipping/shipping.ts";
import { hasActiveCollection, hasActiveProduct, hasMenu } from "./checklist-queries.ts";
import { findStore } from "./queries.ts";

export const Checklist = Type.Array(
  Type.Object({
    missing: Type.Enum(["products", "delivery_prices", "menus", "collections"]),
    detail: Type.String({ description: "What follows from it, and which operation mends it." }),
  }),
  { description: "What the store still lacks; empty when it has everything." },
);
export type Checklist = Static<typeof Checklist>;

const DELIVERY_PRICES = {
  none: "Every delivery is free: there are no delivery rates. Set them with shipping_rates_set; 0 if it shall be free.",
  some: "Deliveries to regions without a rate are free. Set the rate of *, everywhere else, with shipping_rates_set.",
  all: null,
};

/** What the store still lacks before it sells well. */
export async function storeChecklist(db: SiteDb): Promise<Checklist> {
  const store = await findStore(db);
  const [hasProducts, rated, hasMenus, hasCollections] = await Promise.all([
    hasActiveProduct(db),
    ratedRegions(db, store?.shipping_methods ?? []),
    hasMenu(db),
    hasActiveCollection(db),
  ]);
  const details = {
    products: hasProducts
      ? null
      : "Shoppers find nothing: no product is active. products_import and products_save add some.",
    delivery_prices: DELIVERY_PRICES[rated],
    menus: hasMenus ? null : "The storefront has no menus. Create main-menu and footer with menus_save.",
    collections: hasCollections ? null : "A home page has no collections to show. Create them with collections_save.",
  };
  return Object.entries(details).flatMap(([missing, detail]) =>
    detail === null ? [] : [{ missing: missing as keyof typeof details, detail }],
  );
}
