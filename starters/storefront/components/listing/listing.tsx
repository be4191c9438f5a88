import type { Category } from "@hanout/client/shop";
import Link from "next/link";
import { read } from "@/lib/catalogue";
import { addressOf, type Filters, queryOf } from "@/lib/filters";
import { everybody } from "@/lib/hanout";
import type { Locale } from "@/lib/locales";
import { optionName } from "@/lib/options";
import { textsOf } from "@/lib/texts";
import { Icon } from "../icon";
import { ProductGrid } from "../product-grid";
import { Facets } from "./facets";
import { FilterForm } from "./filter-form";
import { SortChoice } from "./sort-choice";

interface Props {
  locale: Locale;
  /** What the page is about: a category, a collection, or all. */
  scope: { category?: string; collection?: string };
  filters: Filters;
  /** Categories below the one of the page. */
  below?: Category[];
}

/** Products with facets, sorting and filters in the address. */
export async function Listing({ locale, scope, filters, below = [] }: Props) {
  const t = textsOf(locale);
  const query = { ...queryOf(filters), ...scope, pictures: true };
  const isPlain = filters.chosen.length === 0 && filters.page === 1;
  // What was typed or chosen may be anything, so it is not kept.
  const { data, pictures, facets, pagination } = isPlain
    ? await read(locale, "catalogue", `list ${JSON.stringify(query)}`, (shop) => shop.products.list(query))
    : await (await everybody(locale)).products.list(query);
  const shown = pagination.offset + data.length;
  const count = t("list.count", { count: pagination.total });
  return (
    <div className="mt-6 lg:mt-10 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,4fr)] lg:gap-x-14">
      <FilterForm
        texts={{ title: t("list.filter"), close: t("header.close"), apply: t("list.apply") }}
        showText={t("list.show", { count: pagination.total })}
        clear={
          <Link href="?" scroll={false} className="button button-quiet">
            {t("list.clear")}
          </Link>
        }
        sort={filters.sort}
      >
        {facets && <Facets locale={locale} facets={facets} filters={filters} below={below} />}
      </FilterForm>
      <div>
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-line border-y">
          <div className="flex flex-wrap items-center gap-2 py-1">
            <button type="button" popoverTarget="filters" className="target -ms-1 gap-2 lg:hidden">
              <Icon name="filter" />
              {t("list.filter")}
              {filters.chosen.length > 0 && <bdi className="text-soft">({filters.chosen.length})</bdi>}
            </button>
            <span className="quiet hidden lg:inline">{count}</span>
            {filters.chosen.map(([name, value]) => (
              <Link
                key={name}
                href={addressOf(filters, { without: name })}
                scroll={false}
                prefetch={false}
                className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge px-4 text-sm"
              >
                <bdi dir="auto">{chipOf(name, value, locale)}</bdi>
                <Icon name="close" size={16} />
                <span className="sr-only">{t("list.remove")}</span>
              </Link>
            ))}
          </div>
          <SortChoice locale={locale} filters={filters} />
        </div>
        <h2 className="sr-only">{count}</h2>
        <div className="mt-4">
          {data.length > 0 ? (
            <ProductGrid products={data} pictures={pictures} locale={locale} isNarrow isFirst />
          ) : (
            <p className="py-18 text-center text-soft">{t("list.nothing")}</p>
          )}
        </div>
        {data.length > 0 && (
          <div className="mt-12 text-center">
            <p className="quiet">{t("list.shown", { shown, count: pagination.total })}</p>
            {pagination.has_more && (
              <Link
                href={addressOf(filters, { page: filters.page + 1 })}
                scroll={false}
                prefetch={false}
                className="button button-quiet mt-3"
              >
                {t("list.more")}
              </Link>
            )}
          </div>
        )}
      </div>
    </div>
  );

  function chipOf(name: string, value: string, locale: Locale): string {
    if (name === "in_stock") return t("list.inStock");
    if (name === "min_price") return t("list.atLeast", { price: value });
    if (name === "max_price") return t("list.atMost", { price: value });
    return name.startsWith("option.") ? `${optionName(name.slice("option.".length), locale)}: ${value}` : value;
  }
}
