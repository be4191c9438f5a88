import { useLanguage } from "../messages/TextsContext.tsx";
import { isNamed, placeName, useWilayas } from "./places.ts";

/** What a wilaya is called, by its code; without one, by what a person wrote. What names none is called as it was written. */
export function useWilayaName(): (code: string | null | undefined, written: string | null) => string {
  const { language } = useLanguage();
  const wilayas = useWilayas();
  const named = (text: string | null) => (text ? wilayas.find((one) => isNamed(one, text)) : undefined);
  return (code, written) => {
    const wilaya = code ? wilayas.find((one) => Number(one.code) === Number(code)) : named(written);
    return wilaya ? placeName(wilaya, language) : (written ?? "");
  };
}
