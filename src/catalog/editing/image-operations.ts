import { Type } from "typebox";
import { Expected, Fields, Ref, Refs, Text, TextOrNull } from "../../operations/inputs.ts";
import { defineOperation, type Operation } from "../../operations/operation.ts";
import { updateProduct } from "./admin.ts";
import { arrangeImages } from "./images.ts";
import { productChanged } from "./operations.ts";

const optional = Type.Optional;

/** What merchants do with a product's images. */
export const imageOperations: Operation[] = [
  defineOperation({
    name: "product_images_manage",
    title: "Change a product's pictures",
    description: "Refer to pictures by id or URL. The first is the main picture.",
    area: "catalog",
    effect: "write",
    takes: ["dry_run"],
    input: {
      product: Ref("Id, slug or SKU"),
      add: optional(
        Type.Array(
          Fields({
            url: Text(2000),
            alt: optional(TextOrNull(500)),
            position: optional(Type.Integer({ minimum: 1, maximum: 100 })),
          }),
          { maxItems: 100 },
        ),
      ),
      remove: optional(Refs()),
      order: optional(Refs("These come first")),
      describe: optional(Type.Array(Fields({ image: Ref(), alt: TextOrNull(500) }), { maxItems: 100 })),
      variants: optional(
        Type.Array(Fields({ variant: Ref("Id, SKU or title"), image: TextOrNull(2000) }), { maxItems: 250 }),
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
