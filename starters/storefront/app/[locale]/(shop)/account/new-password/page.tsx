import type { Metadata } from "next";
import Link from "next/link";
import { FieldForm } from "@/components/field-form";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { newPassword } from "../actions";

interface Props {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ token?: string }>;
}

/** The address has the token, which no other host may learn. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = textsOf((await params).locale as Locale);
  return { title: t("account.newPassword"), robots: { index: false }, referrer: "no-referrer" };
}

/** Where the link of the mail leads: the store's `password_reset_url` is this page with `?token={token}`. */
export default async function NewPasswordPage({ params, searchParams }: Props) {
  const locale = (await params).locale as Locale;
  const { token = "" } = await searchParams;
  const t = textsOf(locale);
  return (
    <div className="task pt-8 lg:pt-14">
      <div className="mx-auto max-w-md">
        <h1>{t("account.newPassword")}</h1>
        <FieldForm
          action={newPassword}
          fields={[
            {
              name: "password",
              label: t("account.newPassword"),
              hint: t("account.passwordHint"),
              type: "password",
              autoComplete: "new-password",
            },
          ]}
          hidden={{ locale, token }}
          submit={t("account.setPassword")}
          busy={t("account.busy")}
        />
        <p className="mt-4">
          <Link
            className="link inline-flex min-h-11 items-center"
            href={pathTo(locale, "/account/forgot")}
            prefetch={false}
          >
            {t("account.anotherLink")}
          </Link>
        </p>
      </div>
    </div>
  );
}
