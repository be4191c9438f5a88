import Link from "next/link";
import { redirect } from "next/navigation";
import { Money } from "@/components/money";
import { CallUs } from "@/components/order/call-us";
import { CopyNumber } from "@/components/order/copy-number";
import { OrderCard } from "@/components/order/order-card";
import { Thread } from "@/components/order/thread";
import { theStore } from "@/lib/catalogue";
import { momentText } from "@/lib/dates";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { orderOf } from "@/lib/orders";
import { ownMetadata } from "@/lib/page-metadata";
import { phoneText } from "@/lib/phone";
import { thePlaced } from "@/lib/placed";
import { textsOf } from "@/lib/texts";

interface Props {
  params: Promise<{ locale: string }>;
}

export const generateMetadata = ownMetadata("thanks.short");

/** After the order: what happens now, and who calls. */
export default async function ThanksPage({ params }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const placed = await thePlaced();
  const { order } = placed ? await orderOf(locale, placed.number) : {};
  if (!placed || !order) redirect(pathTo(locale, "/orders"));
  const { time_zone } = await theStore(locale);
  const first = placed.name.split(/\s+/)[0] ?? "";
  return (
    <div className="task gap-18 pt-8 lg:grid lg:grid-cols-[3fr_2fr] lg:items-start lg:pt-14">
      <div>
        <h1>
          {t("thanks.title")} <bdi>{first}</bdi>
          {t("thanks.have")}
        </h1>
        <p className="mt-3 text-soft">
          {t("thanks.callYou")}{" "}
          <bdi dir="ltr" className="whitespace-nowrap">
            {phoneText(placed.phone)}
          </bdi>{" "}
          {t("thanks.beforeSending")}
        </p>
        <div className="mt-6">
          <CallUs locale={locale} text={t("thanks.ourNumber")} isAccent />
        </div>
        <h2 className="mt-8">{t("thanks.next")}</h2>
        <div className="mt-5">
          <Thread
            words={{ done: t("tracking.done"), now: t("tracking.now"), next: t("tracking.later") }}
            steps={[
              { title: t("thanks.received"), text: momentText(order.created_at, locale, time_zone), state: "done" },
              { title: t("thanks.call"), text: t("thanks.callText"), state: "now" },
              { title: t("thanks.send"), text: t("thanks.sendText"), state: "next" },
              {
                title: t("thanks.pay"),
                text: (
                  <>
                    {t("thanks.payText")} <Money amount={order.total} currency={order.currency} locale={locale} />
                  </>
                ),
                state: "next",
              },
            ]}
          />
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link className="button" href={pathTo(locale, `/orders/${order.order_number}`)} prefetch={false}>
            {t("thanks.track")}
          </Link>
          <Link className="button button-quiet" href={pathTo(locale, "/")} prefetch={false}>
            {t("thanks.back")}
          </Link>
        </div>
      </div>
      <div className="mt-8 lg:mt-0">
        <OrderCard
          order={order}
          locale={locale}
          head={
            <>
              <p className="quiet">{t("thanks.number")}</p>
              <CopyNumber number={order.order_number} copy={t("thanks.copy")} copied={t("thanks.copied")} />
            </>
          }
        />
      </div>
    </div>
  );
}
