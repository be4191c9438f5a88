import { useWilayaName } from "../shop/useWilayaName.ts";

interface Placed {
  wilaya_code?: string | null;
  customer_wilaya?: string | null;
  customer_commune?: string | null;
}

/** Where somebody lives: `Alger · Kouba`. The wilaya is called as the console's language does. */
export function usePlaceText(): (order: Placed) => string {
  const wilayaName = useWilayaName();
  return ({ wilaya_code, customer_wilaya = null, customer_commune }) =>
    [wilayaName(wilaya_code, customer_wilaya), customer_commune].filter(Boolean).join(" · ");
}
