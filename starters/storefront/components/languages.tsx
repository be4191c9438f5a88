"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { LANGUAGE_NAMES, LOCALES, type Locale } from "@/lib/locales";

/** The same page in the other languages. They are loaded whole, because direction and fonts change. */
export const Languages = ({ locale }: { locale: Locale }) => (
  <Suspense>
    <Links locale={locale} />
  </Suspense>
);

function Links({ locale }: { locale: Locale }) {
  const path = usePathname().replace(/^\/[^/]+/, "");
  const query = useSearchParams().toString();
  return (
    <span className="flex gap-4">
      {LOCALES.filter((other) => other !== locale).map((other) => (
        <a
          key={other}
          href={`/${other}${path}${query ? `?${query}` : ""}`}
          hrefLang={other}
          lang={other}
          className="flex min-h-11 items-center hover:text-accent"
        >
          {LANGUAGE_NAMES[other]}
        </a>
      ))}
    </span>
  );
}
