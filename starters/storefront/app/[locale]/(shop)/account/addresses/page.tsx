import Link from "next/link";
import { AccountFrame } from "@/components/account-frame";
import { signedIn } from "@/lib/customer";
import { theWilayas, wilayaCodeOf } from "@/lib/delivery";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { phoneText } from "@/lib/phone";
import { textsOf } from "@/lib/texts";
import { AddressChange } from "./address-change";

interface Props {
  params: Promise<{ locale: string }>;
}

export const generateMetadata = ownMetadata("account.addresses");

export default async function AddressesPage({ params }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const customer = await signedIn(locale, "/account/addresses");
  const wilayas = await theWilayas(locale);
  const addresses = await Promise.all(
    customer.addresses.map(async (address) => {
      const code = await wilayaCodeOf(locale, address.state);
      return { ...address, wilaya: wilayas.find((one) => one.code === code)?.name ?? address.state };
    }),
  );
  return (
    <AccountFrame locale={locale} customer={customer} active="addresses">
      <h1 className="max-lg:sr-only lg:text-[38px]">{t("account.addresses")}</h1>
      <ul className="grid gap-4 lg:mt-6 lg:grid-cols-2">
        {addresses.map(({ id, label, line1, line2, city, wilaya, phone, is_default }) => (
          <li key={id} className="rounded-control border border-line bg-raised p-4 lg:p-6">
            <p className="font-semibold">
              <bdi dir="auto">{label ?? city}</bdi>
              {is_default && <span className="quiet font-normal"> · {t("account.isUsual")}</span>}
            </p>
            <p className="text-soft">
              <bdi dir="auto">{[line1, line2, city, wilaya].filter(Boolean).join(", ")}</bdi>
            </p>
            <p className="text-soft">
              <bdi dir="ltr">{phoneText(phone)}</bdi>
            </p>
            <div className="mt-2 flex flex-wrap gap-x-6">
              <Link
                className="link inline-flex min-h-11 items-center"
                href={pathTo(locale, `/account/addresses/${id}`)}
                prefetch={false}
              >
                {t("account.change")}
              </Link>
              <AddressChange
                locale={locale}
                id={id}
                isDefault={is_default}
                remove={t("account.remove")}
                makeUsual={t("account.makeUsual")}
              />
            </div>
          </li>
        ))}
      </ul>
      {addresses.length === 0 && <p className="text-soft">{t("account.noAddresses")}</p>}
      <Link className="button mt-6" href={pathTo(locale, "/account/addresses/new")} prefetch={false}>
        {t("account.addAddress")}
      </Link>
    </AccountFrame>
  );
}
