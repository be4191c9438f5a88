import { isDeepStrictEqual } from "node:util";
import { nameOfActor } from "../core/actor.ts";
import { clockText, type Zone } from "../core/time/zone.ts";
import type { CallRow } from "./call-list-queries.ts";
import type { EntryRow } from "./queries.ts";

type Fields = Record<string, unknown>;

/** What the log says of one thing. */
export type LoggedChange = Pick<EntryRow, "entity" | "entity_id" | "label" | "before" | "after">;

/** What happened to the thing of an entry. */
export const didOf = ({ before, after }: Pick<LoggedChange, "before" | "after">): "created" | "changed" | "deleted" =>
  before === null ? "created" : after === null ? "deleted" : "changed";

type Variant = Fields & { id: string };

/** The names of variants by their ids. */
export type VariantNames = ReadonlyMap<string, string>;

/** Who did what with which operation, and when by the clock of the shop. */
export const callSentence = (call: CallRow, zone: Zone): string => `${beginning(call, zone)} ${call.summary}.`;

/** The same of one thing, with the values before and after. */
export const entrySentence = (entry: EntryRow, zone: Zone, variantNames: VariantNames): string =>
  `${beginning(entry, zone)} ${entryText(entry, variantNames)}.`;

const beginning = (
  { created_at, actor, operation }: Pick<CallRow, "created_at" | "actor" | "operation">,
  zone: Zone,
): string => `${clockText(Date.parse(created_at), zone)} ${nameOfActor(actor)}, ${operation}:`;

const MAX_PARTS = 5;

/** What happened to a thing: "price of TAP-PRI-1 2500 → 2700; status of tapis draft → active". */
export function entryText(entry: LoggedChange, variantNames: VariantNames): string {
  const { entity, label, before, after } = entry;
  if (before === null || after === null) return `${didOf(entry)} the ${entity.replaceAll("_", " ")} ${label}`.trim();
  const parts = changedFields(entry, variantNames);
  const more = parts.length - MAX_PARTS;
  return [...parts.slice(0, MAX_PARTS), ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

/** Each field that changed, with its values before and after; of a thing that was created or deleted, none. */
export function changedFields(
  { entity, entity_id, label, before, after }: LoggedChange,
  names: VariantNames,
): string[] {
  if (before === null || after === null) return [];
  const name = (entity === "variant" && names.get(entity_id)) || label;
  return fieldTexts(before, after, name, (id, title) => names.get(id) ?? `${label} ${title}`.trim());
}

type NameVariant = (id: string, title: string) => string;

const fieldTexts = (before: Fields, after: Fields, name: string, nameVariant: NameVariant): string[] =>
  Object.keys({ ...before, ...after }).flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    return field === "variants" && isVariants(was) && isVariants(is)
      ? variantTexts(was, is, nameVariant)
      : [fieldText(field, name, was, is)];
  });

const isVariants = (value: unknown): value is Variant[] =>
  Array.isArray(value) && value.every((one) => typeof one?.id === "string");

/** The fields that say which variant an entry of the list is. */
const NAMING = new Set(["id", "title"]);

function variantTexts(before: Variant[], after: Variant[], nameVariant: NameVariant): string[] {
  const nameOf = ({ id, title }: Variant) => nameVariant(id, typeof title === "string" ? title : "");
  const earlier = new Map(before.map((variant) => [variant.id, variant]));
  const now = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap((variant) => {
      const was = earlier.get(variant.id);
      if (!was) return [`created the variant ${nameOf(variant)}`];
      const fields = Object.keys(variant).filter(
        (field) => !NAMING.has(field) && !isDeepStrictEqual(was[field], variant[field]),
      );
      return fields.map((field) => fieldText(field, nameOf(variant), was[field], variant[field]));
    }),
    ...before.filter(({ id }) => !now.has(id)).map((variant) => `deleted the variant ${nameOf(variant)}`),
  ];
}

const fieldText = (field: string, name: string, was: unknown, is: unknown): string => {
  const about = `${field.replaceAll("_", " ")} of ${name}`;
  return isShort(was) && isShort(is) && was !== is ? `${about} ${textOf(was)} → ${textOf(is)}` : `${about} changed`;
};

const MAX_VALUE = 60;
const isShort = (value: unknown): boolean =>
  typeof value === "string" ? value.length <= MAX_VALUE : value === null || typeof value !== "object";
const textOf = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "none" : String(value);
