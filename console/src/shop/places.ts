import { useQuery } from "@tanstack/react-query";
import { useApi, useStore } from "../api/api.ts";
import type { Language } from "../messages/languages.ts";

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
