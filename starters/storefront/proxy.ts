import { type NextRequest, NextResponse } from "next/server";
import { isLocale, LOCALES } from "./lib/locales";

/** Gives an address without a language that of the browser, or the first of ours. */
export function proxy(request: NextRequest): NextResponse {
  const url = request.nextUrl.clone();
  const [, first = ""] = url.pathname.split("/");
  if (isLocale(first)) return NextResponse.next();
  url.pathname = `/${languageOf(request)}${url.pathname === "/" ? "" : url.pathname}`;
  const answer = NextResponse.redirect(url, 307);
  answer.headers.set("Vary", "Accept-Language");
  return answer;
}

function languageOf(request: NextRequest): string {
  const wanted = (request.headers.get("accept-language") ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.trim().split(";");
      const weight = rest
        .find((one) => one.trim().startsWith("q="))
        ?.trim()
        .slice(2);
      return { language: tag.split("-")[0]?.toLowerCase() ?? "", weight: weight === undefined ? 1 : Number(weight) };
    })
    .sort((a, b) => b.weight - a.weight);
  return wanted.find(({ language }) => isLocale(language))?.language ?? LOCALES[0];
}

/** All but files and what has no language. */
export const config = {
  matcher: ["/((?!_next/|fonts/|hooks$|sitemap\\.xml$|robots\\.txt$|llms\\.txt$|offline\\.js$).*)"],
};
