import { useQuery } from "@tanstack/react-query";
import { useApi, useStore } from "../api/api.ts";
import type { Language } from "../messages/languages.ts";
import { matches } from "../parts/matches.ts";

export interface Place {
  name_fr: string;
  name_ar: string;
}

export interface Wilaya extends Place {
  code: string;
}

/** All wilayas; in other countries there are none. */
export function useWilayas(): Wilaya[] {
  const { admin } = useApi();
  const { country } = useStore();
  const { data } = useQuery({
    queryKey: ["wilayas"],
    queryFn: ({ signal }) => admin.run("wilayas_list", {}, { signal }) as Promise<{ data: Wilaya[] }>,
    enabled: country === "DZ",
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.data ?? [];
}

/** The communes of a wilaya. */
export function useCommunes(code: string | undefined): Place[] {
  const { admin } = useApi();
  const { data } = useQuery({
    queryKey: ["communes", code],
    queryFn: ({ signal }) => admin.run("communes_list", { wilaya: code }, { signal }) as Promise<{ data: Place[] }>,
    enabled: code !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.data ?? [];
}

export const placeName = ({ name_fr, name_ar }: Place, language: Language): string =>
  language === "ar" ? name_ar : name_fr;

/** Whether a text names the wilaya: its name, its code, or both, as `16 - Alger`. */
export const isNamed = ({ code, name_fr, name_ar }: Wilaya, text: string): boolean => {
  const words = text.replace(/^\s*0*(\d+)\s*[-–·.]?\s*/, "").trim();
  if (words === "") return text !== "" && Number(text) === Number(code);
  return [name_fr, name_ar].some((name) => name.length === words.length && matches(words, name));
};
