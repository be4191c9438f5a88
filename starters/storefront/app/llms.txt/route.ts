import { theCategories, theCollections, thePages, theRates, theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import { isLocale, LOCALES, type Locale } from "@/lib/locales";
import { moneyText } from "@/lib/money";
import { originOf } from "@/lib/origin";

/** What a language model should know of the shop (llmstxt.org), in the store's language. */
export async function GET(): Promise<Response> {
  const { locale: own } = await theStore("fr");
  const short = own.split("-")[0] ?? "";
  const locale: Locale = isLocale(short) ? short : "en";
  const [store, categories, collections, pages, rates, origin] = await Promise.all([
    theStore(locale),
    theCategories(locale),
    theCollections(locale),
    thePages(locale),
    theRates(locale),
    originOf(),
  ]);
  const { phone, email, address } = contactOf(store);
  const link = (name: string, path: string, about?: string | null) =>
    `- [${name}](${origin}/${locale}${path})${about ? `: ${about}` : ""}`;
  const lowest = rates.length > 0 ? Math.min(...rates.map(({ price }) => price)) : undefined;
  const lines = [
    `# ${store.name}`,
    "",
    `> ${store.description ?? store.name}`,
    "",
    `- Currency: ${store.currency}. Payment: cash on delivery.`,
    ...(lowest === undefined ? [] : [`- Delivery: from ${moneyText(lowest, store.currency, "en")}.`]),
    ...(phone ? [`- Telephone: ${phone}`] : []),
    ...(email ? [`- E-mail: ${email}`] : []),
    ...(address ? [`- Address: ${address}`] : []),
    `- Languages: ${LOCALES.map((one) => `${origin}/${one}`).join(", ")}`,
    `- Search: ${origin}/${locale}/search?q=words`,
    `- All pages: ${origin}/sitemap.xml`,
    "",
    "## Categories",
    "",
    ...categories.map(({ name, slug, description }) => link(name, `/categories/${slug}`, description)),
    "",
    "## Collections",
    "",
    ...collections.map(({ title, slug, description }) => link(title, `/collections/${slug}`, description)),
    "",
    "## Pages",
    "",
    ...pages.map(({ title, slug, excerpt }) => link(title, `/pages/${slug}`, excerpt)),
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
