"use client";

import { useParams } from "next/navigation";
import { isLocale } from "@/lib/locales";
import ar from "@/messages/ar/error.json";
import en from "@/messages/en/error.json";
import fr from "@/messages/fr/error.json";

const TEXTS = { ar, fr, en };

/** When the server does not answer, or something of ours is wrong. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const { locale } = useParams();
  const texts = TEXTS[typeof locale === "string" && isLocale(locale) ? locale : "ar"];
  return (
    <div className="mx-auto max-w-xl px-(--gutter) py-18 text-center">
      <div className="mx-auto h-44 w-36 rounded-[var(--door)] bg-sunk" />
      <div className="mx-auto w-72 border-edge border-t" />
      <h1 className="mt-6">{texts.title}</h1>
      <p className="mt-3 text-soft">{texts.text}</p>
      <button type="button" className="button mt-6" onClick={reset}>
        {texts.retry}
      </button>
    </div>
  );
}
