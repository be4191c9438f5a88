import Link from "next/link";
import { theDoors } from "@/lib/doors";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { Name } from "./name";
import { Picture } from "./picture";

/** The main categories, each a door. On a phone the row scrolls. */
export async function Doors({ locale }: { locale: Locale }) {
  return (
    <ul className="-mx-(--gutter) mt-6 flex gap-(--gap) overflow-x-auto px-(--gutter) lg:grid lg:auto-cols-fr lg:grid-flow-col">
      {(await theDoors(locale)).map(({ category: { id, name, slug }, picture, pictures }) => (
        <li key={id} className="w-29 shrink-0 lg:w-auto">
          <Link
            href={pathTo(locale, `/categories/${slug}`)}
            prefetch={false}
            className="block text-center hover:text-accent"
          >
            <span className="block aspect-[3/4] overflow-hidden rounded-[var(--door)] bg-sunk">
              <Picture url={picture} pictures={pictures} name={name} locale={locale} isSilent />
            </span>
            <span className="mt-3 block text-sm">
              <Name name={name} locale={locale} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
