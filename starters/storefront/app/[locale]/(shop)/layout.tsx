import { Footer } from "@/components/footer";
import { Header } from "@/components/header";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";

interface Props {
  params: Promise<{ locale: string }>;
  children: React.ReactNode;
  /** What lies over the page: the cart, the wilayas. */
  sheet: React.ReactNode;
}

/** Every page but the checkout, which has a bare header of its own. */
export default async function ShopLayout({ params, children, sheet }: Props) {
  const locale = (await params).locale as Locale;
  return (
    <>
      <a className="skip link" href="#content">
        {textsOf(locale)("header.skip")}
      </a>
      <Header locale={locale} />
      <main id="content">{children}</main>
      <Footer locale={locale} />
      {sheet}
    </>
  );
}
