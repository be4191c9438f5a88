import { type Static, Type } from "typebox";
import { Currency, component, Money, NullableText, Timestamp, Uuid } from "../../core/shapes.ts";
import { shownSchemas } from "../field.ts";
import { basicFields, labelFields, settingFields, variantFields } from "../product-fields.ts";

/** What merchants are answered of products. Amounts are in major units. */

const Category = NullableText("Its name.");
const Options = Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) }));
export const Images = Type.Array(
  Type.Object({ id: Uuid("The picture's id."), url: Type.String(), alt: NullableText("What it shows.") }),
);

/** The price and stock of a product's variants together. */
const summed = {
  slug: Type.String(),
  name: Type.String(),
  status: basicFields.status.stored,
  price: Money("The lowest price of its variants"),
  max_price: Type.Optional(Money("The highest, if another")),
  inventory_quantity: Type.Integer({ description: "Units of all variants." }),
};

/** A product in a list. */
export const ListedProduct = component(
  "ListedProduct",
  Type.Object({
    ...summed,
    variants: Type.Integer({ description: "How many it has." }),
    vendor: Type.Optional(Type.String()),
    category: Type.Optional(Type.String({ description: "Its name." })),
  }),
  { slug: "kilim-aures", name: "Kilim des Aurès", status: "active", price: 18500, inventory_quantity: 4, variants: 1 },
);

/** A product with the price and stock of its variants. */
export const briefProduct = Type.Object({
  id: Uuid("The product's id."),
  ...summed,
  vendor: NullableText("Its brand."),
  category: Category,
  updated_at: Timestamp("When it last changed."),
  options: Options,
  variants: Type.Array(
    Type.Object({
      id: Uuid("The variant's id."),
      title: Type.String({ description: "Its option values." }),
      sku: NullableText("Stock keeping unit."),
      price: Money("Its price"),
      inventory_quantity: Type.Integer(),
    }),
  ),
});
const exampleBrief: Static<typeof briefProduct> = {
  id: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d",
  slug: "kilim-aures",
  name: "Kilim des Aurès",
  status: "active",
  price: 18500,
  inventory_quantity: 4,
  vendor: "Atelier des Aurès",
  category: "Tapis",
  updated_at: "2026-11-21T09:10:00.000Z",
  options: [],
  variants: [
    {
      id: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9e",
      title: "",
      sku: "KIL-AUR",
      price: 18500,
      inventory_quantity: 4,
    },
  ],
};
export const BriefProduct = component("BriefProduct", briefProduct, exampleBrief);

/** All of a product, as `products_save` takes it. */
export const AdminProduct = component(
  "AdminProduct",
  Type.Object({
    id: Uuid("The product's id."),
    ...shownSchemas(basicFields),
    currency: Currency,
    category: Category,
    collections: Type.Array(Type.String(), { description: "The slugs of its collections." }),
    ...shownSchemas(labelFields),
    images: Images,
    options: Options,
    variants: Type.Array(Type.Object({ id: Uuid("The variant's id."), ...shownSchemas(variantFields) })),
    ...shownSchemas(settingFields),
    created_at: Timestamp("When it was created."),
    updated_at: Timestamp("When it last changed."),
  }),
  {
    id: exampleBrief.id,
    slug: exampleBrief.slug,
    name: exampleBrief.name,
    status: "active",
    description: "<p>Tissé à la main.</p>",
    currency: "DZD",
    category: "Tapis",
    collections: ["nouveautes"],
    vendor: exampleBrief.vendor,
    product_type: "Kilim",
    tags: ["laine"],
    images: [{ id: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9f", url: "/media/kilim.jpg", alt: "Un kilim" }],
    options: [],
    variants: [
      {
        id: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9e",
        option_values: {},
        price: 18500,
        compare_at_price: null,
        cost: 9000,
        sku: "KIL-AUR",
        barcode: null,
        inventory_quantity: 4,
        track_quantity: true,
        continue_selling_when_out_of_stock: false,
        weight: 2.5,
        weight_unit: "kg",
        image_url: null,
      },
    ],
    seo_title: null,
    seo_description: null,
    is_physical: true,
    charge_tax: true,
    created_at: "2026-11-02T09:10:00.000Z",
    updated_at: "2026-11-21T09:10:00.000Z",
  },
);
