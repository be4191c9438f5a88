import type { CallOptions } from "./call.ts";

/** A page of a list, by offset (storefront) or by cursor (merchants). */
interface Page<Item> {
  data: Item[];
  pagination?: { offset: number; has_more: boolean };
  next_cursor?: string | null;
}

type List = (args: never, options?: CallOptions) => Promise<Page<unknown>>;

type ItemOf<L extends List> = Awaited<ReturnType<L>>["data"][number];

/**
 * All entries of a list, page after page: `for await (const product of all(shop.products.list, { category: "mode" }))`.
 * `limit` of the arguments is the size of a page.
 */
export async function* all<L extends List>(
  list: L,
  ...[args, options]: Parameters<L>
): AsyncGenerator<ItemOf<L>, void> {
  let place: object | undefined = {};
  while (place) {
    const page = await list({ ...(args as object), ...place } as never, options);
    yield* page.data as ItemOf<L>[];
    place = placeAfter(page);
  }
}

function placeAfter({ data, pagination, next_cursor }: Page<unknown>): object | undefined {
  if (next_cursor) return { cursor: next_cursor };
  return pagination?.has_more ? { offset: pagination.offset + data.length } : undefined;
}
