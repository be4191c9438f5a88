import { useLanguage } from "../messages/TextsContext.tsx";
import { placeName, useWilayas } from "./places.ts";

/** What a wilaya is called, by its code; a region without a code is called as a person wrote it. */
export function useWilayaName(): (code: string | null | undefined, written: string | null) => string {
  const { language } = useLanguage();
  const wilayas = useWilayas();
  return (code, written) => {
    const wilaya = code ? wilayas.find((one) => Number(one.code) === Number(code)) : undefined;
    return wilaya ? placeName(wilaya, language) : (written ?? "");
  };
}
