import { attempt, type Product } from "@hanout/client/shop";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Breadcrumb } from "@/components/breadcrumb";
import { Html } from "@/components/html";
import { Part } from "@/components/part";
import { ProductGrid } from "@/components/product-grid";
import { read, theCategories, theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import { theDelivery } from "@/lib/delivery";
import { placeIn } from "@/lib/delivery-cost";
import type { SearchParams } from "@/lib/filters";
import { everybody } from "@/lib/hanout";
import type { Locale } from "@/lib/locales";
import { nameOf, namesOf } from "@/lib/names";
import { type Chosen, variantOf } from "@/lib/options";
import { pageMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";
import { Choice } from "./choice";
import { Gallery } from "./gallery";
import { ProductFacts } from "./product-facts";

interface Props {
  params: Promise<{ locale: string; slug: string }>;
  searchParams: Promise<SearchParams>;
}

/** The product with its stock, which is never kept: it is read once for each request. */
const theProduct = cache(async (locale: Locale, slug: string): Promise<Product> => {
  const { data, error } = await attempt((await everybody(locale)).products.get(slug, { pictures: true }));
  if (error?.status === 404) notFound();
  if (error) throw error;
  return data;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, slug } = await params;
  const product = await theProduct(locale as Locale, slug);
  return pageMetadata(locale as Locale, {
    title: product.seo_title ?? nameOf(product.name, locale as Locale),
    description: product.seo_description,
    path: `/products/${product.slug}`,
    image: product.images[0]?.url,
  });
}

export default async function ProductPage({ params, searchParams }: Props) {
  const { slug, ...rest } = await params;
  const locale = rest.locale as Locale;
  const t = textsOf(locale);
  const [product, store, categories, delivery] = await Promise.all([
    theProduct(locale, slug),
    theStore(locale),
    theCategories(locale),
    theDelivery(locale),
  ]);
  const { own, other } = namesOf(product.name, locale);
  const category = categories.find(({ id }) => id === product.category_id);
  const parent = categories.find(({ id }) => id === category?.parent_id);
  const above = [parent, category].flatMap((one) => (one ? [{ name: one.name, path: `/categories/${one.slug}` }] : []));
  const similar = category
    ? await read(locale, "catalogue", `similar ${category.slug}`, (shop) =>
        shop.products.list({ category: category.slug, limit: 5, sort: "best_selling", in_stock: true, pictures: true }),
      )
    : { data: [], pictures: undefined };
  return (
    <div className="wide">
      <div className="max-lg:hidden">
        <Breadcrumb locale={locale} crumbs={[...above, { name: product.name, path: `/products/${slug}` }]} />
      </div>
      <div className="lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-18">
        <Gallery product={product} locale={locale} />
        <div className="mt-5 lg:mt-0">
          <h1>
            <bdi dir="auto">{own}</bdi>
          </h1>
          {other && (
            <p className="display mt-2 text-[22px] text-soft lg:text-[27px]">
              <bdi dir="auto">{other}</bdi>
            </p>
          )}
          <Choice
            locale={locale}
            product={{
              id: product.id,
              currency: product.currency,
              price: product.price,
              compare_at_price: product.compare_at_price,
              discounted_price: product.discounted_price,
              in_stock: product.in_stock,
              inventory_quantity: product.inventory_quantity,
              is_counted: product.track_quantity && !product.continue_selling_when_out_of_stock,
              options: product.options.map(({ name, values }) => ({ name, values })),
              variants: product.variants.map(
                ({ id, price, compare_at_price, in_stock, inventory_quantity, option_values }) => ({
                  id,
                  price,
                  compare_at_price,
                  in_stock,
                  inventory_quantity,
                  option_values,
                }),
              ),
            }}
            chosen={chosenOf(product, await searchParams)}
            phone={contactOf(store).phone}
            delivery={delivery}
            promotion={product.discount_text}
            texts={t.section("product")}
            deliveryTexts={{ ...t.section("delivery"), choose: t(`${placeIn(store.country)}.chooseMine`) }}
          />
          <div className="mt-6 border-line border-t">
            {product.description && (
              <Part title={t("product.description")} isOpen>
                <Html html={product.description} />
              </Part>
            )}
            {product.vendor && (
              <Part title={t("product.maker", { vendor: product.vendor })}>
                <p className="text-soft">{t("product.makerText", { vendor: product.vendor })}</p>
              </Part>
            )}
          </div>
        </div>
      </div>
      {similar.data.length > 1 && (
        <section className="section">
          <h2>{t("product.similar")}</h2>
          <div className="mt-6">
            <ProductGrid
              products={similar.data.filter(({ id }) => id !== product.id).slice(0, 4)}
              pictures={similar.pictures}
              locale={locale}
            />
          </div>
        </section>
      )}
      <ProductFacts product={product} locale={locale} />
    </div>
  );
}

/** What the address chooses, or else the first that can be bought. */
function chosenOf(product: Product, params: SearchParams): Chosen {
  const first = product.variants.find(({ in_stock }) => in_stock) ?? product.variants[0];
  const given = Object.fromEntries(
    product.options.map(({ name }) => [name, String(params[name] ?? first?.option_values[name])]),
  );
  return variantOf(product, given) ? given : (first?.option_values ?? {});
}
