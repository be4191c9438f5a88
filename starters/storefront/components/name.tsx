import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";

/** A name that the merchant gave, in the shopper's language where it has it. */
export const Name = ({ name, locale }: { name: string; locale: Locale }) => (
  <bdi dir="auto">{nameOf(name, locale)}</bdi>
);
