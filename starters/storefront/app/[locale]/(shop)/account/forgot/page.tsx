import { FieldForm } from "@/components/field-form";
import { CallUs } from "@/components/order/call-us";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";
import { forgotPassword } from "../actions";

interface Props {
  params: Promise<{ locale: string }>;
}

export const generateMetadata = ownMetadata("account.forgot");

export default async function ForgotPage({ params }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  return (
    <div className="task pt-8 lg:pt-14">
      <div className="mx-auto max-w-md">
        <h1>{t("account.forgot")}</h1>
        <p className="mt-2 text-soft">{t("account.forgotText")}</p>
        <FieldForm
          action={forgotPassword}
          fields={[{ name: "email", label: t("account.email"), type: "email", autoComplete: "email" }]}
          hidden={{ locale }}
          submit={t("account.sendLink")}
          busy={t("account.busy")}
        />
        <div className="mt-6">
          <CallUs locale={locale} text={t("account.noMail")} />
        </div>
      </div>
    </div>
  );
}
