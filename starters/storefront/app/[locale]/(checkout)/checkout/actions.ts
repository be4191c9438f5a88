"use server";

import { attempt, type HanoutError } from "@hanout/client/shop";
import { RedirectType, redirect } from "next/navigation";
import { isEmpty, theCart, wasOrdered } from "@/lib/cart";
import { theStore } from "@/lib/catalogue";
import { theCustomer } from "@/lib/customer";
import { deliveryTo } from "@/lib/delivery";
import { methodOf, placeIn, townIn } from "@/lib/delivery-cost";
import { shopper } from "@/lib/hanout";
import { pathTo } from "@/lib/links";
import { type Locale, localeOf } from "@/lib/locales";
import { moneyText } from "@/lib/money";
import { phoneProblem, westernDigits } from "@/lib/phone-problem";
import { rememberPlaced, thePlaced } from "@/lib/placed";
import { fieldErrors, refusalText } from "@/lib/refusals";
import { cookieOf, dropCookies, setCookie } from "@/lib/set-cookie";
import { textsOf } from "@/lib/texts";
import { offerFor } from "./offer";
import type { CheckoutState, Field, Offer, Values } from "./state";

/** Works the price out anew, and places the order when that is what was pressed (`intent` is `order`). */
export async function checkOut(_before: CheckoutState, form: FormData): Promise<CheckoutState> {
  const locale = localeOf(form.get("locale"));
  const t = textsOf(locale);
  const values = valuesOf(form);
  const cart = await theCart(locale);
  if (isEmpty(cart) || cart.items.length === 0) {
    if (form.get("intent") === "order" && (await wasOrdered(locale))) await placeAgain(locale, values, form);
    return leave(locale);
  }

  const offer = await offerFor(locale, cart, values);
  if (offer.delivery) await setCookie("wilaya", offer.delivery.code);
  if (form.get("intent") !== "order") return { values, errors: {}, offer };

  const errors = await errorsOf(locale, values, offer);
  if (Object.keys(errors).length > 0) return { values, errors, offer };
  if (form.get("seen") !== offer.seen) {
    const total = moneyText(offer.quote.total, offer.quote.currency, locale);
    return { values, errors, offer, refusal: t("checkout.changed", { total }) };
  }
  const { data, error } = await place(locale, cart.id, { ...values, method: offer.method }, offer.coupon);
  return error ? refused(locale, values, offer, error) : thank(locale, cart.id, data.order_number, values);
}

/** The answer to an order was lost: asks for it again. The server answers the same order, and never makes a second one. */
async function placeAgain(locale: Locale, values: Values, form: FormData): Promise<void> {
  const cart = (await cookieOf("cart")) ?? "";
  const method = methodOf(await deliveryTo(locale, values.wilaya), values.method);
  const { data } = await place(locale, cart, { ...values, method }, String(form.get("coupon") ?? ""));
  if (data) await thank(locale, cart, data.order_number, values);
}

/** One cart becomes one order: a second tap sends the same key and the same order, and gets the same answer. */
async function place(locale: Locale, cart: string, values: Values, coupon: string) {
  const { name, commune, address, note, wilaya, method } = values;
  const customer = await theCustomer(locale);
  const order = {
    cart_id: cart,
    customer_name: name,
    customer_phone: westernDigits(values.phone),
    customer_email: customer?.email,
    customer_wilaya: wilaya,
    customer_commune: commune,
    shipping_address: { method, ...(method === "home" && { line1: address }) },
    payment_method: "cod",
    customer_notes: note || undefined,
    coupon_code: coupon || undefined,
  };
  return attempt((await shopper(locale)).orders.place(order, { idempotencyKey: cart }));
}

async function thank(locale: Locale, cart: string, number: string, { name, phone }: Values): Promise<never> {
  await rememberPlaced({ cart, number, name, phone: westernDigits(phone) });
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
  const [placed, cart] = [await thePlaced(), await cookieOf("cart")];
  const isPlaced = placed && (!cart || placed.cart === cart);
  redirect(pathTo(locale, isPlaced ? "/thanks" : "/cart"), RedirectType.replace);
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
  if (!offer.delivery) errors.wilaya = t(`checkout.${placeIn(country)}Empty`);
  if (!values.commune) errors.commune = t(`checkout.${townIn(country)}Empty`);
  if (!values.address && offer.method === "home") errors.address = t("checkout.addressEmpty");
  return errors;
}
