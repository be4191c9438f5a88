import type { Category } from "@hanout/client/shop";
import Link from "next/link";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { Name } from "./name";

/** The main categories, each a door. On a phone the row scrolls. */
export const Doors = ({ categories, locale }: { categories: Category[]; locale: Locale }) => (
  <ul className="-mx-(--gutter) mt-6 flex gap-(--gap) overflow-x-auto px-(--gutter) lg:grid lg:grid-flow-col lg:auto-cols-fr">
    {categories
      .filter(({ parent_id }) => parent_id === null)
      .map(({ id, name, slug, image_url }) => (
        <li key={id} className="w-29 shrink-0 lg:w-auto">
          <Link
            href={pathTo(locale, `/categories/${slug}`)}
            prefetch={false}
            className="block text-center hover:text-accent"
          >
            <span className="block aspect-[3/4] overflow-hidden rounded-[var(--door)] bg-sunk">
              {image_url && <img src={image_url} alt="" loading="lazy" className="size-full object-cover" />}
            </span>
            <span className="mt-3 block text-sm">
              <Name name={name} locale={locale} />
            </span>
          </Link>
        </li>
      ))}
  </ul>
);
