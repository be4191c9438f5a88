"use client";

import { type FocusEvent, type FormEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { Sums } from "@/components/cart/sums";
import { DeliveryPrice } from "@/components/delivery-price";
import { FormField } from "@/components/form-field";
import { Icon } from "@/components/icon";
import { Money } from "@/components/money";
import { type DeliveryTo, deliveryCost, type Method, placeIn, townIn } from "@/lib/delivery-cost";
import { fill, type Text } from "@/lib/fill";
import type { Locale } from "@/lib/locales";
import { phoneLink, phoneText } from "@/lib/phone";
import { phoneProblem } from "@/lib/phone-problem";
import { checkOut } from "./actions";
import type { CheckoutState, Field } from "./state";

interface Props {
  locale: Locale;
  country: string;
  /** Of the shop. */
  phone: string | undefined;
  wilayas: DeliveryTo[];
  first: CheckoutState;
  lines: React.ReactNode;
  texts: Record<string, Text>;
  sums: Record<"things" | "toHome" | "toDesk" | "free" | "toPay" | "beforeDelivery", Text>;
}

/** The whole checkout. Each choice of wilaya or method asks the server for the price; so it works as plain forms, too. */
export function CheckoutForm({ locale, country, phone, wilayas, first, lines, texts, sums }: Props) {
  const [state, act, isBusy] = useActionState(checkOut, first);
  const form = useRef<HTMLFormElement>(null);
  const isOrdering = useRef(false);
  const [method, setMethod] = useState<Method>(state.offer.method);
  const [wilaya, setWilaya] = useState(state.values.wilaya);
  const [left, setLeft] = useState<CheckoutState["errors"]>({});
  const { values, offer, refusal } = state;
  const { quote, delivery } = offer;
  const errors = { ...state.errors, ...left };
  const say = (name: string, given?: Record<string, string | number>) => fill(locale, texts[name] ?? name, given);
  const money = { currency: quote.currency, locale };
  const labelOf = (field: Field) => (field === "commune" ? townIn(country) : field);

  useEffect(() => {
    isOrdering.current = false;
    setMethod(state.offer.method);
    setWilaya(state.values.wilaya);
    setLeft({});
    const field = Object.keys(state.errors)[0];
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [state]);

  function askPrice() {
    if (!form.current) return;
    const given = new FormData(form.current);
    startTransition(() => act(given));
  }

  /** The second of two taps is not sent. */
  function onSubmit(event: FormEvent) {
    if (isOrdering.current) event.preventDefault();
    isOrdering.current = true;
  }

  /**
   * Says what is missing as soon as a field is left for another one. Not when a button is pressed: a sentence that appears then
   * would push the button away from under the finger.
   */
  function check({ target, relatedTarget }: FocusEvent<HTMLInputElement>, field: Field) {
    if (!(relatedTarget instanceof HTMLElement && relatedTarget.classList.contains("field"))) return;
    const { value } = target;
    const problem = field === "phone" ? phoneProblem(value, country) : null;
    const message =
      problem && value ? say(problem.key, { count: problem.count }) : value.trim() ? "" : say(`${labelOf(field)}Empty`);
    if (value || state.errors[field]) setLeft((before) => ({ ...before, [field]: message }));
  }

  const line = (field: "name" | "commune" | "address", autoComplete: string, maxLength: number, hint?: string) => (
    <FormField label={say(labelOf(field))} name={field} error={errors[field]} hint={hint}>
      {(given) => (
        <input
          {...given}
          dir="auto"
          autoComplete={autoComplete}
          maxLength={maxLength}
          defaultValue={values[field]}
          onBlur={(event) => check(event, field)}
        />
      )}
    </FormField>
  );

  const total = <Money amount={quote.total} {...money} />;
  const summary = (
    <>
      <Sums quote={quote} delivery={delivery} method={offer.method} locale={locale} texts={sums} />
      <div className="mt-3 flex items-baseline justify-between gap-4 border-line border-t pt-3">
        <p className="font-semibold">{fill(locale, delivery ? sums.toPay : sums.beforeDelivery)}</p>
        <p className="font-semibold text-[22px]" aria-live="polite">
          {total}
        </p>
      </div>
    </>
  );

  return (
    <div className="mx-auto max-w-[1180px] lg:grid lg:grid-cols-[11fr_9fr] lg:items-start lg:gap-24 lg:px-(--gutter) lg:pt-12">
      <details className="group bg-sunk lg:hidden">
        <summary className="flex min-h-13 items-center justify-between gap-4 px-(--gutter)">
          <span>{say("yours", { count: quote.count })}</span>
          <span className="flex items-center gap-2 font-semibold">
            {total}
            <span className="group-open:rotate-180">
              <Icon name="down" size={18} />
            </span>
          </span>
        </summary>
        <div className="px-(--gutter) pt-2">{lines}</div>
      </details>

      <form ref={form} action={act} onSubmit={onSubmit} className="task pt-6 max-lg:w-full lg:m-0 lg:p-0" noValidate>
        <h1>{say("title")}</h1>
        <p className="mt-2 text-soft">{say("intro")}</p>
        <input type="hidden" name="locale" value={locale} />
        <input type="hidden" name="seen" value={offer.seen} />
        <input type="hidden" name="coupon" value={offer.coupon} />

        <FormField label={say("phone")} name="phone" error={errors.phone} hint={say("phoneHint")}>
          {(given) => (
            <input
              {...given}
              className={`${given.className} text-[22px] rtl:text-right`}
              type="tel"
              dir="ltr"
              autoComplete="tel"
              inputMode="tel"
              maxLength={24}
              defaultValue={values.phone}
              onBlur={(event) => check(event, "phone")}
            />
          )}
        </FormField>
        {line("name", "name", 200)}
        <div className="lg:grid lg:grid-cols-2 lg:gap-4">
          <FormField label={say(placeIn(country))} name="wilaya" error={errors.wilaya}>
            {(given) =>
              country === "DZ" ? (
                <span className="relative block">
                  <select
                    {...given}
                    className={`${given.className} appearance-none pe-10`}
                    value={wilaya}
                    onChange={(event) => {
                      setWilaya(event.target.value);
                      askPrice();
                    }}
                  >
                    <option value="">{say("wilayaChoose")}</option>
                    {wilayas.map(({ code, name }) => (
                      <option key={code} value={code}>
                        {code.padStart(2, "0")} – {name}
                      </option>
                    ))}
                  </select>
                  <span className="pointer-events-none absolute inset-y-0 end-4 flex items-center">
                    <Icon name="down" size={18} />
                  </span>
                </span>
              ) : (
                <input
                  {...given}
                  dir="auto"
                  autoComplete="address-level1"
                  maxLength={100}
                  value={wilaya}
                  onChange={(event) => setWilaya(event.target.value)}
                  onBlur={() => {
                    if (wilaya !== values.wilaya) askPrice();
                  }}
                />
              )
            }
          </FormField>
          {line("commune", "address-level2", 100)}
        </div>
        <noscript>
          <button type="submit" name="intent" value="price" className="button button-quiet mt-3">
            {say("price")}
          </button>
        </noscript>

        <fieldset className="mt-6">
          <legend className="font-semibold">{say("how")}</legend>
          <div className="mt-2 grid gap-3 lg:grid-cols-2">
            {(["home", "desk"] as const)
              .filter((one) => one === "home" || !delivery || delivery.desk)
              .map((one) => {
                const rate = delivery?.[one];
                return (
                  <label
                    key={one}
                    className="flex min-h-16 items-center gap-3 rounded-control border border-edge bg-raised px-4 py-3 has-checked:border-ink has-checked:outline-1 has-checked:outline-ink"
                  >
                    <input
                      type="radio"
                      name="method"
                      value={one}
                      checked={method === one}
                      onChange={() => {
                        setMethod(one);
                        askPrice();
                      }}
                      className="size-5 shrink-0 accent-accent"
                    />
                    <span className="grow">{say(one)}</span>
                    {rate && (
                      <DeliveryPrice
                        cost={deliveryCost(rate, quote.subtotal, quote.isFree)}
                        free={sums.free}
                        {...money}
                      />
                    )}
                  </label>
                );
              })}
          </div>
        </fieldset>

        {method === "home" && line("address", "street-address", 500, say("addressHint"))}

        <details className="group mt-4" open={values.note !== "" || undefined}>
          <summary className="flex min-h-11 items-center gap-2">
            <span aria-hidden="true" className="group-open:hidden">
              +
            </span>
            <span aria-hidden="true" className="hidden group-open:inline">
              −
            </span>
            {say("note")} <span className="quiet">{say("optional")}</span>
          </summary>
          <textarea
            name="note"
            aria-label={say("note")}
            dir="auto"
            rows={3}
            maxLength={1000}
            className="field mt-1"
            defaultValue={values.note}
          />
          {errors.note && <p className="text-alert text-sm">{errors.note}</p>}
        </details>

        <div className="mt-6 lg:hidden">{summary}</div>
        {quote.coupon?.isValid === false && (
          <p className="mt-4 text-alert text-sm">
            <bdi dir="auto">{quote.coupon.message}</bdi>
          </p>
        )}
        <p role="alert" className="mt-4 rounded-control bg-alert-wash p-4 text-alert empty:hidden">
          {refusal && <bdi dir="auto">{refusal}</bdi>}
        </p>
        <button type="submit" name="intent" value="order" className="button mt-4 w-full" aria-busy={isBusy}>
          <span>
            {say("confirm")} · {total}
          </span>
        </button>
        <p className="quiet mt-3">{say("nothingNow")}</p>
      </form>

      <aside className="sticky top-6 hidden rounded-control bg-sunk p-7 lg:block">
        <h2 className="text-[22px]">{say("order")}</h2>
        <div className="mt-4">{lines}</div>
        <div className="mt-4">{summary}</div>
        {phone && (
          <p className="quiet mt-4">
            {say("byPhone")}{" "}
            <a className="font-semibold text-ink" href={phoneLink(phone)}>
              <bdi dir="ltr">{phoneText(phone)}</bdi>
            </a>
          </p>
        )}
      </aside>
    </div>
  );
}
