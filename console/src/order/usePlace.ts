import { useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { placeName, useCommunes } from "../shop/places.ts";
import { useWilayaName } from "../shop/useWilayaName.ts";
import type { Order } from "./order.ts";

/** Where an order goes, in the language of the console where the place is known; else as it was written. */
export function usePlace({
  wilaya_code: code,
  customer_wilaya,
  customer_commune,
}: Pick<Order, "wilaya_code" | "customer_wilaya" | "customer_commune">) {
  const { language } = useLanguage();
  const { country } = useStore();
  const wilayaName = useWilayaName();
  const communes = useCommunes(country === "DZ" ? (code ?? undefined) : undefined);
  const commune = communes.find((one) => [one.name_fr, one.name_ar].includes(customer_commune ?? ""));
  return {
    wilaya: wilayaName(code, customer_wilaya),
    commune: commune ? placeName(commune, language) : customer_commune,
  };
}
