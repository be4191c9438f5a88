import Link from "next/link";
import { FieldForm } from "@/components/field-form";
import { backFrom, pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";
import { signIn } from "../actions";

interface Props {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ back?: string }>;
}

export const generateMetadata = ownMetadata("account.signIn");

export default async function SignInPage({ params, searchParams }: Props) {
  const locale = (await params).locale as Locale;
  const { back = "" } = await searchParams;
  const t = textsOf(locale);
  return (
    <div className="task pt-8 lg:pt-14">
      <div className="mx-auto max-w-md">
        <h1>{t("account.signIn")}</h1>
        <p className="mt-2 text-soft">{t("account.signInText")}</p>
        <FieldForm
          action={signIn}
          fields={[
            { name: "email", label: t("account.email"), type: "email", autoComplete: "email" },
            { name: "password", label: t("account.password"), type: "password", autoComplete: "current-password" },
          ]}
          hidden={{ locale, back }}
          submit={t("account.signIn")}
          busy={t("account.busy")}
        />
        <p className="mt-4 flex flex-wrap justify-between gap-x-6">
          <Link
            className="link inline-flex min-h-11 items-center"
            href={pathTo(locale, "/account/forgot")}
            prefetch={false}
          >
            {t("account.forgot")}
          </Link>
          <Link
            className="link inline-flex min-h-11 items-center"
            href={pathTo(locale, backFrom("/account/register", back))}
            prefetch={false}
          >
            {t("account.register")}
          </Link>
        </p>
      </div>
    </div>
  );
}
