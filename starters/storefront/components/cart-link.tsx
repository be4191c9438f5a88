import Link from "next/link";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { Icon } from "./icon";

/** The bag of the header. */
export function CartLink({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  return (
    <Link className="target" href={pathTo(locale, "/cart")} prefetch={false} aria-label={t("header.cart")}>
      <Icon name="bag" />
    </Link>
  );
}
