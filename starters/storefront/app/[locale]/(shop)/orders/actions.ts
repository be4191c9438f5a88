"use server";

import { redirect } from "next/navigation";
import { pathTo } from "@/lib/links";
import { localeOf } from "@/lib/locales";
import { fitsPhone, mayLook, orderOf } from "@/lib/orders";
import { westernDigits } from "@/lib/phone-problem";
import { allowOrder } from "@/lib/placed";
import { refusalText } from "@/lib/refusals";
import { textsOf } from "@/lib/texts";

/** What was asked, and why nothing is shown. */
export interface Asked {
  number: string;
  phone: string;
  refusal?: string;
}

/** Shows an order to whoever knows its number and the phone number it was placed with. */
export async function findOrder(_before: Asked, form: FormData): Promise<Asked> {
  const locale = localeOf(form.get("locale"));
  const asked = {
    number: westernDigits(String(form.get("number") ?? ""))
      .trim()
      .toUpperCase(),
    phone: westernDigits(String(form.get("phone") ?? "")).trim(),
  };
  const t = textsOf(locale);
  if (!asked.number) return { ...asked, refusal: t("tracking.numberEmpty") };
  const { order, error } = await orderOf(locale, asked.number);
  if (error) return { ...asked, refusal: refusalText(locale, error) };
  if (!order || !((await mayLook(order)) || fitsPhone(order, asked.phone)))
    return { ...asked, refusal: t("refusals.order_not_found") };
  await allowOrder(order.order_number);
  redirect(pathTo(locale, `/orders/${order.order_number}`));
}
