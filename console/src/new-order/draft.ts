import { useEffect, useState } from "react";
import { type Address, NO_ADDRESS } from "../shop/AddressFields.tsx";

/** A line of an order that is being taken. */
export interface DraftLine {
  /** What names its goods to the server. */
  item: string;
  name: string;
  options: string;
  image: string | null;
  quantity: number;
}

/** An order that is being taken by phone. */
export interface Draft {
  phone: string;
  name: string;
  /** The account of who calls, if an order of the same number told of one. */
  customer: string | null;
  lines: readonly DraftLine[];
  address: Address;
  coupon: string;
  notes: string;
}

export const EMPTY: Draft = {
  phone: "",
  name: "",
  customer: null,
  lines: [],
  address: NO_ADDRESS,
  coupon: "",
  notes: "",
};

/** Changes a part of the draft; a function makes it of what the draft is by then. */
export type Change = (part: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;

/**
 * What is typed, kept for the tab: phones close a page that stands behind a call. `forget` drops it once the order is placed, or given up.
 */
export function useDraft(store: string): { draft: Draft; change: Change; forget: () => void } {
  const key = `hanout.draft.${store}`;
  const [draft, setDraft] = useState<Draft>(() => read(key));
  useEffect(() => {
    if (draft === EMPTY) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  }, [key, draft]);
  return {
    draft,
    change: (part) => setDraft((now) => ({ ...now, ...(typeof part === "function" ? part(now) : part) })),
    forget: () => setDraft(EMPTY),
  };
}

function read(key: string): Draft {
  const kept = sessionStorage.getItem(key);
  return kept === null ? EMPTY : { ...EMPTY, ...JSON.parse(kept) };
}

/** Whose name and number stand for those that are not typed yet, so that the price is shown before: nobody's. */
const NOBODY = { name: "…", phone: "+213550000000" };
/** Digits that a phone number has at least. */
const DIGITS = 9;

export const isPhone = (phone: string): boolean => phone.replaceAll(/\D/g, "").length >= DIGITS;

/** What is sent for a draft; `isTried`: to learn what it would cost. */
export function argumentsOf(draft: Draft, isTried: boolean) {
  const { name, phone, customer, lines, address, coupon, notes } = draft;
  const { wilaya, commune, line1, method } = address;
  const text = (value: string) => value.trim() || undefined;
  return {
    items: lines.map(({ item, quantity }) => ({ item, quantity })),
    customer: customer ?? undefined,
    customer_name: text(name) ?? (isTried ? NOBODY.name : undefined),
    customer_phone: isTried && !isPhone(phone) ? NOBODY.phone : text(phone),
    customer_wilaya: text(wilaya),
    customer_commune: text(commune),
    shipping_address: text(line1) && { line1: line1.trim() },
    delivery_method: method,
    coupon_code: text(coupon),
    customer_notes: text(notes),
  };
}
