import { everyPath } from "@/lib/everything";
import { pathTo } from "@/lib/links";
import { LOCALES } from "@/lib/locales";
import { originOf } from "@/lib/origin";

/** Every page in every language, for search engines. Next's own sitemap.ts would be one for all host names. */
export async function GET(): Promise<Response> {
  const [paths, origin] = [await everyPath("fr"), await originOf()];
  const entries = paths.flatMap(({ path, changed }) => {
    const address = (locale: (typeof LOCALES)[number]) => inXml(origin + pathTo(locale, path));
    const links = LOCALES.map(
      (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${address(other)}"/>`,
    ).join("");
    const when = changed ? `<lastmod>${changed}</lastmod>` : "";
    return LOCALES.map((locale) => `<url><loc>${address(locale)}</loc>${when}${links}</url>`);
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`,
    { headers: { "content-type": "application/xml" } },
  );
}

const inXml = (text: string): string => encodeURI(decodeURI(text)).replaceAll("&", "&amp;");
