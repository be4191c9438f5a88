import { Type } from "typebox";
import { Deleted } from "../operations/answers.ts";
import { Ref } from "../operations/inputs.ts";
import { type Deletion, defineOperation, type Operation } from "../operations/operation.ts";
import { deleteCategory } from "./categories/operations.ts";
import { deleteCollection } from "./collections/operations.ts";
import { deleteProduct } from "./editing/operations.ts";

const DELETIONS = { product: deleteProduct, category: deleteCategory, collection: deleteCollection };

/** The operation that deletes things of the catalogue; promotions, of another feature, are deleted by `deletePromotion`. */
export const deletionOperations = (deletePromotion: Deletion): Operation[] => [
  defineOperation({
    name: "catalog_delete",
    title: "Delete a product, category, collection or promotion",
    description:
      "A product loses its variants and stock too; to hide it, archive it. The products and children of a category move to its parent; those of a collection stay. Orders keep their lines and discounts. Unless it is an empty category or collection: dry_run first.",
    area: "catalog",
    effect: "destroy",
    takes: ["dry_run", "confirm_token"],
    input: {
      kind: Type.Enum(["product", "category", "collection", "promotion"]),
      item: Ref("Id, slug, SKU, category name or coupon code"),
    },
    answers: Deleted,
    refuses: ["product_not_found", "category_not_found", "collection_not_found", "promotion_not_found"],
    example: { kind: "product", item: "kilim-aures", dry_run: true },
    run: (call, { kind, item }) => ({ ...DELETIONS, promotion: deletePromotion })[kind](call, item),
  }),
];
