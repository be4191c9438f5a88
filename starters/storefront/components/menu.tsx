import type { Category, Menu as MenuOfStore } from "@hanout/client/shop";
import Link from "next/link";
import { menuPath, pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { Icon } from "./icon";
import { Languages } from "./languages";
import { Name } from "./name";

interface Props {
  locale: Locale;
  departments: Category[];
  menus: MenuOfStore[];
}

type Item = MenuOfStore["items"][number];

/** The phone's menu. It opens without JavaScript. */
export function Menu({ locale, departments, menus }: Props) {
  const t = textsOf(locale);
  const main = menus.find(({ handle }) => handle === "main-menu");
  return (
    <details className="group">
      <summary className="target" aria-label={t("header.menu")}>
        <span className="group-open:hidden">
          <Icon name="menu" />
        </span>
        <span className="hidden group-open:inline">
          <Icon name="close" />
        </span>
      </summary>
      <div className="absolute inset-x-0 z-20 mt-2 border-line border-t bg-paper pb-8 shadow-none">
        <nav className="wide" aria-label={t("header.menu")}>
          <ul>
            {departments.map(({ id, name, slug }) => (
              <Row key={id} href={pathTo(locale, `/categories/${slug}`)}>
                <Name name={name} locale={locale} />
              </Row>
            ))}
            {main?.items.flatMap(linksOf).map(({ title, url }) => (
              <Row key={url} href={menuPath(locale, url ?? "/")}>
                <Name name={title} locale={locale} />
              </Row>
            ))}
            <Row href={pathTo(locale, "/account")}>{t("header.account")}</Row>
            <Row href={pathTo(locale, "/orders")}>{t("footer.track")}</Row>
          </ul>
          <div className="mt-4">
            <Languages locale={locale} />
          </div>
        </nav>
      </div>
    </details>
  );
}

/** What an item leads to: itself, or what is below a heading. Categories are above already. */
const linksOf = (item: Item): Pick<Item, "title" | "url">[] =>
  item.type === "category" ? [] : item.url === null ? item.children.filter(({ type }) => type !== "category") : [item];

const Row = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <li className="border-line border-b">
    <Link href={href} prefetch={false} className="flex min-h-13 items-center justify-between">
      {children}
      <Icon name="chevron" size={18} />
    </Link>
  </li>
);
