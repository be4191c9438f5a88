import { CallUs } from "@/components/order/call-us";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";
import { FindOrder } from "./find-order";

interface Props {
  params: Promise<{ locale: string }>;
}

export const generateMetadata = ownMetadata("tracking.title");

/** Where somebody without an account finds an order. */
export default async function OrdersPage({ params }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  return (
    <div className="task pt-8 lg:pt-14">
      <div className="max-w-xl">
        <h1>{t("tracking.title")}</h1>
        <p className="mt-2 text-soft">{t("tracking.intro")}</p>
        <FindOrder locale={locale} texts={t.section("tracking")} />
        <div className="mt-8">
          <CallUs locale={locale} text={t("tracking.lost")} />
        </div>
      </div>
    </div>
  );
}
