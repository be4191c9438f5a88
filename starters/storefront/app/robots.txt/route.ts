import { LOCALES } from "@/lib/locales";
import { originOf } from "@/lib/origin";

/** What is one shopper's own is not for search engines. */
const PRIVATE = ["cart", "checkout", "account", "orders", "search", "wilaya"];

export async function GET(): Promise<Response> {
  const hidden = LOCALES.flatMap((locale) => PRIVATE.map((page) => `Disallow: /${locale}/${page}`));
  const lines = ["User-agent: *", ...hidden, "", `Sitemap: ${await originOf()}/sitemap.xml`, ""];
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
