import { useQueries } from "@tanstack/react-query";
import { useApi } from "../api/api.ts";
import { pictureAddress } from "../parts/pictures/Picture.tsx";

const MINUTES = 60_000;

/** The address of the first picture of each of these products, by slug. */
export function usePictures(
  slugs: readonly string[],
  isAllowed: boolean,
): Readonly<Record<string, string | undefined>> {
  const { store, admin } = useApi();
  return useQueries({
    queries: [...new Set(slugs)].map((product) => ({
      queryKey: [store, "products_get", "picture", product],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { images } = (await admin.run("products_get", { product, response_format: "detailed" }, { signal })) as {
          images?: { url?: string }[];
        };
        return { product, picture: pictureAddress(images?.[0]?.url) };
      },
      enabled: isAllowed,
      staleTime: 10 * MINUTES,
    })),
    combine: (found) => Object.fromEntries(found.flatMap(({ data }) => (data ? [[data.product, data.picture]] : []))),
  });
}
