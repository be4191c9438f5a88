import { useLanguage } from "../messages/TextsContext.tsx";
import { placeName, useCommunes, useWilayas } from "../shop/places.ts";
import type { Order } from "./order.ts";

/** Where an order goes, in the language of the console where the place is known; else as it was written. */
export function usePlace({
  wilaya_code,
  customer_wilaya,
  customer_commune,
}: Pick<Order, "wilaya_code" | "customer_wilaya" | "customer_commune">) {
  const { language } = useLanguage();
  const wilaya = useWilayas().find(({ code }) => code === wilaya_code);
  const commune = useCommunes(wilaya?.code).find((one) => [one.name_fr, one.name_ar].includes(customer_commune ?? ""));
  return {
    wilaya: wilaya ? placeName(wilaya, language) : customer_wilaya,
    commune: commune ? placeName(commune, language) : customer_commune,
  };
}
