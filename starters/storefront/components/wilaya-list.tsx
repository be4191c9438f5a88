"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { chooseWilaya } from "@/app/[locale]/(shop)/wilaya/actions";
import type { DeliveryRate, DeliveryTo } from "@/lib/delivery-cost";
import type { Text } from "@/lib/fill";
import { fold } from "@/lib/fold";
import type { Locale } from "@/lib/locales";
import { DeliveryPrice } from "./delivery-price";
import { Icon } from "./icon";

interface Props {
  locale: Locale;
  wilayas: DeliveryTo[];
  chosen: string | undefined;
  currency: string;
  /** What was searched without JavaScript. */
  words?: string;
  /** Where the shopper goes after choosing; without it, back to the page below the sheet. */
  back?: string;
  texts: Record<"where" | "ok" | "search" | "find" | "home" | "desk" | "chosen" | "none" | "free", Text>;
}

/** A row for each wilaya with both prices, the present one first. Typing finds one by name or number. Where there are none, a field for the region. */
export function WilayaList({ locale, wilayas, chosen, currency, words = "", back, texts }: Props) {
  const router = useRouter();
  const [typed, setTyped] = useState(words);
  const isFound = ({ code, name }: DeliveryTo) =>
    fold(name).includes(fold(typed.trim())) || code === typed.trim().replace(/^0+/, "");
  const rows = [...wilayas.filter(({ code }) => code === chosen), ...wilayas.filter(({ code }) => code !== chosen)];
  const found = rows.filter(isFound);
  const priceOf = ({ price }: DeliveryRate) => (
    <DeliveryPrice cost={price} currency={currency} locale={locale} free={texts.free} />
  );

  async function chooseInSheet(form: FormData) {
    await chooseWilaya(form);
    router.back();
  }

  if (wilayas.length === 0)
    return (
      <form action={back === undefined ? chooseInSheet : chooseWilaya} className="flex gap-2">
        <input type="hidden" name="locale" value={locale} />
        <input type="hidden" name="back" value={back ?? ""} />
        <input
          name="code"
          className="field"
          dir="auto"
          defaultValue={chosen}
          maxLength={100}
          aria-label={String(texts.where)}
          autoComplete="address-level1"
        />
        <button type="submit" className="button button-quiet">
          {String(texts.ok)}
        </button>
      </form>
    );
  return (
    <>
      <form className="flex gap-2" onSubmit={(event) => event.preventDefault()}>
        <input
          name="q"
          className="field"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={String(texts.search)}
          aria-label={String(texts.search)}
          autoComplete="off"
        />
        <input type="hidden" name="back" value={back ?? ""} />
        <noscript>
          <button type="submit" className="button button-quiet">
            {String(texts.find)}
          </button>
        </noscript>
      </form>
      <form action={back === undefined ? chooseInSheet : chooseWilaya} className="mt-4">
        <input type="hidden" name="locale" value={locale} />
        <input type="hidden" name="back" value={back ?? ""} />
        <p
          className="quiet grid grid-cols-[1fr_5.5rem_5.5rem] gap-2 border-line border-b pb-1 text-end"
          aria-hidden="true"
        >
          <span />
          <span>{String(texts.home)}</span>
          <span>{String(texts.desk)}</span>
        </p>
        {found.map(({ code, name, home, desk }) => (
          <button
            type="submit"
            key={code}
            name="code"
            value={code}
            aria-current={code === chosen ? "true" : undefined}
            className={`grid min-h-13 w-full grid-cols-[1fr_5.5rem_5.5rem] items-center gap-2 border-line border-b text-end hover:bg-sunk ${code === chosen ? "font-semibold" : ""}`}
          >
            <span className="flex items-center gap-2 text-start">
              <bdi dir="ltr" className="min-w-6 text-soft">
                {code.padStart(2, "0")}
              </bdi>
              <bdi>{name}</bdi>
              {code === chosen && (
                <span className="text-accent">
                  <Icon name="tick" size={18} />
                  <span className="sr-only">{String(texts.chosen)}</span>
                </span>
              )}
            </span>
            <span>
              <span className="sr-only">{String(texts.home)}: </span>
              {priceOf(home)}
            </span>
            {desk ? (
              <span>
                <span className="sr-only">{String(texts.desk)}: </span>
                {priceOf(desk)}
              </span>
            ) : (
              <span>—</span>
            )}
          </button>
        ))}
        {found.length === 0 && (
          <p role="status" className="py-6 text-soft">
            {String(texts.none)}
          </p>
        )}
      </form>
    </>
  );
}
