import { type Static, Type } from "typebox";
import { picturesParameter } from "../../core/pictures/shown.ts";
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
  category: text("Slug, id or name of a category; products of its subcategories are included.", "robes"),
  collection: text("Slug or id of an active collection.", "artisanat"),
  tag: text("A tag. Case is ignored; for accented letters this depends on the database's locale.", "artisanat"),
  vendor: text(
    "A vendor. Case is ignored; for accented letters this depends on the database's locale.",
    "Tissages du Djurdjura",
  ),
  in_stock: Type.Optional(
    Type.Boolean({ description: "`true`: only products that can be bought now; `false`: only products that cannot." }),
  ),
  facets: Type.Optional(Type.Boolean({ default: false, description: "Whether to answer `facets` as well." })),
  ...picturesParameter,
};

/** `option.<name>=<value>`, one parameter an option. */
const byOption = {
  patternProperties: { "^option\\..+$": { type: "string", maxLength: 200 } },
};

const SEARCHED =
  "Words of a name, tag, option value, vendor, category or description are found in Arabic, French and English; a SKU or barcode is found when it is complete. Accents, case and Arabic letter variants are ignored. The last word may be unfinished, and small misspellings are accepted.";

export const ProductQuery = Type.Object(
  {
    ...offsetParameters(),
    q: Type.Optional(
      Type.String({
        description: `Only products that match this search, the best match first unless a sort is sent. At most 200 characters; a blank value is the same as none. ${SEARCHED}`,
        examples: ["robe kabyle"],
      }),
    ),
    sort_by: Type.Optional(
      Type.Enum([...SORTS], {
        description: "Field to sort by. The default is `created_at`; with `q` the default is relevance.",
      }),
    ),
    sort_order: Type.Optional(
      Type.Enum(["asc", "desc"], {
        description: "Direction of `sort_by`. The default is `asc` for `price` and `name`, and `desc` for the others.",
      }),
    ),
    sort: Type.Optional(
      Type.String({
        description:
          "Field and direction in one: `newest`, `oldest`, `price_asc`, `price_desc`, `name_asc`, `name_desc` or `best_selling`. Any other value is ignored. If `sort_by` is sent too, `sort_by` is used.",
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
      description: `Text to search for, 1 to 200 characters. ${SEARCHED}`,
      examples: ["robe kabyle"],
    }),
    ...offsetParameters(),
    ...filters,
  },
  byOption,
);
export type SearchQuery = Static<typeof SearchQuery>;
