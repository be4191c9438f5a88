"use client";

import { useActionState } from "react";
import { changeLine } from "@/app/[locale]/(shop)/cart/actions";
import { fill, type Text } from "@/lib/fill";
import type { Locale } from "@/lib/locales";

interface Props {
  locale: Locale;
  item: string;
  quantity: number;
  name: string;
  texts: Record<"fewer" | "more" | "remove", Text>;
}

/** How many of a line: one fewer, one more. One fewer than one removes it. */
export function LineQuantity({ locale, item, quantity, name, texts }: Props) {
  const [{ refusal }, change, isBusy] = useActionState(changeLine, {});
  const say = (text: Text) => fill(locale, text, { name });
  return (
    <form action={change} aria-busy={isBusy}>
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="item" value={item} />
      <div className="mt-2 inline-flex items-center rounded-control border border-edge">
        <button
          type="submit"
          name="quantity"
          value={quantity - 1}
          className="target text-xl"
          aria-label={say(quantity === 1 ? texts.remove : texts.fewer)}
        >
          −
        </button>
        <output className="min-w-8 text-center font-semibold">{quantity}</output>
        <button
          type="submit"
          name="quantity"
          value={quantity + 1}
          className="target text-xl"
          aria-label={say(texts.more)}
        >
          +
        </button>
      </div>
      <p role="alert" className="text-alert text-sm empty:hidden">
        {refusal}
      </p>
    </form>
  );
}
