"use server";

import { attempt, type HanoutError } from "@hanout/client/shop";
import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { isEmpty, theCart } from "@/lib/cart";
import { theStore } from "@/lib/catalogue";
import { theCustomer } from "@/lib/customer";
import type { FormState } from "@/lib/form-state";
import { shopper } from "@/lib/hanout";
import { pathTo } from "@/lib/links";
import { type Locale, localeOf } from "@/lib/locales";
import { orderOf } from "@/lib/orders";
import { westernDigits } from "@/lib/phone-problem";
import { fieldErrors, refusalText } from "@/lib/refusals";
import { dropCookies, setCookie } from "@/lib/set-cookie";
import { textsOf } from "@/lib/texts";

const text = (form: FormData, name: string) => String(form.get(name) ?? "").trim();

/** What was typed, to be shown again. */
const typed = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !name.includes("password") && !name.startsWith("$") ? [[name, value]] : [],
    ),
  );

/** Why it was refused: below its field where the form has it, else for the whole form. */
function refusedBy(locale: Locale, form: FormData, error: HanoutError): FormState {
  const all = error.code === "invalid_value" ? Object.entries(fieldErrors(error)) : [];
  const errors = Object.fromEntries(all.filter(([name]) => form.has(name)));
  const isSaid = Object.keys(errors).length > 0;
  return { values: typed(form), errors, refusal: isSaid ? undefined : refusalText(locale, error) };
}

/** Where to go after signing in: back to a page of ours, else to the account. */
function backOf(locale: Locale, form: FormData): string {
  const back = text(form, "back");
  return pathTo(locale, /^\/(?![/\\])/.test(back) ? back : "/account");
}

export async function signIn(_before: FormState, form: FormData): Promise<FormState> {
  const locale = localeOf(form.get("locale"));
  const given = { email: text(form, "email"), password: String(form.get("password") ?? "") };
  const { data, error } = await attempt((await shopper(locale)).account.logIn(given));
  if (error) return refusedBy(locale, form, error);
  await setCookie("token", data.token);
  redirect(backOf(locale, form));
}

export async function register(_before: FormState, form: FormData): Promise<FormState> {
  const locale = localeOf(form.get("locale"));
  const given = {
    full_name: text(form, "full_name"),
    email: text(form, "email"),
    phone: westernDigits(text(form, "phone")) || undefined,
    password: String(form.get("password") ?? ""),
  };
  const { data, error } = await attempt((await shopper(locale)).account.signUp(given));
  if (error) return refusedBy(locale, form, error);
  await setCookie("token", data.token);
  redirect(backOf(locale, form));
}

/** The answer is the same whether there is such an account or not. */
export async function forgotPassword(_before: FormState, form: FormData): Promise<FormState> {
  const locale = localeOf(form.get("locale"));
  const email = text(form, "email");
  const { error } = await attempt((await shopper(locale)).account.forgotPassword({ email }));
  return error
    ? refusedBy(locale, form, error)
    : { values: { email }, errors: {}, done: textsOf(locale)("account.linkSent") };
}

export async function newPassword(_before: FormState, form: FormData): Promise<FormState> {
  const locale = localeOf(form.get("locale"));
  const given = { token: text(form, "token"), password: String(form.get("password") ?? "") };
  const { data, error } = await attempt((await shopper(locale)).account.resetPassword(given));
  if (error) return refusedBy(locale, form, error);
  await setCookie("token", data.token);
  redirect(pathTo(locale, "/account"));
}

/** Forgets who was here: the cart belongs to the account, and so it goes, too. */
export async function signOut(form: FormData): Promise<void> {
  await dropCookies("token", "cart", "coupon", "placed", "orders");
  redirect(pathTo(localeOf(form.get("locale")), "/"));
}

export async function changeProfile(_before: FormState, form: FormData): Promise<FormState> {
  const locale = localeOf(form.get("locale"));
  const customer = await theCustomer(locale);
  const email = text(form, "email");
  const { error } = await attempt(
    (await shopper(locale)).account.update({
      full_name: text(form, "full_name"),
      phone: westernDigits(text(form, "phone")) || null,
      // Only a new e-mail needs the password.
      ...(email !== customer?.email && { email, current_password: String(form.get("current_password") ?? "") }),
    }),
  );
  if (error) return refusedBy(locale, form, error);
  refresh();
  return { values: typed(form), errors: {}, done: textsOf(locale)("account.saved") };
}

/** Adds an address, or changes the one whose id is `id`. */
export async function saveAddress(_before: FormState, form: FormData): Promise<FormState> {
  const locale = localeOf(form.get("locale"));
  const address = {
    label: text(form, "label") || null,
    line1: text(form, "line1"),
    city: text(form, "city"),
    state: text(form, "state"),
    country: (await theStore(locale)).country,
    postal_code: westernDigits(text(form, "postal_code")),
    phone: westernDigits(text(form, "phone")),
  };
  const { addresses } = await shopper(locale);
  const id = text(form, "id");
  const { error } = await attempt(id ? addresses.update(id, address) : addresses.add(address));
  if (error) return refusedBy(locale, form, error);
  redirect(pathTo(locale, "/account/addresses"));
}

/** Deletes an address, or makes it the default (`change` is `default`). */
export async function changeAddress(_before: FormState, form: FormData): Promise<FormState> {
  const locale = localeOf(form.get("locale"));
  const { addresses } = await shopper(locale);
  const id = text(form, "id");
  const { error } = await attempt(text(form, "change") === "default" ? addresses.setDefault(id) : addresses.delete(id));
  refresh();
  return error ? refusedBy(locale, form, error) : { values: {}, errors: {} };
}

/** Puts what was in an order into the cart again, as far as there is stock. The cart's page says how much of it is missing. */
export async function orderAgain(form: FormData): Promise<void> {
  const locale = localeOf(form.get("locale"));
  const { order, error } = await orderOf(locale, text(form, "number"));
  if (error) throw error;
  const shop = await shopper(locale);
  const cart = await theCart(locale);
  const id = isEmpty(cart) ? (await shop.cart.create()).id : cart.id;
  let present = cart;
  let missing = 0;
  const add = async (item: { product_id: string; variant_id: string | null; quantity: number }) => {
    const { data, error } = await attempt(shop.cart.addItem(id, item));
    if (data) present = data;
    return error;
  };
  for (const { product_id, variant_id, quantity } of order?.items ?? []) {
    const item = { product_id, variant_id, quantity };
    const refusal = await add(item);
    if (!refusal) continue;
    const same = present?.items.find((one) => one.product_id === product_id && one.variant_id === variant_id);
    const left = refusal.code === "insufficient_stock" ? Number(refusal.problem.available) - (same?.quantity ?? 0) : 0;
    const isPart = left > 0 && !(await add({ ...item, quantity: left }));
    missing += isPart ? quantity - left : quantity;
  }
  await setCookie("cart", id);
  redirect(pathTo(locale, missing > 0 ? `/cart?missing=${missing}` : "/cart"));
}
