"use client";

import { useActionState } from "react";
import { changeLine } from "@/app/[locale]/(shop)/cart/actions";
import { fill, type Text } from "@/lib/fill";
import type { Locale } from "@/lib/locales";
import { Icon } from "../icon";

interface Props {
  locale: Locale;
  item: string;
  name: string;
  texts: Record<"remove", Text>;
}

/** Takes a line out of the cart. */
export function RemoveLine({ locale, item, name, texts }: Props) {
  const [{ refusal }, remove, isBusy] = useActionState(changeLine, {});
  return (
    <form action={remove} aria-busy={isBusy}>
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="item" value={item} />
      <button
        type="submit"
        name="quantity"
        value={0}
        className="target"
        aria-label={fill(locale, texts.remove, { name })}
      >
        <Icon name="bin" />
      </button>
      <p role="alert" className="text-alert text-sm empty:hidden">
        {refusal}
      </p>
    </form>
  );
}
