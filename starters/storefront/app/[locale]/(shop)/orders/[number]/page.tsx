import { CallUs } from "@/components/order/call-us";
import { OrderCard } from "@/components/order/order-card";
import { Thread } from "@/components/order/thread";
import { theStore } from "@/lib/catalogue";
import type { Locale } from "@/lib/locales";
import { moneyText } from "@/lib/money";
import { mayLook, orderOf } from "@/lib/orders";
import { ownMetadata } from "@/lib/page-metadata";
import { refusalText } from "@/lib/refusals";
import { textsOf } from "@/lib/texts";
import { FindOrder } from "../find-order";
import { stepsOf } from "./steps";

interface Props {
  params: Promise<{ locale: string; number: string }>;
}

export const generateMetadata = ownMetadata("tracking.title");

/** Where an order is. Whoever only has its address is asked for the phone number first. */
export default async function OrderPage({ params }: Props) {
  const { locale: given, number } = await params;
  const locale = given as Locale;
  const t = textsOf(locale);
  const { order, error } = await orderOf(locale, number);
  if (error && error.code !== "order_not_found") throw error;
  if (!order || !(await mayLook(order)))
    return (
      <div className="task pt-8 lg:pt-14">
        <div className="max-w-xl">
          <h1>{t("tracking.title")}</h1>
          <p className="mt-2 text-soft">{error ? refusalText(locale, error) : t("tracking.askPhone")}</p>
          <FindOrder locale={locale} number={number} texts={t.section("tracking")} />
        </div>
      </div>
    );

  const store = await theStore(locale);
  const total = moneyText(order.total, order.currency, locale);
  const steps = stepsOf(order, locale, store.time_zone);
  return (
    <div className="task gap-18 pt-8 lg:grid lg:grid-cols-[3fr_2fr] lg:items-start lg:pt-14">
      <div>
        <p className="quiet mb-2">
          <bdi dir="ltr">{order.order_number}</bdi>
        </p>
        <h1>{t(`tracking.title_${order.status}`)}</h1>
        <p className="mt-3 text-soft">{t(`tracking.text_${order.status}`, { total })}</p>
        <div className="mt-8">
          <Thread
            steps={steps}
            words={{ done: t("tracking.done"), now: t("tracking.now"), next: t("tracking.later") }}
          />
        </div>
        <div className="mt-8">
          <CallUs locale={locale} text={t("tracking.call")} />
        </div>
      </div>
      <div className="mt-8 lg:mt-0">
        <OrderCard
          order={order}
          locale={locale}
          head={<h2 className="font-semibold font-text text-base">{t("tracking.inside")}</h2>}
        />
        <details className="mt-6">
          <summary className="link flex min-h-11 items-center">{t("tracking.another")}</summary>
          <FindOrder locale={locale} texts={t.section("tracking")} />
        </details>
      </div>
    </div>
  );
}
