import Link from "next/link";
import { FieldForm } from "@/components/field-form";
import { backFrom, pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";
import { register } from "../actions";

interface Props {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ back?: string }>;
}

export const generateMetadata = ownMetadata("account.register");

export default async function RegisterPage({ params, searchParams }: Props) {
  const locale = (await params).locale as Locale;
  const { back = "" } = await searchParams;
  const t = textsOf(locale);
  return (
    <div className="task pt-8 lg:pt-14">
      <div className="mx-auto max-w-md">
        <h1>{t("account.register")}</h1>
        <p className="mt-2 text-soft">{t("account.registerText")}</p>
        <FieldForm
          action={register}
          fields={[
            { name: "full_name", label: t("checkout.name"), autoComplete: "name" },
            { name: "email", label: t("account.email"), type: "email", autoComplete: "email" },
            { name: "phone", label: t("account.phone"), type: "tel", autoComplete: "tel" },
            {
              name: "password",
              label: t("account.password"),
              hint: t("account.passwordHint"),
              type: "password",
              autoComplete: "new-password",
            },
          ]}
          hidden={{ locale, back }}
          submit={t("account.register")}
          busy={t("account.busy")}
        />
        <p className="mt-4">
          <Link
            className="link inline-flex min-h-11 items-center"
            href={pathTo(locale, backFrom("/account/sign-in", back))}
            prefetch={false}
          >
            {t("account.haveOne")}
          </Link>
        </p>
      </div>
    </div>
  );
}
