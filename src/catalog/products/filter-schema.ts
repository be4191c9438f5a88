import { type Static, Type } from "typebox";
import { offsetParameters } from "../../core/shapes.ts";

export const SORTS = ["created_at", "updated_at", "price", "name", "best_selling"] as const;
export type Sort = (typeof SORTS)[number];

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 200, description, examples: [example] }));

const amount = (description: string, example: number) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1e12, description, examples: [example] }));

const filters = {
  min_price: amount("Only products with a variant that costs this or more, in major units.", 1000),
  max_price: amount("Only products with a variant that costs this or less, in major units.", 9000),
  category: text("Slug, id or name of a category; its children's products are included.", "robes"),
  collection: text("Slug or id of an active collection.", "artisanat"),
  tag: text("A tag. Case does not matter; of accented letters it may, by the database's locale.", "artisanat"),
  vendor: text(
    "A vendor. Case does not matter; of accented letters it may, by the database's locale.",
    "Tissages du Djurdjura",
  ),
  in_stock: Type.Optional(
    Type.Boolean({ description: "`true`: only what can be bought now; `false`: only what cannot." }),
  ),
  facets: Type.Optional(Type.Boolean({ default: false, description: "Whether to answer `facets` as well." })),
};

/** `option.<name>=<value>`, one parameter an option. */
const byOption = {
  patternProperties: { "^option\\..+$": { type: "string", maxLength: 200 } },
};

const SEARCHED =
  "words of a name, tag, option value, vendor, category or description, in Arabic, French or English, or a SKU or barcode. Accents, case and Arabic letter variants do not matter, the last word may be unfinished, and small misspellings are forgiven.";

export const ProductQuery = Type.Object(
  {
    ...offsetParameters(),
    q: Type.Optional(
      Type.String({
        description: `Only products that a search finds, best first unless a sort is given; at most 200 characters, and blank is the same as none: ${SEARCHED}`,
        examples: ["robe kabyle"],
      }),
    ),
    sort_by: Type.Optional(
      Type.Enum([...SORTS], { description: "What to sort by. By default `created_at`; with `q`, by relevance." }),
    ),
    sort_order: Type.Optional(
      Type.Enum(["asc", "desc"], {
        description: "Direction of `sort_by`. By default `desc`; for `price` and `name`, `asc`.",
      }),
    ),
    sort: Type.Optional(
      Type.String({
        description:
          "Field and direction in one: `newest`, `oldest`, `price_asc`, `price_desc`, `name_asc`, `name_desc` or `best_selling`. Any other value is ignored. `sort_by` wins.",
        examples: ["price_asc"],
      }),
    ),
    ...filters,
  },
  byOption,
);
export type ProductQuery = Static<typeof ProductQuery>;

export const SearchQuery = Type.Object(
  {
    q: Type.String({
      description: `What to search for, 1 to 200 characters: ${SEARCHED}`,
      examples: ["robe kabyle"],
    }),
    ...offsetParameters(),
    ...filters,
  },
  byOption,
);
export type SearchQuery = Static<typeof SearchQuery>;
