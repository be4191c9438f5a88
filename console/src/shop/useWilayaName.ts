import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { placeName, wilayasQuery } from "./places.ts";

/** What a wilaya is called, by its code; a region without a code is called as a person wrote it. */
export function useWilayaName(): (code: string | null | undefined, written: string | null) => string {
  const { language } = useLanguage();
  const { country } = useStore();
  const { data } = useQuery({ ...wilayasQuery, enabled: country === "DZ" });
  const names = useMemo(
    () => new Map(data?.map((wilaya) => [Number(wilaya.code), placeName(wilaya, language)])),
    [data, language],
  );
  return (code, written) => (code ? names.get(Number(code)) : undefined) ?? written ?? "";
}
