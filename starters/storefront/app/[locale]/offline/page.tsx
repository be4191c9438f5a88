import type { Metadata } from "next";
import { theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import type { Locale } from "@/lib/locales";
import { phoneLink, phoneText } from "@/lib/phone";
import { textsOf } from "@/lib/texts";

export const metadata: Metadata = { robots: { index: false } };

/** What public/offline.js shows where there is no network: it needs no script, and no picture. */
export default async function Offline({ params }: { params: Promise<{ locale: string }> }) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const { phone } = contactOf(await theStore(locale));
  return (
    <main className="mx-auto max-w-xl px-(--gutter) py-18 text-center">
      <div className="mx-auto w-72 border-edge border-b">
        <div className="mx-auto h-44 w-36 rounded-[var(--door)] bg-sunk" />
      </div>
      <h1 className="mt-6">{t("states.offlineTitle")}</h1>
      <p className="mx-auto mt-3 max-w-sm text-soft">{t("states.offlineText")}</p>
      {phone && (
        <a href={phoneLink(phone)} className="mt-3 inline-flex min-h-11 items-center font-semibold text-[32px]">
          <bdi dir="ltr">{phoneText(phone)}</bdi>
        </a>
      )}
      <p className="mt-5">
        <a
          // biome-ignore lint/a11y/useValidAnchor: the address of the page that was asked for
          href=""
          className="button"
        >
          {t("states.retry")}
        </a>
      </p>
    </main>
  );
}
