import type { Store } from "@hanout/client/shop";
import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { preload } from "react-dom";
import { accentOf } from "@/lib/accent";
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

/** After all else is there, for when the network goes (public/offline.js). */
const OFFLINE = `addEventListener("load",()=>navigator.serviceWorker?.register("/offline.js"))`;

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params;
  if (!isLocale(locale)) return {};
  const store = await storeIfItAnswers(locale);
  if (!store) return {};
  const name = nameOf(store.name, locale);
  return {
    title: { default: name, template: `%s – ${name}` },
    description: store.description,
    ...(store.logo_url && { icons: { icon: store.logo_url } }),
  };
}

export default async function Layout({ params, children }: Props) {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  const [{ theme }, store] = [await currentStore(), await storeIfItAnswers(locale)];
  for (const font of theme ? [] : FIRST_FONTS[locale])
    preload(`/fonts/${font}.woff2`, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang={locale} dir={directionOf(locale)} data-theme={theme} style={store && valuesOf(store)}>
      <body>
        {children}
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          dangerouslySetInnerHTML={{ __html: OFFLINE }}
        />
      </body>
    </html>
  );
}

/** What the store sets of the theme: its colour, and the roundness of its corners. */
function valuesOf({ primary_color, theme_settings }: Store): React.CSSProperties {
  const radius = theme_settings?.radius;
  return {
    ...accentOf(primary_color),
    ...(typeof radius === "number" && { "--radius": `${radius}px` }),
  } as React.CSSProperties;
}

/** The frame stands also when the server does not answer: then error.tsx is in it. */
const storeIfItAnswers = (locale: Locale): Promise<Store | undefined> => theStore(locale).catch(() => undefined);
