import Link from "next/link";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { originOf } from "@/lib/origin";
import { textsOf } from "@/lib/texts";
import { JsonLd } from "./json-ld";

export interface Crumb {
  name: string;
  path: string;
}

/** Where the page stands: the pages above it. The last crumb is the page itself, which only search engines are told. */
export async function Breadcrumb({ crumbs, locale }: { crumbs: Crumb[]; locale: Locale }) {
  const t = textsOf(locale);
  const all = [{ name: t("header.home"), path: "/" }, ...crumbs];
  const origin = await originOf();
  return (
    <nav aria-label={t("header.breadcrumb")} className="quiet">
      <ol className="flex flex-wrap">
        {all.slice(0, -1).map(({ name, path }, index) => (
          <li key={path} className="flex items-center">
            {index > 0 && (
              <span aria-hidden="true" className="mx-2">
                /
              </span>
            )}
            <Link
              href={pathTo(locale, path)}
              prefetch={false}
              className="inline-flex min-h-11 items-center hover:text-accent"
            >
              <bdi dir="auto">{nameOf(name, locale)}</bdi>
            </Link>
          </li>
        ))}
      </ol>
      <JsonLd
        facts={{
          "@type": "BreadcrumbList",
          itemListElement: all.map(({ name, path }, index) => ({
            "@type": "ListItem",
            position: index + 1,
            name: nameOf(name, locale),
            item: origin + pathTo(locale, path),
          })),
        }}
      />
    </nav>
  );
}
