import type { Order } from "@hanout/client/shop";
import Link from "next/link";
import { Money } from "@/components/money";
import { Picture } from "@/components/picture";
import { dayText } from "@/lib/dates";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { orderAgain } from "./actions";

const MOST_PICTURES = 3;

/** An order in the list: how it stands, what was in it, and what one does with it. */
export function OrderRow({ order, locale, timeZone }: { order: Order; locale: Locale; timeZone: string }) {
  const t = textsOf(locale);
  const isOver = ["delivered", "cancelled", "returned"].includes(order.status);
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 border-line border-b py-6 lg:grid-cols-[1fr_15rem_8rem_10rem]">
      <div className="max-lg:col-span-2">
        <p className="flex items-center gap-3 font-semibold">
          <span
            aria-hidden="true"
            className={`size-2.5 shrink-0 rotate-45 ${isOver ? "border border-edge" : "bg-accent"}`}
          />
          {t(`account.status_${order.status}`)}
        </p>
        <p className="quiet">
          {dayText(order.created_at, locale, timeZone)} ·{" "}
          <Link className="underline" href={pathTo(locale, `/orders/${order.order_number}`)} prefetch={false}>
            <bdi dir="ltr">{order.order_number}</bdi>
          </Link>
        </p>
      </div>
      <div className="flex gap-2 max-lg:col-span-2">
        {order.items.slice(0, MOST_PICTURES).map(({ id, product_image, product_name }) => (
          <div key={id} className="h-20 w-16 overflow-hidden rounded-picture">
            <Picture url={product_image} name={product_name} locale={locale} />
          </div>
        ))}
      </div>
      <p className="font-semibold">
        <Money amount={order.total} currency={order.currency} locale={locale} />
      </p>
      <div className="text-end">
        {isOver ? (
          <form action={orderAgain}>
            <input type="hidden" name="locale" value={locale} />
            <input type="hidden" name="number" value={order.order_number} />
            <button type="submit" className="button button-quiet min-h-11 px-4">
              {t("account.again")}
            </button>
          </form>
        ) : (
          <Link
            className="button button-quiet min-h-11 px-4"
            href={pathTo(locale, `/orders/${order.order_number}`)}
            prefetch={false}
          >
            {t("account.track")}
          </Link>
        )}
      </div>
    </li>
  );
}
