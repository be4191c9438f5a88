import { Type } from "typebox";
import { Currency, component, lackingNulls, Money, NullableText, Uuid } from "../../core/shapes.ts";

const stock = {
  product: Type.String({ description: "Its slug." }),
  name: Type.String({ description: "The product's." }),
  status: Type.String({ description: "The product's." }),
  title: Type.String({ description: "The variant's option values." }),
  sku: NullableText("Stock keeping unit."),
  inventory_quantity: Type.Integer(),
  is_counted: Type.Boolean(),
  may_be_back_ordered: Type.Boolean(),
};
const example = {
  product: "kilim-aures",
  name: "Kilim des Aurès",
  status: "active",
  title: "",
  sku: "KIL-AUR",
  inventory_quantity: 4,
  is_counted: true,
  may_be_back_ordered: false,
};

/** The stock of a variant. */
export const Stock = component("Stock", Type.Object({ id: Uuid("The variant's id."), ...stock }), {
  id: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9e",
  ...example,
});

/** The same in short: a variant without SKU has its id. */
export const ListedStock = component(
  "ListedStock",
  Type.Object({
    ...lackingNulls(stock),
    id: Type.Optional(Uuid("The variant's id, if it has no SKU.")),
  }),
  example,
);

/** What an adjustment did to one variant. */
export const AdjustedStock = Type.Object({
  id: Uuid("The variant's id."),
  product: stock.product,
  title: stock.title,
  sku: stock.sku,
  before: Type.Integer({ description: "Units before." }),
  inventory_quantity: Type.Integer({ description: "Units now." }),
});

const PriceOrRange = Type.Union([
  Money("One price"),
  Type.Array(Type.Number(), { description: "The lowest and the highest price." }),
]);

/** What a change of many prices did. */
export const ChangedPrices = Type.Object({
  changed: Type.Integer({ description: "Products." }),
  variants: Type.Integer(),
  currency: Currency,
  sample: Type.Array(
    Type.Object({
      slug: Type.String(),
      variants: Type.Integer({ description: "How many changed." }),
      before: PriceOrRange,
      after: PriceOrRange,
    }),
    { description: "The first products." },
  ),
});
