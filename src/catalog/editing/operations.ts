import { isDeepStrictEqual } from "node:util";
import { type Static, type TOptional, type TSchema, Type } from "typebox";
import { definedOf } from "../../core/changes.ts";
import { invalidValue } from "../../core/problem.ts";
import { Currency } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { SearchPage } from "../../operations/answers.ts";
import { cursorAnswer, cursorPage } from "../../operations/cursor.ts";
import {
  Expected,
  Fields,
  Format,
  IDENTIFIER,
  Query,
  Ref,
  Refs,
  searching,
  Text,
  TextOrNull,
} from "../../operations/inputs.ts";
import { type Deletion, defineOperation, type Operation, type OperationCall } from "../../operations/operation.ts";
import type { Resource } from "../../operations/resource.ts";
import { type FieldTable, withMoneyInMinor } from "../field.ts";
import { basicFields, labelFields, settingFields, simpleProductFields, variantFields } from "../product-fields.ts";
import {
  type AdminProduct,
  createProduct,
  removeProduct,
  requireProductRef,
  setProductStatus,
  updateProduct,
} from "./admin.ts";
import { AdminProduct as AnsweredProduct, BriefProduct, briefProduct, Images, ListedProduct } from "./admin-answers.ts";
import { searchProductsForAdmin } from "./admin-search.ts";
import { loggedProduct, productInList, productWithVariants, totalInWords, wholeProduct } from "./admin-view.ts";
import { MAX_IMAGES } from "./limits.ts";
import type { ProductPatch, VariantPatch } from "./patch.ts";

const optional = Type.Optional;
const Status = basicFields.status.input;
const Which = Ref("Id, slug or SKU");

/** The arguments for fields, each of which may be left out. */
const argumentsOf = <F extends FieldTable>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { input, isIdentifier }]) => [
      name,
      optional(isIdentifier ? Type.Unsafe({ ...input, [IDENTIFIER]: true }) : input),
    ]),
  ) as { [Name in keyof F]: TOptional<F[Name]["input"]> };

const Variants = Type.Array(
  Fields({ id: optional(Ref("To change its option values")), ...argumentsOf(variantFields) }),
  { maxItems: 250, description: "Matched by id, option_values or SKU; the others stay" },
);

const { slug, name, status, description } = argumentsOf(basicFields);

const fields = {
  name,
  slug,
  description,
  status,
  category: optional(Type.Unsafe<string | null>({ ...Ref("Id, slug or name"), type: ["string", "null"] })),
  collections: optional(Refs("Replaces all its collections")),
  ...argumentsOf(labelFields),
  images: optional(
    Type.Array(
      Fields({ id: optional(Ref()), url: optional(Text(2000)), file: optional(Ref()), alt: optional(TextOrNull(500)) }),
      {
        maxItems: MAX_IMAGES,
        description: "All pictures, the main one first; id or url keeps one, file is an uploaded one's id",
      },
    ),
  ),
  add_images: optional(
    Type.Array(Fields({ url: optional(Text(2000)), file: optional(Ref()), alt: optional(TextOrNull(500)) }), {
      maxItems: MAX_IMAGES,
      description: "After the others",
    }),
  ),
  options: optional(
    Type.Array(
      Fields({
        name: Type.String({ minLength: 1, maxLength: 100 }),
        values: optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 250 })),
      }),
      { maxItems: 3, description: "Taille, Couleur, …" },
    ),
  ),
  variants: optional(Variants),
  remove_variants: optional(Refs("Ids, SKUs or titles")),
  ...argumentsOf(simpleProductFields),
  ...argumentsOf(settingFields),
};

type Given = Partial<Static<ReturnType<typeof givenOf>>>;
const givenOf = () => Type.Object(fields);

/** The patch that arguments describe, in minor units; fields of a variant at the top go to the product's one variant. */
function patchOf({ currency }: SiteDb, given: Given): ProductPatch {
  const { variants, ...rest } = given;
  const ofVariant = Object.fromEntries(Object.entries(rest).filter(([name]) => name in simpleProductFields));
  const ofProduct = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in simpleProductFields)));
  const inMinor = (variant: VariantPatch, path: string) =>
    withMoneyInMinor(simpleProductFields, variant, path, currency);
  return {
    ...ofProduct,
    ...(variants && { variants: variants.map((variant, i) => inMinor(variant, `variants.${i}.`)) }),
    soleVariant: inMinor(ofVariant, ""),
  };
}

/** A new product of the patch. Throws `invalid_value` for what only an existing product has, and as `createProduct`. */
async function createFromPatch(
  db: SiteDb,
  { name, ...patch }: ProductPatch,
  expected: string | undefined,
): Promise<{ before: null; after: AdminProduct }> {
  if (name === undefined) throw invalidValue("name", "is required for a new product; to change one, send product");
  const ofExisting = { remove_variants: patch.remove_variants, expected_updated_at: expected };
  const [misplaced] = Object.keys(definedOf(ofExisting));
  if (misplaced) throw invalidValue(misplaced, "is for an existing product: send product too");
  return { before: null, after: await createProduct(db, { ...patch, name }) };
}

/** Reports a product before and after a change, for the audit log. */
function productChanged({ db, changed }: OperationCall, before: AdminProduct | null, after: AdminProduct | null): void {
  const { id = "", slug = "" } = after ?? before ?? {};
  const shown = (product: AdminProduct | null) => product && loggedProduct(product, db.currency);
  changed({ entity: "product", id, label: slug, before: shown(before), after: shown(after) });
}

/** The variants of one product that the other does not have, or has with other values. */
function variantsNotIn(other: AdminProduct | null, { variants }: AdminProduct): AdminProduct["variants"] {
  const there = new Map(other?.variants.map((variant) => [variant.id, variant]));
  return variants.filter((variant) => !isDeepStrictEqual(variant, there.get(variant.id)));
}

const pageOf = <T extends TSchema>(product: T) =>
  Type.Object({ currency: Currency, ...SearchPage(product).properties });

/** As many detailed products as one answer can hold: each has 800 characters or more. */
const MAX_DETAILED = 28;

export const productOperations: Operation[] = [
  defineOperation({
    name: "products_search",
    title: "Search products",
    description: "Finds products by words, slug, SKU or barcode, and by filters. Newest first.",
    area: "catalog",
    effect: "read",
    input: {
      query: optional(Query()),
      status: optional(Status),
      category: optional(Ref("Includes its subcategories")),
      collection: optional(Ref()),
      vendor: optional(Text(255)),
      tag: optional(Text(100)),
      in_stock: optional(Type.Boolean()),
      ...searching,
    },
    answers: pageOf(ListedProduct),
    detailed: pageOf(AnsweredProduct),
    refuses: ["category_not_found", "collection_not_found"],
    example: { query: "tapis", status: "active", limit: 5 },
    run: async ({ db, maxRowsText }, { limit, cursor, response_format, ...search }) => {
      const isDetailed = response_format === "detailed";
      const page = cursorPage({ limit: isDetailed ? Math.min(limit ?? 20, MAX_DETAILED) : limit, cursor }, maxRowsText);
      const { products, total } = await searchProductsForAdmin(db, search, page);
      const data = isDetailed
        ? cursorAnswer(products, total, page, (product) => wholeProduct(product, db.currency))
        : cursorAnswer(products, total, page, (product) => productInList(product, db.currency));
      const text = `${totalInWords(total)} products; ${data.data.length} shown.`;
      return { text, data: { currency: db.currency, ...data } };
    },
  }),
  defineOperation({
    name: "products_get",
    title: "Show a product",
    description: "Includes variants. detailed: every field, as products_save takes it.",
    area: "catalog",
    effect: "read",
    takes: ["cursor"],
    input: { product: Which, response_format: Format },
    answers: BriefProduct,
    detailed: AnsweredProduct,
    refuses: ["product_not_found"],
    example: { product: "kilim-aures", response_format: "detailed" },
    run: async ({ db }, { product: ref, response_format }) => {
      const product = await requireProductRef(db, ref);
      const show = response_format === "detailed" ? wholeProduct : productWithVariants;
      return {
        text: `${product.slug}: ${product.status}, ${product.variants.length} variants.`,
        data: { ...show(product, db.currency) },
      };
    },
  }),
  defineOperation({
    name: "products_save",
    title: "Create or change a product",
    description:
      "Without product, creates one from name and price: a draft unless status is active, with every combination of option values unless variants are sent. Top-level price, SKU and stock are those of a simple product, or the new variants' defaults. With product, only what is sent changes: lists replace the whole list, but variants are merged; a top-level price applies to all. Rename a value by sending its variants with their ids. Above 20 variants: dry_run first.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: { product: optional(Which), ...fields, expected_updated_at: Expected },
    answers: Type.Object({
      ...briefProduct.properties,
      variants: Type.Array(briefProduct.properties.variants.items, { description: "Those that changed." }),
      variants_count: Type.Integer({ description: "How many it has." }),
      images: optional(Images),
    }),
    refuses: [
      "product_not_found",
      "variant_not_found",
      "category_not_found",
      "collection_not_found",
      "slug_taken",
      "file_not_found",
    ],
    example: {
      name: "Théière en cuivre",
      price: 4500,
      inventory_quantity: 12,
      status: "active",
      images: [{ url: "https://example.com/theiere.jpg", alt: "Théière en cuivre" }],
    },
    run: async (call, { product: ref, expected_updated_at, ...given }) => {
      const patch = patchOf(call.db, given);
      const { before, after } =
        ref === undefined
          ? await createFromPatch(call.db, patch, expected_updated_at)
          : await updateProduct(call.db, ref, patch, expected_updated_at);
      productChanged(call, before, after);
      if (given.variants || given.remove_variants) {
        call.touches(before ? variantsNotIn(after, before).map(({ id }) => id) : []);
      }
      const { slug, status, variants, images } = after;
      return {
        text: before ? `Changed ${slug}.` : `Created ${slug}, ${status}, with ${variants.length} variants.`,
        data: {
          ...productWithVariants(after, call.db.currency, variantsNotIn(before, after)),
          variants_count: variants.length,
          ...(given.images || given.add_images ? { images } : {}),
        },
      };
    },
  }),
  defineOperation({
    name: "products_set_status",
    title: "Publish, hide or archive products",
    description: "Shoppers see active products only. Above 20 products: dry_run first.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run", "confirm_token"],
    input: { products: Refs("Ids, slugs or SKUs"), status: Status },
    answers: Type.Object({
      changed: Type.Integer(),
      data: Type.Array(Type.Object({ slug: Type.String(), before: Status, after: Status })),
    }),
    refuses: ["product_not_found"],
    example: { products: ["kilim-aures"], status: "draft" },
    run: async (call, { products: refs, status }) => {
      const products = await setProductStatus(call.db, refs, status);
      for (const { id, slug, before } of products) {
        call.changed({ entity: "product", id, label: slug, before: { status: before }, after: { status } });
      }
      const changed = products.filter(({ before }) => before !== status).length;
      return {
        text: `${changed} of ${products.length} products became ${status}.`,
        data: { changed, data: products.map(({ slug, before }) => ({ slug, before, after: status })) },
      };
    },
  }),
];

/** Deletes a product for `catalog_delete`. */
export const deleteProduct: Deletion = async (call, ref) => {
  const product = await removeProduct(call.db, ref);
  call.mustBeConfirmed();
  productChanged(call, product, null);
  return { text: `Deleted ${product.slug}.`, data: { id: product.id, slug: product.slug, deleted: true } };
};

export const productResources: Resource[] = [
  {
    uri: "hanout://products/{slug}",
    name: "product",
    title: "Product",
    description: "A product with its variants, pictures and stock.",
    area: "catalog",
    read: async (db, ref) => wholeProduct(await requireProductRef(db, ref), db.currency),
  },
];
