import { Type } from "typebox";
import { SearchPage } from "../../operations/answers.ts";
import { cursorAnswer, cursorPage, pagedOne } from "../../operations/cursor.ts";
import { Expected, Query, Ref, Refs, searching, TextOrNull } from "../../operations/inputs.ts";
import { type Deletion, defineOperation, type Operation } from "../../operations/operation.ts";
import { groupFields } from "../categories/operations.ts";
import {
  type AdminCollection,
  changeCollection,
  removeCollection,
  searchCollections,
  showCollectionForAdmin,
} from "./admin.ts";
import { AdminCollection as Answered, ListedCollection, SavedCollection } from "./admin-answers.ts";
import { SORT_ORDERS } from "./schema.ts";

const optional = Type.Optional;

/** The products that were removed or added. */
function changedMembers({ before, after }: { before: string[]; after: string[] }): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [...before.filter((one) => !is.has(one)), ...after.filter((one) => !was.has(one))];
}

const brief = ({ id, slug, title, is_active, sort_order, products_count, updated_at }: AdminCollection) => ({
  id,
  slug,
  title,
  is_active,
  sort_order,
  products_count,
  updated_at,
});

const inList = ({ slug, title, is_active, sort_order, products_count }: AdminCollection) => ({
  slug,
  title,
  is_active,
  sort_order,
  products_count,
});

/** What merchants do with collections. */
export const collectionOperations: Operation[] = [
  defineOperation({
    name: "collections_search",
    title: "Search collections",
    description: "By words in title or slug; or one by id or slug, with its first 250 products.",
    area: "catalog",
    effect: "read",
    input: { query: optional(Query()), collection: optional(Ref("Id or slug")), ...searching },
    answers: SearchPage(Type.Union([ListedCollection, Answered])),
    detailed: SearchPage(Answered),
    refuses: ["collection_not_found"],
    example: { query: "été" },
    run: async ({ db, maxRowsText }, { query = "", collection: ref, limit, cursor, response_format }) => {
      if (ref !== undefined) {
        const collection = await showCollectionForAdmin(db, ref);
        const text = `${collection.slug}: ${collection.products_count} products.`;
        return { text, data: pagedOne(collection, cursor, maxRowsText) };
      }
      const page = cursorPage({ limit, cursor }, maxRowsText);
      const { collections, total } = await searchCollections(db, query, page);
      const data =
        response_format === "detailed"
          ? cursorAnswer(collections, total, page, (one) => one)
          : cursorAnswer(collections, total, page, inList);
      return { text: `${total} collections; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "collections_save",
    title: "Create or change a collection",
    description:
      "Without collection, creates one. products replaces its products, in this order. Above 20 products added or removed: dry_run first.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      collection: optional(Ref("Id or slug")),
      title: optional(Type.String({ minLength: 1, maxLength: 200 })),
      ...groupFields,
      sort_order: optional(Type.Enum([...SORT_ORDERS])),
      seo_title: optional(TextOrNull(255)),
      seo_description: optional(TextOrNull(1000)),
      products: optional(Refs("Ids, slugs or SKUs", 1000)),
      add_products: optional(Refs(undefined, 1000)),
      remove_products: optional(Refs(undefined, 1000)),
      expected_updated_at: Expected,
    },
    answers: SavedCollection,
    refuses: ["collection_not_found", "product_not_found", "slug_taken", "file_not_found"],
    example: { title: "Soldes d'hiver", products: ["kilim-aures", "tapis-priere-velours"] },
    run: async (call, { collection, products, add_products, remove_products, expected_updated_at, ...patch }) => {
      const members = { products, add_products, remove_products };
      const change = await changeCollection(call.db, collection, patch, members, expected_updated_at);
      const { before, after, members: changes } = change;
      const [removed, added] = changes ? listedMembers(changes) : [{}, {}];
      const was = before && { ...before, ...removed };
      if (changes) call.touches(changedMembers(changes));
      if (changes?.hadMore) call.mustBeConfirmed();
      call.changed({
        entity: "collection",
        id: after.id,
        label: after.slug,
        before: was,
        after: { ...after, ...added },
      });
      const text = `${before ? "Changed" : "Created"} the collection ${after.slug}, with ${after.products_count} published products.`;
      return { text, data: { ...brief(after) } };
    },
  }),
];

/** The products before and after; `has_more` says that the list before was cut short, so that the change is never taken for none. */
const listedMembers = ({ before, after, hadMore }: { before: string[]; after: string[]; hadMore: boolean }) => [
  { products: before, ...(hadMore && { has_more: true }) },
  { products: after, ...(hadMore && { has_more: false }) },
];

/** Deletes a collection for `catalog_delete`. */
export const deleteCollection: Deletion = async (call, ref) => {
  const before = await removeCollection(call.db, ref);
  if (before.products.length > 0) call.mustBeConfirmed();
  call.changed({ entity: "collection", id: before.id, label: before.slug, before, after: null });
  return { text: `Deleted the collection ${before.slug}.`, data: { slug: before.slug, deleted: true } };
};
