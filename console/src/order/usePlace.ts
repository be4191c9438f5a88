import { useQuery } from "@tanstack/react-query";
import { useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { placeName, wilayasQuery } from "../shop/places.ts";
import type { Order } from "./order.ts";

/** Where an order goes, in the language of the console where the place is known; else as it was written. */
export function usePlace({
  wilaya_code,
  customer_wilaya,
  customer_commune,
}: Pick<Order, "wilaya_code" | "customer_wilaya" | "customer_commune">) {
  const { language } = useLanguage();
  const { country } = useStore();
  const { data: wilayas } = useQuery({ ...wilayasQuery, enabled: country === "DZ" && wilaya_code !== null });
  const wilaya = wilayas?.find(({ code }) => code === wilaya_code);
  const commune = wilaya?.communes.find(({ name_fr, name_ar }) => [name_fr, name_ar].includes(customer_commune ?? ""));
  return {
    wilaya: wilaya ? placeName(wilaya, language) : customer_wilaya,
    commune: commune ? placeName(commune, language) : customer_commune,
  };
}
