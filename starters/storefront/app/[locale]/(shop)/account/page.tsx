import { attempt } from "@hanout/client/shop";
import Link from "next/link";
import { AccountFrame } from "@/components/account-frame";
import { theStore } from "@/lib/catalogue";
import { signedIn } from "@/lib/customer";
import { shopper } from "@/lib/hanout";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";
import { OrderRow } from "./order-row";

interface Props {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ page?: string }>;
}

const ON_A_PAGE = 10;

export const generateMetadata = ownMetadata("account.orders");

/** The orders of the account, newest first, and where they usually go. */
export default async function AccountPage({ params, searchParams }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const customer = await signedIn(locale, "/account");
  const page = Math.max(1, Math.trunc(Number((await searchParams).page)) || 1);
  const { data: orders, error } = await attempt(
    (await shopper(locale)).orders.list({ limit: ON_A_PAGE, offset: (page - 1) * ON_A_PAGE }),
  );
  if (error) throw error;
  const { time_zone } = await theStore(locale);
  const usual = customer.addresses[0];
  return (
    <AccountFrame locale={locale} customer={customer} active="orders">
      <h1 className="max-lg:sr-only lg:text-[38px]">{t("account.orders")}</h1>
      {orders.data.length === 0 && <p className="text-soft lg:mt-6">{t("account.noOrders")}</p>}
      <ul className="lg:mt-4">
        {orders.data.map((order) => (
          <OrderRow key={order.id} order={order} locale={locale} timeZone={time_zone} />
        ))}
      </ul>
      {(page > 1 || orders.pagination.has_more) && (
        <p className="mt-4 flex gap-6">
          {page > 1 && (
            <Link className="link flex min-h-11 items-center" href={`?page=${page - 1}`} prefetch={false}>
              {t("account.newer")}
            </Link>
          )}
          {orders.pagination.has_more && (
            <Link className="link flex min-h-11 items-center" href={`?page=${page + 1}`} prefetch={false}>
              {t("account.older")}
            </Link>
          )}
        </p>
      )}
      {usual && (
        <section className="mt-8 max-w-lg rounded-control border border-line bg-raised p-4 lg:p-7">
          <h2 className="font-semibold font-text text-base tracking-normal">{t("account.usual")}</h2>
          <p className="quiet mt-1">
            <bdi dir="auto">
              {usual.line1}, {usual.city}
            </bdi>
          </p>
          <Link
            className="link mt-1 inline-flex min-h-11 items-center"
            href={pathTo(locale, "/account/addresses")}
            prefetch={false}
          >
            {t("account.change")}
          </Link>
        </section>
      )}
    </AccountFrame>
  );
}
