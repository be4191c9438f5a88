import Link from "next/link";
import { theCategories, theMenus, theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import { linksOf, menuPath, pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { namesOf } from "@/lib/names";
import { phoneLink, phoneText } from "@/lib/phone";
import { textsOf } from "@/lib/texts";
import { Name } from "./name";

const MOST_DEPARTMENTS = 5;

export async function Footer({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  const [store, categories, menus] = await Promise.all([theStore(locale), theCategories(locale), theMenus(locale)]);
  const { phone, address } = contactOf(store);
  const { own, other } = namesOf(store.name, locale);
  const departments = categories.filter(({ parent_id }) => parent_id === null).slice(0, MOST_DEPARTMENTS);
  const items = menus.find(({ handle }) => handle === "footer")?.items ?? [];
  const columns = items.filter(({ children }) => children.length > 0);
  const alone = items.filter(({ children }) => children.length === 0).flatMap(linksOf);
  const lists = [
    ...columns.map((column) => ({ title: column.title, links: linksOf(column) })),
    ...(alone.length > 0 || columns.length === 0 ? [{ title: "", links: alone }] : []),
  ];
  return (
    <footer className="section bg-night pt-12 pb-8 text-on-night lg:pt-18">
      <div className="wide grid gap-8 lg:grid-cols-[5fr_2fr_2fr_2fr]">
        <div className="max-w-sm">
          <p className="display flex gap-3 text-[27px]">
            <bdi dir="auto">{own}</bdi>
            {other && (
              <bdi dir="auto" className="hidden text-on-night-soft lg:inline">
                {other}
              </bdi>
            )}
          </p>
          <p className="mt-3 text-on-night-soft text-sm" dir="auto">
            {store.description}
          </p>
          {address && (
            <p className="mt-1 text-on-night-soft text-sm" dir="auto">
              {address}
            </p>
          )}
          {phone && (
            <a className="mt-3 flex min-h-11 items-center font-semibold text-[22px]" href={phoneLink(phone)}>
              <bdi dir="ltr">{phoneText(phone)}</bdi>
            </a>
          )}
        </div>
        <div className="grid grid-cols-2 gap-8 lg:contents">
          <Column title={t("footer.departments")}>
            {departments.map(({ id, name, slug }) => (
              <Item key={id} href={pathTo(locale, `/categories/${slug}`)}>
                <Name name={name} locale={locale} />
              </Item>
            ))}
          </Column>
          {lists.map(({ title, links }, index) => (
            <Column key={title} title={title && <Name name={title} locale={locale} />}>
              {links.map(({ title, url }) => (
                <Item key={title} href={menuPath(locale, url ?? "/")}>
                  <Name name={title} locale={locale} />
                </Item>
              ))}
              {index === 0 && <Item href={pathTo(locale, "/orders")}>{t("footer.track")}</Item>}
            </Column>
          ))}
        </div>
      </div>
      <div className="wide">
        <p className="mt-8 flex flex-wrap justify-between gap-2 border-on-night-soft/30 border-t pt-6 text-on-night-soft text-sm">
          <span>{t("footer.cash")}</span>
          <span>{t("footer.prices")}</span>
        </p>
      </div>
    </footer>
  );
}

const Column = ({ title, children }: { title: React.ReactNode; children: React.ReactNode }) => (
  <div>
    {title && <p className="text-on-night-soft text-sm">{title}</p>}
    <ul className="mt-2">{children}</ul>
  </div>
);

const Item = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <li>
    <Link href={href} prefetch={false} className="flex min-h-11 items-center hover:underline">
      {children}
    </Link>
  </li>
);
