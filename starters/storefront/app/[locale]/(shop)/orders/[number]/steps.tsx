import type { Order } from "@hanout/client/shop";
import type { Step } from "@/components/order/thread";
import { momentText } from "@/lib/dates";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";

const WAY = ["pending", "confirmed", "processing", "shipped", "delivered"] as const;

/** The steps of an order: those behind it with their dates, the present one, and those to come. */
export function stepsOf(order: Order, locale: Locale, timeZone: string): Step[] {
  const t = textsOf(locale);
  const at = (status: Order["status"]) => order.history.findLast((one) => one.status === status)?.at;
  const has = (status: Order["status"]) => at(status) !== undefined;
  const isOver = order.status === "cancelled" || order.status === "returned";
  const reached = WAY.findLastIndex(has);
  const way = WAY.map((status, index): Step => {
    const moment = at(status);
    const isLast = status === "delivered";
    return {
      title: t(`tracking.step_${status}`),
      text: (
        <>
          {moment ? momentText(moment, locale, timeZone) : isLast && t("tracking.callsBefore")}
          {status === "shipped" && <Parcel order={order} locale={locale} />}
        </>
      ),
      state: index < reached || (index === reached && (isLast || isOver)) ? "done" : index === reached ? "now" : "next",
    };
  });
  if (!isOver) return way;
  const end: Step = {
    title: t(`tracking.step_${order.status as "cancelled" | "returned"}`),
    text: momentText(at(order.status) ?? order.updated_at, locale, timeZone),
    state: "now",
  };
  return [...way.filter(({ state }) => state === "done"), end];
}

/** The carrier, its number of the parcel, and its page. */
function Parcel({ order, locale }: { order: Order; locale: Locale }) {
  const { carrier, tracking_number, tracking_url } = order;
  return (
    <>
      {carrier && (
        <>
          {" · "}
          <bdi>{carrier}</bdi>
        </>
      )}
      {tracking_number && (
        <>
          {" · "}
          <bdi dir="ltr">{tracking_number}</bdi>
        </>
      )}
      {tracking_url && (
        <a className="link flex min-h-11 items-center" href={tracking_url} rel="noreferrer">
          {textsOf(locale)("tracking.carrierPage")}
        </a>
      )}
    </>
  );
}
