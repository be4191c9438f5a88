import Link from "next/link";
import { Doors } from "@/components/doors";
import { Emptiness } from "@/components/emptiness";
import { pathTo } from "@/lib/links";
import { pageLocale } from "@/lib/page-locale";
import { textsOf } from "@/lib/texts";

/** A page, product or post that is not there any more. */
export default async function NotFound() {
  const locale = await pageLocale();
  const t = textsOf(locale);
  return (
    <div className="wide">
      <Emptiness locale={locale} title={t("states.notFoundTitle")} text={t("states.notFoundText")}>
        <Link href={pathTo(locale, "/")} prefetch={false} className="button">
          {t("states.toHome")}
        </Link>
      </Emptiness>
      <div className="section">
        <Doors locale={locale} />
      </div>
    </div>
  );
}
