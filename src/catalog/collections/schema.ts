import { type Static, Type } from "typebox";
import { shownPictures } from "../../core/pictures/shown.ts";
import { Count, component, ListOf, NullableText, Pagination, Timestamp, Uuid } from "../../core/shapes.ts";
import { cardExample, ProductCard } from "../products/schema.ts";

export const SORT_ORDERS = ["manual", "best_selling", "price_asc", "price_desc", "name_asc", "newest"] as const;

const collectionExample = {
  id: "019aa2c0-6a54-7a10-8e2f-0a1b2c3d4e5f",
  site_id: "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11",
  title: "Artisanat",
  description: "Fait main en Algérie.",
  slug: "artisanat",
  image_url: null,
  is_active: true,
  sort_order: "manual",
  products_count: 9,
  seo_title: null,
  seo_description: null,
  created_at: "2026-03-01T09:00:00.000Z",
  updated_at: "2026-03-01T09:00:00.000Z",
} as const;

export const Collection = component(
  "Collection",
  Type.Object({
    id: Uuid("The collection's id."),
    site_id: Uuid("The store's id."),
    title: Type.String(),
    description: NullableText("Description of the collection."),
    slug: Type.String({ description: "Text that identifies the collection in URLs." }),
    image_url: NullableText("URL of the picture."),
    is_active: Type.Boolean({ description: "Always true here: inactive entries are not shown." }),
    sort_order: Type.Enum([...SORT_ORDERS], { description: "Order of the collection's products." }),
    products_count: Count("Number of published products in the collection."),
    seo_title: NullableText("Title for search engines."),
    seo_description: NullableText("Description for search engines."),
    created_at: Timestamp("When the collection was created."),
    updated_at: Timestamp("When the collection last changed."),
  }),
  collectionExample,
);
export type Collection = Static<typeof Collection>;
export type CollectionOrder = (typeof SORT_ORDERS)[number];
export const CollectionList = ListOf("CollectionList", Collection, shownPictures);

export const CollectionWithProducts = component(
  "CollectionWithProducts",
  Type.Object({ collection: Collection, products: Type.Array(ProductCard), pagination: Pagination, ...shownPictures }),
  {
    collection: collectionExample,
    products: [cardExample],
    pagination: { total: 1, limit: 20, offset: 0, has_more: false },
  },
);
export type CollectionWithProducts = Static<typeof CollectionWithProducts>;
