"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { deliveryTo } from "@/lib/delivery";
import { pathTo } from "@/lib/links";
import { localeOf } from "@/lib/locales";
import { setCookie } from "@/lib/set-cookie";

/** Remembers the wilaya, and goes back to the page where the shopper was: `locale`, `code` and `back` (empty in the sheet). */
export async function chooseWilaya(form: FormData): Promise<void> {
  const locale = localeOf(form.get("locale"));
  const delivery = await deliveryTo(locale, String(form.get("code") ?? ""));
  if (delivery) await setCookie("wilaya", delivery.code);
  const back = String(form.get("back") ?? "");
  if (!back) return refresh();
  redirect(back.startsWith(`/${locale}/`) || back === `/${locale}` ? back : pathTo(locale, "/"));
}
