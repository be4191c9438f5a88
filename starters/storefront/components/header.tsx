import Link from "next/link";
import { theCategories, theMenus, theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { phoneLink, phoneText } from "@/lib/phone";
import { textsOf } from "@/lib/texts";
import { CartLink } from "./cart-link";
import { Icon } from "./icon";
import { Languages } from "./languages";
import { Mark } from "./mark";
import { Menu } from "./menu";
import { Name } from "./name";
import { WilayaStrip } from "./wilaya-strip";

const MOST_DEPARTMENTS = 7;

/** The head of every page but the checkout's. */
export async function Header({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  const [store, categories, menus] = await Promise.all([theStore(locale), theCategories(locale), theMenus(locale)]);
  const { phone } = contactOf(store);
  const departments = categories.filter(({ parent_id }) => parent_id === null).slice(0, MOST_DEPARTMENTS);
  return (
    <header>
      <div className="wide grid min-h-15 grid-cols-[auto_minmax(0,1fr)_auto] justify-items-center lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] lg:justify-items-stretch items-center lg:min-h-21">
        <div className="-ms-2.5 flex items-center lg:hidden">
          <Menu locale={locale} departments={departments} menus={menus} />
          {phone && (
            <a className="target" href={phoneLink(phone)} aria-label={t("header.call")}>
              <Icon name="phone" />
            </a>
          )}
        </div>
        <Mark store={store} locale={locale} />
        <nav className="hidden justify-center gap-6 lg:flex" aria-label={t("footer.departments")}>
          {departments.map(({ id, name, slug }) => (
            <Link
              key={id}
              href={pathTo(locale, `/categories/${slug}`)}
              prefetch={false}
              className="flex min-h-11 items-center whitespace-nowrap hover:text-accent"
            >
              <Name name={name} locale={locale} />
            </Link>
          ))}
        </nav>
        <div className="-me-2.5 flex items-center justify-end">
          <Link
            className="target gap-2"
            href={pathTo(locale, "/search")}
            prefetch={false}
            aria-label={t("header.search")}
          >
            <Icon name="search" />
            <span className="hidden lg:inline">{t("header.search")}</span>
          </Link>
          <Link
            className="target max-lg:hidden"
            href={pathTo(locale, "/account")}
            prefetch={false}
            aria-label={t("header.account")}
          >
            <Icon name="person" />
          </Link>
          <CartLink locale={locale} />
        </div>
      </div>
      <div className="bg-sunk text-sm">
        <div className="wide flex min-h-11 items-center justify-between gap-6">
          <WilayaStrip locale={locale} />
          <div className="hidden items-center gap-7 lg:flex">
            <span className="text-soft">{t("header.payCash")}</span>
            {phone && (
              <a className="flex items-center gap-2 font-semibold" href={phoneLink(phone)}>
                <span className="text-accent">
                  <Icon name="phone" size={18} />
                </span>
                <bdi dir="ltr">{phoneText(phone)}</bdi>
              </a>
            )}
            <Languages locale={locale} />
          </div>
        </div>
      </div>
    </header>
  );
}
