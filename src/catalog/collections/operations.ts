import { Type } from "typebox";
import { withoutNulls } from "../../core/objects.ts";
import { paged, pagedOne, pageOf, spanned, spanPageOf } from "../../mcp/cursor.ts";
import { Expected, Fields, NullableText, Query, Ref, Refs, searching, Text } from "../../mcp/inputs.ts";
import { defineTool, type Tool } from "../../mcp/tool.ts";
import { changeCategory, type ListedCategory, listCategoriesForAdmin, removeCategory } from "../categories/admin.ts";
import { updateProduct } from "../editing/admin.ts";
import { arrangeImages } from "../editing/images.ts";
import { productChanged } from "../editing/operations.ts";
import { SORT_ORDERS } from "../schema.ts";
import {
  type AdminCollection,
  changeCollection,
  removeCollection,
  searchCollections,
  showCollectionForAdmin,
} from "./admin.ts";

const optional = Type.Optional;
const Position = optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }));
const shown = {
  slug: optional(Text(200)),
  description: optional(NullableText(20_000)),
  image_url: optional(NullableText(2000)),
  position: Position,
  is_active: optional(Type.Boolean()),
};

const imageTools: Tool[] = [
  defineTool({
    name: "product_images_manage",
    title: "Arrange a product's pictures",
    description: "Pictures are named by id or address. The first represents the product.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run"],
    input: {
      product: Ref("Id, slug or SKU"),
      add: optional(
        Type.Array(
          Fields({
            url: Text(2000),
            alt: optional(NullableText(500)),
            position: optional(Type.Integer({ minimum: 1, maximum: 100 })),
          }),
          { maxItems: 100 },
        ),
      ),
      remove: optional(Refs()),
      order: optional(Refs("These first")),
      describe: optional(Type.Array(Fields({ image: Ref(), alt: NullableText(500) }), { maxItems: 100 })),
      variants: optional(
        Type.Array(Fields({ variant: Ref("Id, SKU or title"), image: NullableText(2000) }), { maxItems: 250 }),
      ),
      expected_updated_at: Expected,
    },
    example: {
      product: "kilim-aures",
      add: [{ url: "https://example.com/kilim.jpg", alt: "Kilim des Aurès", position: 1 }],
    },
    run: async (call, { product: ref, expected_updated_at, ...wanted }) => {
      const patch = (product: Parameters<typeof arrangeImages>[0]) => arrangeImages(product, wanted);
      const { before, after } = await updateProduct(call.db, ref, patch, expected_updated_at);
      productChanged(call, before, after);
      return {
        text: `${after.slug} has ${after.images.length} pictures.`,
        data: { slug: after.slug, images: after.images, updated_at: after.updated_at },
      };
    },
  }),
];

const inTree = ({ slug, name, parent, position, is_active }: ListedCategory) =>
  withoutNulls({ slug, name, parent, position, is_active });

const categoryTools: Tool[] = [
  defineTool({
    name: "categories_list",
    title: "List categories",
    description: "The tree: parents first, by position.",
    area: "catalog",
    effect: "read",
    input: searching,
    example: { limit: 50 },
    run: async ({ db }, { response_format, ...given }) => {
      const span = spanPageOf(given);
      const { categories, total } = await listCategoriesForAdmin(db, span);
      const rows: object[] = response_format === "detailed" ? categories : categories.map(inTree);
      const data = spanned(rows, total, span);
      return { text: `${total} categories; ${data.data.length} shown.`, data };
    },
  }),
  defineTool({
    name: "categories_save",
    title: "Make or change a category",
    description: "New without category. Only what is sent changes.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      category: optional(Ref("Id, slug or name")),
      name: optional(Type.String({ minLength: 1, maxLength: 200 })),
      parent: optional(Type.Unsafe<string | null>({ ...Ref("Null: at the top"), type: ["string", "null"] })),
      ...shown,
      expected_updated_at: Expected,
    },
    example: { name: "Vannerie", parent: "maison" },
    run: async (call, { category, expected_updated_at, ...patch }) => {
      const { before, after } = await changeCategory(call.db, category, patch, expected_updated_at);
      call.changed({ entity: "category", id: after.id, label: after.slug, before, after });
      return { text: `${before ? "Changed" : "Made"} the category ${after.slug}.`, data: { ...after } };
    },
  }),
  defineTool({
    name: "categories_delete",
    title: "Delete a category",
    description: "Its products and children go to the one above it. Unless it is empty: dry_run first.",
    area: "catalog",
    effect: "destroy",
    takes: ["dry_run", "confirm_token"],
    input: { category: Ref("Id, slug or name") },
    example: { category: "vannerie", dry_run: true },
    run: async (call, { category }) => {
      const before = await removeCategory(call.db, category);
      if (before.children.length + before.products_count > 0) call.mustBeConfirmed();
      call.changed({ entity: "category", id: before.id, label: before.slug, before, after: null });
      return { text: `Deleted the category ${before.slug}.`, data: { slug: before.slug, deleted: true } };
    },
  }),
];

/** Those that went out or came in. */
function movedOf({ before, after }: { before: string[]; after: string[] }): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [...before.filter((one) => !is.has(one)), ...after.filter((one) => !was.has(one))];
}

const brief = ({ id, slug, title, is_active, sort_order, products_count, updated_at }: AdminCollection) => ({
  ...{ id, slug, title, is_active, sort_order, products_count, updated_at },
});

const inList = ({ slug, title, is_active, sort_order, products_count }: AdminCollection) => ({
  ...{ slug, title, is_active, sort_order, products_count },
});

const collectionTools: Tool[] = [
  defineTool({
    name: "collections_search",
    title: "Search collections",
    description: "By words in title or slug; or one by its id or slug, with the first 250 in it.",
    area: "catalog",
    effect: "read",
    input: { query: optional(Query()), collection: optional(Ref("Id or slug")), ...searching },
    example: { query: "été" },
    run: async ({ db }, { query = "", collection: ref, limit, cursor, response_format }) => {
      if (ref !== undefined) {
        const collection = await showCollectionForAdmin(db, ref);
        const text = `${collection.slug}: ${collection.products_count} products.`;
        return { text, data: pagedOne(collection, cursor) };
      }
      const page = pageOf({ limit, cursor });
      const { collections, total } = await searchCollections(db, query, page);
      const show = (one: AdminCollection) => (response_format === "detailed" ? one : inList(one));
      const data = paged(collections, total, page, show);
      return { text: `${total} collections; ${data.data.length} shown.`, data };
    },
  }),
  defineTool({
    name: "collections_save",
    title: "Make or change a collection",
    description:
      "New without collection. products replaces what is in it, in this order. Above 20 products in or out: dry_run first.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      collection: optional(Ref("Id or slug")),
      title: optional(Type.String({ minLength: 1, maxLength: 200 })),
      ...shown,
      sort_order: optional(Type.Enum([...SORT_ORDERS])),
      seo_title: optional(NullableText(255)),
      seo_description: optional(NullableText(1000)),
      products: optional(Refs("Ids, slugs or SKUs", 1000)),
      add_products: optional(Refs(undefined, 1000)),
      remove_products: optional(Refs(undefined, 1000)),
      expected_updated_at: Expected,
    },
    example: { title: "Soldes d'hiver", products: ["kilim-aures", "tapis-priere-velours"] },
    run: async (call, { collection, products, add_products, remove_products, expected_updated_at, ...patch }) => {
      const members = { products, add_products, remove_products };
      const change = await changeCollection(call.db, collection, patch, members, expected_updated_at);
      const { before, after, members: moved } = change;
      const [out, into] = moved ? [{ products: moved.before }, { products: moved.after }] : [{}, {}];
      const was = before && { ...before, ...out };
      if (moved) call.touches(movedOf(moved));
      if (moved?.hadMore) call.mustBeConfirmed();
      call.changed({
        entity: "collection",
        id: after.id,
        label: after.slug,
        before: was,
        after: { ...after, ...into },
      });
      const text = `${before ? "Changed" : "Made"} the collection ${after.slug}, with ${after.products_count} published products.`;
      return { text, data: { ...brief(after) } };
    },
  }),
  defineTool({
    name: "collections_delete",
    title: "Delete a collection",
    description: "Its products stay. Unless it is empty: dry_run first.",
    area: "catalog",
    effect: "destroy",
    takes: ["dry_run", "confirm_token"],
    input: { collection: Ref("Id or slug") },
    example: { collection: "soldes-d-hiver", dry_run: true },
    run: async (call, { collection }) => {
      const before = await removeCollection(call.db, collection);
      if (before.products.length > 0) call.mustBeConfirmed();
      call.changed({ entity: "collection", id: before.id, label: before.slug, before, after: null });
      return { text: `Deleted the collection ${before.slug}.`, data: { slug: before.slug, deleted: true } };
    },
  }),
];

/** How the catalogue is arranged: pictures, categories, collections. */
export const arrangementTools: Tool[] = [...imageTools, ...categoryTools, ...collectionTools];
