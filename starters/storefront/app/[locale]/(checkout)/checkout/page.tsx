import { EmptyCart } from "@/components/cart/empty-cart";
import { isEmpty, theCart } from "@/lib/cart";
import { theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import { theCustomer } from "@/lib/customer";
import { theDelivery, theWilayas, wilayaCodeOf } from "@/lib/delivery";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { ownMetadata } from "@/lib/page-metadata";
import { phoneText } from "@/lib/phone";
import { textsOf } from "@/lib/texts";
import { CheckoutForm } from "./checkout-form";
import { offerFor } from "./offer";
import { OrderedLines } from "./ordered-lines";
import type { Values } from "./state";

interface Props {
  params: Promise<{ locale: string }>;
}

export const generateMetadata = ownMetadata("checkout.title");

/** One page, without an account and without a card: the telephone first. */
export default async function CheckoutPage({ params }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const cart = await theCart(locale);
  if (isEmpty(cart) || cart.items.length === 0) return <EmptyCart locale={locale} />;
  const [store, wilayas, values] = [await theStore(locale), await theWilayas(locale), await firstValues(locale)];
  return (
    <CheckoutForm
      locale={locale}
      country={store.country}
      phone={contactOf(store).phone}
      wilayas={wilayas}
      first={{ values, errors: {}, offer: await offerFor(locale, cart, values) }}
      lines={<OrderedLines cart={cart} locale={locale} />}
      texts={t.section("checkout")}
      sums={{ ...t.section("sums"), free: t("delivery.free") }}
    />
  );
}

/** What is known already: of the account, or the wilaya alone. */
async function firstValues(locale: Locale): Promise<Values> {
  const customer = await theCustomer(locale);
  const address = customer?.addresses[0];
  return {
    phone: phoneText(address?.phone || customer?.phone || ""),
    name: nameOf(customer?.full_name ?? "", locale),
    wilaya: (await wilayaCodeOf(locale, address?.state ?? "")) ?? (await theDelivery(locale))?.code ?? "",
    commune: address?.city ?? "",
    method: "home",
    address: [address?.line1, address?.line2].filter(Boolean).join(", "),
    note: "",
  };
}
