import type { Customer } from "@hanout/client/shop";
import Link from "next/link";
import { signOut } from "@/app/[locale]/(shop)/account/actions";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { textsOf } from "@/lib/texts";

interface Props {
  locale: Locale;
  customer: Customer;
  active: "orders" | "addresses" | "profile";
  children: React.ReactNode;
}

const PATHS = { orders: "/account", addresses: "/account/addresses", profile: "/account/profile" } as const;

/** A page of the account: who is signed in, and its other pages. */
export function AccountFrame({ locale, customer, active, children }: Props) {
  const t = textsOf(locale);
  const first = nameOf(customer.full_name, locale).split(/\s+/)[0] ?? "";
  const pages = Object.entries(PATHS) as [keyof typeof PATHS, string][];
  return (
    <div className="wide pt-8 lg:grid lg:grid-cols-[260px_1fr] lg:gap-18 lg:pt-14">
      <div>
        <p className="display text-[31px] lg:text-[38px]">
          {t("account.hello")} <bdi>{first}</bdi>
        </p>
        <nav aria-label={t("header.account")} className="mt-4 flex flex-wrap gap-2 lg:mt-6 lg:block">
          {pages.map(([name, path]) => (
            <Link
              key={name}
              href={pathTo(locale, path)}
              prefetch={false}
              aria-current={name === active ? "page" : undefined}
              className="account-tab"
            >
              {t(`account.${name}`)}
            </Link>
          ))}
          <form action={signOut} className="contents">
            <input type="hidden" name="locale" value={locale} />
            <button type="submit" className="account-tab">
              {t("account.signOut")}
            </button>
          </form>
        </nav>
      </div>
      <div className="mt-8 min-w-0 lg:mt-0">{children}</div>
    </div>
  );
}
