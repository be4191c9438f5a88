import { isMoney } from "../../parts/writing/money.ts";

export type Row = Readonly<Record<string, unknown>>;

/** What programs need and people do not read. */
const FOR_PROGRAMS = /^id$|_ids?$|^(currency|number|thing_number|is_saved|data_at|wilaya_code|same_day_orders)$/;

export const isForPrograms = (name: string): boolean => FOR_PROGRAMS.test(name);

/** What is part of the transport, not of the answer. */
const OF_TRANSPORT = ["change_id", "job_id", "next_cursor", "total_is_partial", "currency", "next"];

export const isShown = (name: string): boolean => !OF_TRANSPORT.includes(name) && !isForPrograms(name);

/** What a row is known by, the first that it has. */
const TITLES = ["name", "title", "full_name", "customer_name", "sentence", "name_fr", "code", "order_number", "header"];

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The fields of rows that are shown: none that is for programs, and none that is empty in all. The title comes first. */
export function columnsOf(rows: readonly Row[], language: string): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    .filter((name) => !isForPrograms(name) && rows.some((row) => !isEmpty(row[name])))
    .filter((name) => name !== (language === "ar" ? "name_fr" : "name_ar"));
  const title = titleOf(names, language);
  return title === undefined ? names : [title, ...names.filter((name) => name !== title)];
}

/** The field, of these, that a thing is known by. */
export const titleOf = (names: readonly string[], language: string): string | undefined =>
  [...(language === "ar" ? ["name_ar"] : []), ...TITLES].find((name) => names.includes(name));

export const isNumber = (rows: readonly Row[], name: string): boolean =>
  rows.some((row) => typeof row[name] === "number");

/** The columns of a row on a phone: its title, at most two facts, and an amount or a number at the end. */
export function columnsOfPhone(columns: readonly string[], rows: readonly Row[]) {
  const [title = "", ...others] = columns;
  const end =
    others.find((name) => isMoney(name) && isNumber(rows, name)) ?? others.find((name) => isNumber(rows, name));
  const rest = others.filter((name) => name !== end && !isNumber(rows, name) && !isDeep(rows, name));
  const status = rest.filter((name) => /(^|_)(status|state)$/.test(name)).slice(0, 1);
  return { title, end, facts: [...status, ...rest.filter((name) => !status.includes(name))].slice(0, 2) };
}

const isDeep = (rows: readonly Row[], name: string): boolean =>
  rows.some((row) => typeof row[name] === "object" && row[name] !== null);
