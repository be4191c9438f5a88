import { type Static, Type } from "typebox";
import { shownPictures } from "../../core/pictures/shown.ts";
import {
  Count,
  Currency,
  component,
  Money,
  Nullable,
  NullableMoney,
  NullableNumber,
  NullableText,
  Pagination,
  Timestamp,
  Uuid,
} from "../../core/shapes.ts";

const Option = Type.Object({
  id: Uuid("The option's id."),
  name: Type.String({ description: "Name of the option, such as `Taille` or `Couleur`." }),
  position: Count("Position, from 1."),
  values: Type.Array(Type.String(), { description: "Values of the option, in order." }),
});

const Image = Type.Object({
  id: Uuid("The image's id."),
  url: Type.String(),
  alt: NullableText("Alternative text: what the image shows."),
  position: Count("Position, from 1."),
});

const Variant = Type.Object({
  id: Uuid("The variant's id."),
  title: Type.String({ description: "The variant's option values, joined." }),
  sku: NullableText("Stock keeping unit: the merchant's own number for the variant."),
  barcode: NullableText("EAN, UPC or ISBN."),
  price: Money("Price"),
  compare_at_price: NullableMoney("Former price, before a reduction"),
  inventory_quantity: Count("Number of units in stock; 0 when back-ordered."),
  in_stock: Type.Boolean({ description: "Whether the variant can be bought now." }),
  option_values: Type.Record(Type.String(), Type.String(), {
    description: "The variant's value for each option, by the option's name.",
  }),
  image_url: NullableText("URL of the variant's own picture."),
  position: Count("Position, from 1."),
  weight: NullableNumber("Weight in `weight_unit`."),
  weight_unit: Type.String({ description: "`g`, `kg`, `oz` or `lb`." }),
});
export type Variant = Static<typeof Variant>;

const card = {
  id: Uuid("The product's id."),
  site_id: Uuid("The store's id."),
  name: Type.String(),
  slug: Type.String({ description: "Text that identifies the product in URLs." }),
  description: NullableText("In lists: plain text of at most 300 characters. For a single product: HTML as stored."),
  price: Money("Price; for a product with variants, their lowest price"),
  compare_at_price: NullableMoney("Former price of the variant that has the price `price`"),
  price_range: Type.Object({ min_price: Money("Lowest price"), max_price: Money("Highest price"), currency: Currency }),
  currency: Currency,
  images: Type.Array(Image, { description: "Images in order; the first one represents the product." }),
  category: NullableText("Name of the product's category."),
  category_id: Nullable(Uuid("Id of the product's category.")),
  tags: Type.Array(Type.String()),
  vendor: NullableText("The brand or manufacturer."),
  product_type: NullableText("Kind of product."),
  sku: NullableText("Stock keeping unit: the merchant's own number for the product; null for a product with variants."),
  barcode: NullableText("EAN, UPC or ISBN; null for a product with variants."),
  options: Type.Array(Option, { description: "The options in which the variants differ; empty for a simple product." }),
  variants: Type.Array(Variant, {
    description:
      "The shopper must choose one of these. Empty for a simple product, which is added to a cart without a variant.",
  }),
  inventory_quantity: Count("Number of units in stock, of all variants together."),
  in_stock: Type.Boolean({ description: "Whether the product, or one of its variants, can be bought now." }),
  track_quantity: Type.Boolean({ description: "Whether stock is counted." }),
  continue_selling_when_out_of_stock: Type.Boolean({
    description: "Whether the product can be bought when it is out of stock.",
  }),
  is_active: Type.Boolean({ description: "Always true here: inactive entries are not shown." }),
  is_physical: Type.Boolean({ description: "Whether the product is shipped." }),
  charge_tax: Type.Boolean(),
  weight: NullableNumber("Weight in `weight_unit`."),
  weight_unit: Type.String({ description: "`g`, `kg`, `oz` or `lb`." }),
  discounted_price: NullableMoney("Price while an automatic promotion applies to this product alone"),
  discount_text: NullableText(
    "Text of that promotion: the merchant's message, or else its title and what it does, in the store's language.",
  ),
  created_at: Timestamp("When the product was created."),
  updated_at: Timestamp("When the product last changed."),
};

/** A product card as documents show it. */
export const cardExample = {
  id: "019aa2c0-6a53-7e04-8d1b-3f7a5c9e0b22",
  site_id: "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11",
  name: "Robe kabyle brodée – فستان قبائلي مطرز",
  slug: "robe-kabyle-brodee",
  description: "Coton tissé, broderie faite main en Kabylie.",
  price: 8900,
  compare_at_price: 10500,
  price_range: { min_price: 8900, max_price: 9400, currency: "DZD" },
  currency: "DZD",
  images: [
    {
      id: "019aa2c0-6a53-7e05-9a40-1c2d3e4f5a6b",
      url: "/media/demo/dress/robe-kabyle-brodee-1.svg",
      alt: "Robe kabyle brodée",
      position: 1,
    },
  ],
  category: "Robes",
  category_id: "019aa2c0-6a50-7d77-b1e2-8c9d0e1f2a3b",
  tags: ["artisanat", "تقليدي"],
  vendor: "Tissages du Djurdjura",
  product_type: "Robe",
  sku: null,
  barcode: null,
  options: [{ id: "019aa2c0-6a53-7e06-8b51-2d3e4f5a6b7c", name: "Taille", position: 1, values: ["M", "L"] }],
  variants: [
    {
      id: "019aa2c0-6a53-7e07-9c62-3e4f5a6b7c8d",
      title: "M",
      sku: "ROBE-KAB-M",
      barcode: "6130001000012",
      price: 8900,
      compare_at_price: 10500,
      inventory_quantity: 4,
      in_stock: true,
      option_values: { Taille: "M" },
      image_url: null,
      position: 1,
      weight: 600,
      weight_unit: "g",
    },
    {
      id: "019aa2c0-6a53-7e08-ad73-4f5a6b7c8d9e",
      title: "L",
      sku: "ROBE-KAB-L",
      barcode: "6130001000029",
      price: 9400,
      compare_at_price: null,
      inventory_quantity: 0,
      in_stock: false,
      option_values: { Taille: "L" },
      image_url: null,
      position: 2,
      weight: 650,
      weight_unit: "g",
    },
  ],
  inventory_quantity: 4,
  in_stock: true,
  track_quantity: true,
  continue_selling_when_out_of_stock: false,
  is_active: true,
  is_physical: true,
  charge_tax: true,
  weight: 600,
  weight_unit: "g",
  discounted_price: null,
  discount_text: null,
  created_at: "2026-03-01T09:00:00.000Z",
  updated_at: "2026-03-14T16:20:00.000Z",
};

export const ProductCard = component("ProductCard", Type.Object(card), cardExample);
export type ProductCard = Static<typeof ProductCard>;

const CollectionBrief = Type.Object({
  id: Uuid("The collection's id."),
  title: Type.String(),
  slug: Type.String(),
  image_url: NullableText("URL of the picture."),
});
export type CollectionBrief = Static<typeof CollectionBrief>;

export const Product = component(
  "Product",
  Type.Object({
    ...card,
    collections: Type.Array(CollectionBrief, { description: "Active collections that contain the product." }),
    inventory: Type.Object({
      inventory_quantity: Count("Number of units in stock, of all variants together."),
      in_stock: Type.Boolean(),
      track_quantity: Type.Boolean(),
      continue_selling_when_out_of_stock: Type.Boolean(),
    }),
    seo_title: NullableText("Title for search engines."),
    seo_description: NullableText("Description for search engines."),
    ...shownPictures,
  }),
  {
    ...cardExample,
    description: "<p>Coton tissé, broderie faite main en Kabylie.</p>",
    collections: [
      { id: "019aa2c0-6a54-7a10-8e2f-0a1b2c3d4e5f", title: "Artisanat", slug: "artisanat", image_url: null },
    ],
    inventory: {
      inventory_quantity: 4,
      in_stock: true,
      track_quantity: true,
      continue_selling_when_out_of_stock: false,
    },
    seo_title: null,
    seo_description: null,
  },
);
export type Product = Static<typeof Product>;

const Valued = Type.Object({ value: Type.String(), count: Count("Number of products with this value.") });

export const Facets = component(
  "Facets",
  Type.Object(
    {
      is_partial: Type.Boolean({
        description: "Whether a facet counted only about 5,000 of the products; the counts are then too low.",
      }),
      categories: Type.Array(
        Type.Object({
          id: Uuid("The category's id."),
          slug: Type.String(),
          name: Type.String(),
          count: Count("Number of products in the category and its subcategories."),
        }),
      ),
      options: Type.Array(
        Type.Object({
          name: Type.String({
            description: "Of names that mean the same, in the store's language: products may have another of them.",
          }),
          values: Type.Array(Valued),
        }),
      ),
      vendors: Type.Array(Valued),
      availability: Type.Object({
        in_stock: Count("Number of products that can be bought now."),
        out_of_stock: Count("Number of products that cannot be bought now."),
      }),
      price: Type.Object({ min: NullableMoney("Lowest price"), max: NullableMoney("Highest price") }),
    },
    {
      description: "Number of products for each further filter. Each facet is computed with all other filters applied.",
    },
  ),
  {
    is_partial: false,
    categories: [{ id: "019aa2c0-6a50-7d77-b1e2-8c9d0e1f2a3b", slug: "robes", name: "Robes", count: 1 }],
    options: [{ name: "Taille", values: [{ value: "M", count: 1 }] }],
    vendors: [{ value: "Tissages du Djurdjura", count: 1 }],
    availability: { in_stock: 1, out_of_stock: 0 },
    price: { min: 8900, max: 9400 },
  },
);
export type Facets = Static<typeof Facets>;

const totalIsPartial = Type.Boolean({
  description:
    "Whether there are more products than `pagination.total`, which counts 5,000 of a filtered or searched list. `has_more` is exact.",
});

export const ProductList = component(
  "ProductList",
  Type.Object({
    data: Type.Array(ProductCard),
    pagination: Pagination,
    total_is_partial: totalIsPartial,
    facets: Type.Optional(Facets),
    ...shownPictures,
  }),
  {
    data: [cardExample],
    pagination: { total: 1, limit: 20, offset: 0, has_more: false },
    total_is_partial: false,
  },
);
export const SearchResult = component(
  "SearchResult",
  Type.Object({
    data: Type.Array(ProductCard, { description: "Products, the best match first." }),
    query: Type.String({ description: "The text that was searched for, without spaces around it." }),
    ignored_words: Type.Array(Type.String(), {
      description:
        "Words of `query`, as they were written, that were ignored because no product has them (none that meets the filters). Empty when all words were used.",
    }),
    corrections: Type.Array(
      Type.Object({
        given: Type.String({ description: "The word as it was written." }),
        used: Type.String({ description: "The word that products have, in lower case and without accents." }),
      }),
      {
        description: "Words of `query` that no product found has as written, each with the word that was used instead.",
      },
    ),
    pagination: Pagination,
    total_is_partial: totalIsPartial,
    facets: Type.Optional(Facets),
    ...shownPictures,
  }),
  {
    data: [cardExample],
    query: "robbe kabyle introuvable",
    ignored_words: ["introuvable"],
    corrections: [{ given: "robbe", used: "robe" }],
    pagination: { total: 1, limit: 20, offset: 0, has_more: false },
    total_is_partial: false,
  },
);
export type SearchResult = Static<typeof SearchResult>;
