import { theRates, theStore } from "@/lib/catalogue";
import { placeIn } from "@/lib/delivery-cost";
import type { Locale } from "@/lib/locales";
import { moneyText } from "@/lib/money";
import { textsOf } from "@/lib/texts";

const DELIVERED = { wilaya: "home.delivery", region: "home.deliveryRegions" } as const;

/** What a shopper wants to know before anything else. */
export async function Promises({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  const [rates, { currency, country }] = await Promise.all([theRates(locale), theStore(locale)]);
  const regions = new Set(rates.map(({ region }) => region).filter((region) => region !== "*"));
  const lowest = rates.length > 0 ? Math.min(...rates.map(({ price }) => price)) : null;
  const all = [
    [t("home.cash"), t("home.cashText")],
    ...(lowest === null
      ? []
      : [
          [
            regions.size > 1 ? t(DELIVERED[placeIn(country)], { count: regions.size }) : t("home.deliveryAnywhere"),
            t("home.deliveryText", { price: moneyText(lowest, currency, locale) }),
          ],
        ]),
    [t("home.call"), t("home.callText")],
    [t("home.exchange"), t("home.exchangeText")],
  ];
  return (
    <ul className="mt-10 grid grid-cols-2 gap-4 lg:mt-12 lg:flex lg:justify-between lg:border-line lg:border-y lg:py-8">
      {all.map(([title, text]) => (
        <li key={title}>
          <p className="font-semibold">{title}</p>
          <p className="quiet">{text}</p>
        </li>
      ))}
    </ul>
  );
}
