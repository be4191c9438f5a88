"use client";

import { useActionState } from "react";
import type { Locale } from "@/lib/locales";
import { changeAddress } from "../actions";

interface Props {
  locale: Locale;
  id: string;
  isDefault: boolean;
  remove: string;
  makeUsual: string;
}

/** Makes an address the usual one, or removes it. */
export function AddressChange({ locale, id, isDefault, remove, makeUsual }: Props) {
  const [{ refusal }, change, isBusy] = useActionState(changeAddress, { values: {}, errors: {} });
  return (
    <form action={change} aria-busy={isBusy} className="contents">
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="id" value={id} />
      {!isDefault && (
        <button type="submit" name="change" value="default" className="link min-h-11">
          {makeUsual}
        </button>
      )}
      <button type="submit" name="change" value="delete" className="link min-h-11">
        {remove}
      </button>
      <p role="alert" className="w-full text-alert text-sm empty:hidden">
        {refusal}
      </p>
    </form>
  );
}
