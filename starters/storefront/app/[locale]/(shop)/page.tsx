import { Doors } from "@/components/doors";
import { theCategories } from "@/lib/catalogue";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";

export default async function Home({ params }: { params: Promise<{ locale: string }> }) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  return (
    <div className="wide">
      <h1 className="section">{t("home.doors")}</h1>
      <Doors categories={await theCategories(locale)} locale={locale} />
    </div>
  );
}
