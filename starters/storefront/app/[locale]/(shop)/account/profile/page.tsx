import { AccountFrame } from "@/components/account-frame";
import { FieldForm } from "@/components/field-form";
import { signedIn } from "@/lib/customer";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { phoneText } from "@/lib/phone";
import { textsOf } from "@/lib/texts";
import { changeProfile } from "../actions";

interface Props {
  params: Promise<{ locale: string }>;
}

export const generateMetadata = ownMetadata("account.profile");

export default async function ProfilePage({ params }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const customer = await signedIn(locale, "/account/profile");
  return (
    <AccountFrame locale={locale} customer={customer} active="profile">
      <div className="max-w-md">
        <h1 className="max-lg:sr-only lg:text-[38px]">{t("account.profile")}</h1>
        <FieldForm
          action={changeProfile}
          fields={[
            { name: "full_name", label: t("checkout.name"), autoComplete: "name" },
            { name: "phone", label: t("account.phone"), type: "tel", autoComplete: "tel" },
            { name: "email", label: t("account.email"), type: "email", autoComplete: "email" },
            {
              name: "current_password",
              label: t("account.currentPassword"),
              hint: t("account.currentPasswordHint"),
              type: "password",
              autoComplete: "current-password",
            },
          ]}
          values={{
            full_name: customer.full_name,
            phone: phoneText(customer.phone ?? ""),
            email: customer.email,
          }}
          hidden={{ locale }}
          submit={t("account.save")}
          busy={t("account.busy")}
        />
      </div>
    </AccountFrame>
  );
}
