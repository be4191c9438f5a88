import Link from "next/link";
import { Icon } from "@/components/icon";
import { Mark } from "@/components/mark";
import { theMenus, theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import { linksOf, menuPath } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { phoneLink, phoneText } from "@/lib/phone";

interface Props {
  params: Promise<{ locale: string }>;
  children: React.ReactNode;
}

/** The checkout has a bare header: the shop's name, and who answers. Nothing else leads away. */
export default async function CheckoutLayout({ params, children }: Props) {
  const locale = (await params).locale as Locale;
  const [store, menus] = [await theStore(locale), await theMenus(locale)];
  const { phone } = contactOf(store);
  const help = menus.find(({ handle }) => handle === "footer")?.items.flatMap(linksOf) ?? [];
  const pages = help.filter(({ type }) => type === "page");
  return (
    <>
      <header className="border-line border-b">
        <div className="wide flex min-h-16 items-center justify-between gap-4 lg:min-h-21">
          <Mark store={store} locale={locale} />
          {phone && (
            <a
              className="flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap font-semibold"
              href={phoneLink(phone)}
            >
              <span className="text-accent">
                <Icon name="phone" size={18} />
              </span>
              <bdi dir="ltr">{phoneText(phone)}</bdi>
            </a>
          )}
        </div>
      </header>
      <main id="content">{children}</main>
      <footer className="mt-12 border-line border-t">
        <ul className="wide quiet flex flex-wrap gap-x-6 py-4">
          {pages.map(({ title, url }) => (
            <li key={title}>
              <Link
                className="flex min-h-11 items-center hover:underline"
                href={menuPath(locale, url ?? "/")}
                prefetch={false}
              >
                <bdi dir="auto">{nameOf(title, locale)}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </footer>
    </>
  );
}
