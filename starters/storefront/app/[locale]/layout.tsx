import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { preload } from "react-dom";
import { theStore } from "@/lib/catalogue";
import { currentStore } from "@/lib/hanout";
import { directionOf, isLocale, type Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import "../shop.css";

interface Props {
  params: Promise<{ locale: string }>;
  children: React.ReactNode;
}

/** The letters of a page's first lines. */
const FIRST_FONTS: Record<Locale, string[]> = {
  ar: ["plex-arabic-400", "amiri-arabic-400"],
  fr: ["plex-latin-400", "newsreader-latin-400"],
  en: ["plex-latin-400", "newsreader-latin-400"],
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params;
  if (!isLocale(locale)) return {};
  const store = await theStore(locale);
  const name = nameOf(store.name, locale);
  return { title: { default: name, template: `%s – ${name}` }, description: store.description };
}

export default async function Layout({ params, children }: Props) {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  const { theme } = await currentStore();
  for (const font of theme ? [] : FIRST_FONTS[locale])
    preload(`/fonts/${font}.woff2`, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang={locale} dir={directionOf(locale)} data-theme={theme}>
      <body>{children}</body>
    </html>
  );
}
