import { Type } from "typebox";
import { withoutNulls } from "../../core/objects.ts";
import { ListPage } from "../../operations/answers.ts";
import { offsetAnswer, offsetPage } from "../../operations/cursor.ts";
import { Expected, Ref, searching, Text, TextOrNull } from "../../operations/inputs.ts";
import { type Deletion, defineOperation, type Operation } from "../../operations/operation.ts";
import { changeCategory, type ListedCategory, listCategoriesForAdmin, removeCategory } from "./admin.ts";
import { AdminCategory, CategoryInTree, ListedCategory as Listed } from "./admin-answers.ts";

const optional = Type.Optional;

/** The fields that categories and collections have in common. */
export const groupFields = {
  slug: optional(Text(200)),
  description: optional(TextOrNull(20_000)),
  image_url: optional(TextOrNull(2000)),
  position: optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  is_active: optional(Type.Boolean()),
};

const inTree = ({ slug, name, parent, position, is_active }: ListedCategory) =>
  withoutNulls({ slug, name, parent, position, is_active });

/** What merchants do with categories. */
export const categoryOperations: Operation[] = [
  defineOperation({
    name: "categories_list",
    title: "List categories",
    description: "Parents before children, by position.",
    area: "catalog",
    effect: "read",
    input: searching,
    answers: ListPage(Listed),
    detailed: ListPage(CategoryInTree),
    example: { limit: 50 },
    run: async ({ db, maxRowsText }, { response_format, ...given }) => {
      const span = offsetPage(given, maxRowsText);
      const { categories, total } = await listCategoriesForAdmin(db, span);
      const data =
        response_format === "detailed"
          ? offsetAnswer(categories, total, span)
          : offsetAnswer(categories.map(inTree), total, span);
      return { text: `${total} categories; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "categories_save",
    title: "Create or change a category",
    description: "Without category, creates one. Only what is sent changes.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      category: optional(Ref("Id, slug or name")),
      name: optional(Type.String({ minLength: 1, maxLength: 200 })),
      parent: optional(Type.Unsafe<string | null>({ ...Ref("Null: top level"), type: ["string", "null"] })),
      ...groupFields,
      expected_updated_at: Expected,
    },
    answers: AdminCategory,
    refuses: ["category_not_found", "slug_taken", "file_not_found"],
    example: { name: "Vannerie", parent: "maison" },
    run: async (call, { category, expected_updated_at, ...patch }) => {
      const { before, after } = await changeCategory(call.db, category, patch, expected_updated_at);
      call.changed({ entity: "category", id: after.id, label: after.slug, before, after });
      return { text: `${before ? "Changed" : "Created"} the category ${after.slug}.`, data: { ...after } };
    },
  }),
];

/** Deletes a category for `catalog_delete`. */
export const deleteCategory: Deletion = async (call, ref) => {
  const before = await removeCategory(call.db, ref);
  if (before.children.length + before.products_count > 0) call.mustBeConfirmed();
  call.changed({ entity: "category", id: before.id, label: before.slug, before, after: null });
  return { text: `Deleted the category ${before.slug}.`, data: { slug: before.slug, deleted: true } };
};
