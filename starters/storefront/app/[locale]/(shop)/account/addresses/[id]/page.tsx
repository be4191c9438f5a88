import { notFound } from "next/navigation";
import { AccountFrame } from "@/components/account-frame";
import { FieldForm } from "@/components/field-form";
import { theStore } from "@/lib/catalogue";
import { signedIn } from "@/lib/customer";
import { theWilayas, wilayaCodeOf } from "@/lib/delivery";
import { placeIn, townIn } from "@/lib/delivery-cost";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { phoneText } from "@/lib/phone";
import { textsOf } from "@/lib/texts";
import { saveAddress } from "../../actions";

interface Props {
  params: Promise<{ locale: string; id: string }>;
}

const NEW = "new";

export const generateMetadata = ownMetadata("account.addresses");

/** An address to change, or a new one. */
export default async function AddressPage({ params }: Props) {
  const { locale: given, id } = await params;
  const locale = given as Locale;
  const t = textsOf(locale);
  const customer = await signedIn(locale, `/account/addresses/${id}`);
  const address = customer.addresses.find((one) => one.id === id);
  if (!address && id !== NEW) notFound();
  const [wilayas, { country }] = await Promise.all([theWilayas(locale), theStore(locale)]);
  return (
    <AccountFrame locale={locale} customer={customer} active="addresses">
      <div className="max-w-md">
        <h1 className="text-[27px] lg:text-[38px]">{t(address ? "account.changeAddress" : "account.addAddress")}</h1>
        <FieldForm
          action={saveAddress}
          fields={[
            {
              name: "line1",
              label: t("checkout.address"),
              hint: t("checkout.addressHint"),
              autoComplete: "street-address",
            },
            {
              name: "state",
              label: t(`checkout.${placeIn(country)}`),
              choices:
                wilayas.length === 0
                  ? undefined
                  : wilayas.map(({ code, name }) => ({ value: code, label: `${code.padStart(2, "0")} – ${name}` })),
            },
            { name: "city", label: t(`checkout.${townIn(country)}`), autoComplete: "address-level2" },
            {
              name: "postal_code",
              label: t("account.postalCode"),
              hint: t("account.postalCodeHint"),
              autoComplete: "postal-code",
            },
            { name: "phone", label: t("account.phone"), type: "tel", autoComplete: "tel" },
            { name: "label", label: t("account.label"), hint: t("account.labelHint") },
          ]}
          values={{
            line1: address?.line1 ?? "",
            state: (await wilayaCodeOf(locale, address?.state ?? "")) ?? "",
            city: address?.city ?? "",
            postal_code: address?.postal_code ?? "",
            phone: phoneText(address?.phone ?? customer.phone ?? ""),
            label: address?.label ?? "",
          }}
          hidden={{ locale, id: address?.id ?? "" }}
          submit={t("account.save")}
          busy={t("account.busy")}
        />
      </div>
    </AccountFrame>
  );
}
