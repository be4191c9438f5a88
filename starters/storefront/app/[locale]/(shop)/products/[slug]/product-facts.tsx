import type { Product } from "@hanout/client/shop";
import { JsonLd } from "@/components/json-ld";
import { theStore } from "@/lib/catalogue";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { originOf } from "@/lib/origin";

/** What search engines are told of a product. */
export async function ProductFacts({ product, locale }: { product: Product; locale: Locale }) {
  const [store, origin] = [await theStore(locale), await originOf()];
  const { min_price, max_price, currency } = product.price_range;
  const common = {
    priceCurrency: currency,
    availability: `https://schema.org/${product.in_stock ? "InStock" : "OutOfStock"}`,
    url: origin + pathTo(locale, `/products/${product.slug}`),
    seller: { "@type": "Organization", name: nameOf(store.name, locale) },
  };
  const offers =
    max_price > min_price
      ? {
          "@type": "AggregateOffer",
          lowPrice: min_price,
          highPrice: max_price,
          offerCount: product.variants.length,
          ...common,
        }
      : { "@type": "Offer", price: product.discounted_price ?? product.price, ...common };
  return (
    <JsonLd
      facts={{
        "@type": "Product",
        name: nameOf(product.name, locale),
        description: product.seo_description ?? undefined,
        image: product.images.map(({ url }) => url),
        sku: product.sku ?? undefined,
        gtin: product.barcode ?? undefined,
        brand: product.vendor ? { "@type": "Brand", name: product.vendor } : undefined,
        offers,
      }}
    />
  );
}
