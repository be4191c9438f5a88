import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { Icon } from "./icon";

/** Under the header: where the shopper wants it delivered, and what that costs. */
export function WilayaStrip({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  return (
    <p className="flex items-center gap-2">
      <span className="text-accent">
        <Icon name="pin" size={18} />
      </span>
      {t("wilaya.where")}
      <a className="link" href={pathTo(locale, "/wilaya")}>
        {t("wilaya.choose")}
      </a>
    </p>
  );
}
