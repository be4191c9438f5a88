"use client";

import { useActionState } from "react";
import { FormField } from "@/components/form-field";
import { fill, type Text } from "@/lib/fill";
import type { Locale } from "@/lib/locales";
import { findOrder } from "./actions";

interface Props {
  locale: Locale;
  number?: string;
  texts: Record<"number" | "numberHint" | "phone" | "find" | "busy", Text>;
}

/** Order number and phone number. */
export function FindOrder({ locale, number = "", texts }: Props) {
  const [asked, find, isBusy] = useActionState(findOrder, { number, phone: "" });
  const say = (text: Text) => fill(locale, text);
  return (
    <form action={find} noValidate>
      <input type="hidden" name="locale" value={locale} />
      <FormField label={say(texts.number)} name="number" hint={say(texts.numberHint)}>
        {(given) => (
          <input
            {...given}
            dir="ltr"
            className="field rtl:text-right"
            placeholder="ORD-2026-…"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            defaultValue={asked.number}
          />
        )}
      </FormField>
      <FormField label={say(texts.phone)} name="phone" error={asked.refusal}>
        {(given) => (
          <input
            {...given}
            type="tel"
            dir="ltr"
            className="field rtl:text-right"
            autoComplete="tel"
            maxLength={24}
            defaultValue={asked.phone}
          />
        )}
      </FormField>
      <button type="submit" className="button mt-6 w-full" aria-busy={isBusy}>
        {say(isBusy ? texts.busy : texts.find)}
      </button>
    </form>
  );
}
