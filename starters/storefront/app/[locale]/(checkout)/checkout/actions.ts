"use server";

import { attempt, type Cart, type HanoutError } from "@hanout/client/shop";
import { RedirectType, redirect } from "next/navigation";
import { isEmpty, theCart } from "@/lib/cart";
import { theStore } from "@/lib/catalogue";
import { theCustomer } from "@/lib/customer";
import { shopper } from "@/lib/hanout";
import { pathTo } from "@/lib/links";
import { type Locale, localeOf } from "@/lib/locales";
import { moneyText } from "@/lib/money";
import { phoneProblem, westernDigits } from "@/lib/phone-problem";
import { rememberPlaced, thePlaced } from "@/lib/placed";
import { fieldErrors, refusalText } from "@/lib/refusals";
import { dropCookies, setCookie } from "@/lib/set-cookie";
import { textsOf } from "@/lib/texts";
import { offerFor } from "./offer";
import type { CheckoutState, Field, Offer, Values } from "./state";

/** Works the price out anew, and places the order when that is what was pressed (`intent` is `order`). */
export async function checkOut(_before: CheckoutState, form: FormData): Promise<CheckoutState> {
  const locale = localeOf(form.get("locale"));
  const t = textsOf(locale);
  const values = valuesOf(form);
  const cart = await theCart(locale);
  if (isEmpty(cart) || cart.items.length === 0) return leave(locale);

  const offer = await offerFor(locale, cart, values);
  if (offer.delivery) await setCookie("wilaya", values.wilaya);
  if (form.get("intent") !== "order") return { values, errors: {}, offer };

  const errors = await errorsOf(locale, values, offer);
  if (Object.keys(errors).length > 0) return { values, errors, offer };
  if (form.get("seen") !== offer.seen) {
    const total = moneyText(offer.quote.total, offer.quote.currency, locale);
    return { values, errors, offer, refusal: t("checkout.changed", { total }) };
  }
  return place(locale, cart, values, offer);
}

async function place(locale: Locale, cart: Cart, values: Values, offer: Offer): Promise<CheckoutState> {
  const { name, commune, address, note, wilaya } = values;
  const phone = westernDigits(values.phone);
  const customer = await theCustomer(locale);
  const order = {
    cart_id: cart.id,
    customer_name: name,
    customer_phone: phone,
    customer_email: customer?.email,
    customer_wilaya: wilaya,
    customer_commune: commune,
    shipping_address: { method: offer.method, ...(offer.method === "home" && { line1: address }) },
    payment_method: "cod",
    customer_notes: note || undefined,
    coupon_code: offer.quote.coupon?.isValid ? offer.quote.coupon.code : undefined,
  };
  // One cart becomes one order: a second tap sends the same key, and gets the same order.
  const { data, error } = await attempt((await shopper(locale)).orders.place(order, { idempotencyKey: cart.id }));
  if (error) return refused(locale, values, offer, error);
  await rememberPlaced({ number: data.order_number, name, phone });
  await dropCookies("cart", "coupon");
  return redirect(pathTo(locale, "/thanks"), RedirectType.replace);
}

async function refused(locale: Locale, values: Values, offer: Offer, error: HanoutError): Promise<CheckoutState> {
  if (error.code === "cart_converted" || error.code === "idempotency_key_reused") return leave(locale);
  // Without the token the next try orders as a guest; the text says so.
  if (error.code === "invalid_token") await dropCookies("token");
  const { customer_phone, customer_name, customer_commune, customer_notes } = fieldErrors(error);
  const errors = { phone: customer_phone, name: customer_name, commune: customer_commune, note: customer_notes };
  const found = Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));
  return { values, errors: found, offer, refusal: refusalText(locale, error) };
}

/** There is nothing to order, because it was ordered in another tab, or taken out there. */
async function leave(locale: Locale): Promise<never> {
  redirect(pathTo(locale, (await thePlaced()) ? "/thanks" : "/cart"), RedirectType.replace);
}

function valuesOf(form: FormData): Values {
  const text = (name: Field) => String(form.get(name) ?? "").trim();
  return {
    phone: text("phone"),
    name: text("name"),
    wilaya: text("wilaya"),
    commune: text("commune"),
    method: text("method") === "desk" ? "desk" : "home",
    address: text("address"),
    note: text("note"),
  };
}

async function errorsOf(locale: Locale, values: Values, offer: Offer): Promise<CheckoutState["errors"]> {
  const t = textsOf(locale);
  const { country } = await theStore(locale);
  const errors: CheckoutState["errors"] = {};
  const problem = phoneProblem(values.phone, country);
  if (problem) errors.phone = t(`checkout.${problem.key}`, { count: problem.count });
  if (!values.name) errors.name = t("checkout.nameEmpty");
  if (!offer.delivery) errors.wilaya = t("checkout.wilayaEmpty");
  if (!values.commune) errors.commune = t("checkout.communeEmpty");
  if (!values.address && offer.method === "home") errors.address = t("checkout.addressEmpty");
  return errors;
}
