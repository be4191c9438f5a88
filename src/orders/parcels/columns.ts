import type { ParcelColumn, ParcelField } from "../../carriers/carriers.ts";
import { PARCEL_FIELDS } from "../../carriers/carriers.ts";
import { toMajor } from "../../core/money.ts";
import { unitsOf } from "../../core/sums.ts";
import { truncate } from "../../core/text/truncate.ts";
import { WILAYAS } from "../../shipping/shipping.ts";
import { dueOf, isCollectable } from "../status/payment.ts";
import type { Parcel } from "./queries.ts";

const columns = (headers: Partial<Record<ParcelField, string>>): ParcelColumn[] =>
  (Object.entries(headers) as [ParcelField, string][]).map(([field, header]) => ({ header, field }));

/**
 * Columns of parcel lists by name. Those of carriers are unverified: nobody has compared them with what the carrier accepts
 * today.
 */
export const PRESETS = {
  generic: PARCEL_FIELDS.map((field) => ({ header: field, field })),
  yalidine_unverified: columns({
    order_number: "order_id",
    customer_name: "firstname",
    customer_phone: "contact_phone",
    address: "address",
    commune: "to_commune_name",
    wilaya_name: "to_wilaya_name",
    products: "product_list",
    amount_to_collect: "price",
    weight_kg: "weight",
    delivery_method: "delivery_type",
  }),
  zr_express_unverified: columns({
    order_number: "Référence",
    customer_name: "Nom et prénom du destinataire",
    customer_phone: "Téléphone",
    wilaya_code: "Code wilaya",
    wilaya_name: "Wilaya",
    commune: "Commune",
    address: "Adresse",
    products: "Produit",
    quantity: "Quantité",
    amount_to_collect: "Montant",
    delivery_method: "Type de livraison",
    note: "Note",
  }),
} as const satisfies Record<string, readonly ParcelColumn[]>;

export const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];

const wilayaNames = new Map(WILAYAS.map(({ code, name_fr }) => [code, name_fr]));

const MAX_CELL = 2000;

/** What the columns hold of an order, as text. */
const TEXTS: Record<ParcelField, (parcel: Parcel) => string> = {
  order_number: ({ order_number }) => order_number,
  customer_name: ({ customer_name }) => customer_name,
  customer_phone: ({ customer_phone }) => customer_phone,
  wilaya_code: ({ wilaya_code }) => wilaya_code ?? "",
  wilaya_name: ({ wilaya_code, customer_wilaya }) => wilayaNames.get(wilaya_code ?? "") ?? customer_wilaya ?? "",
  commune: ({ customer_commune }) => customer_commune ?? "",
  address: ({ shipping_address }) => addressText(shipping_address ?? {}),
  delivery_method: ({ delivery_method }) => delivery_method,
  products: ({ items }) => truncate(items.map(itemText).join("; "), MAX_CELL),
  quantity: ({ items }) => String(unitsOf(items)),
  amount_to_collect: (parcel) => String(toMajor(amountToCollect(parcel), parcel.currency)),
  tracking_number: ({ tracking_number }) => tracking_number ?? "",
  note: ({ customer_notes }) => customer_notes ?? "",
  weight_kg: ({ items }) => weightText(items),
};

/** A parcel as the cells of these columns. */
export const cellsOf = (parcel: Parcel, chosen: readonly ParcelColumn[]): string[] =>
  chosen.map(({ field }) => TEXTS[field](parcel));

/** What the carrier collects, in minor units: nothing for an order that is paid, came back, or is not paid in cash. */
export const amountToCollect = (parcel: Parcel): number =>
  parcel.status !== "returned" && isCollectable(parcel) ? dueOf(parcel) : 0;

/** The lines of an address, whose members storefronts choose. */
function addressText({ method: _, ...address }: Record<string, unknown>): string {
  const lines = Object.values(address)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map((value) => String(value).trim())
    .filter((line) => line !== "");
  return truncate(lines.join(", "), MAX_CELL);
}

const itemText = ({ product_name, variant_title, has_variants, quantity }: Parcel["items"][number]): string =>
  `${product_name}${has_variants ? ` (${variant_title})` : ""} x ${quantity}`;

const GRAMS: Record<string, number> = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };

/** Kilograms; empty unless the weight of each line is known. */
function weightText(items: Parcel["items"]): string {
  const grams = items.map(({ weight, weight_unit, quantity }) =>
    weight === null ? null : weight * (GRAMS[weight_unit ?? "g"] ?? 1) * quantity,
  );
  return grams.includes(null) ? "" : String(Math.round(grams.reduce<number>((sum, one) => sum + (one ?? 0), 0)) / 1000);
}
