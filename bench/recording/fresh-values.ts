import { uuidv7 } from "uuidv7";
import { newOrderNumber } from "../../src/orders/placing/order-number.ts";
import type { Program } from "./program.ts";

/**
 * New values for a program that is run again: ids and order numbers that the recorded work made itself are replaced,
 * because a second row with the same id would be refused.
 */

const UUID_V7 = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const ORDER_NUMBER = /ORD-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/g;

/** Returns the time of a UUIDv7, in milliseconds since 1970. */
const timeOf = (id: string): number => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

/** Makes the values of all statements for one run, in the order of the statements. */
export type MakeValues = () => unknown[][];

/** Returns a function that makes the values of a program for each run. Values without new ids stay the same objects. */
export function freshValues(program: Program, recordedFrom: number): MakeValues {
  const recorded = program.flatMap(({ statements }) => statements.map(({ values }) => values));
  const texts = JSON.stringify(recorded);
  const ids = new Set((texts.match(UUID_V7) ?? []).filter((id) => timeOf(id) >= recordedFrom));
  const made = new Set([...ids, ...(texts.match(ORDER_NUMBER) ?? [])]);
  if (made.size === 0) return () => recorded;
  const templates = recorded.map((values) => values.map((value) => templateOf(value, made)));
  return () => {
    const fresh = new Map([...made].map((old) => [old, ids.has(old) ? uuidv7() : newOrderNumber(NOW)]));
    return templates.map((values) => values.map((fill) => fill(fresh)));
  };
}

const NOW = new Date().toISOString();

type Fill = (fresh: Map<string, string>) => unknown;

function templateOf(value: unknown, made: Set<string>): Fill {
  if (Array.isArray(value)) {
    const parts = value.map((part) => templateOf(part, made));
    return (fresh) => parts.map((fill) => fill(fresh));
  }
  if (typeof value !== "string") return () => value;
  if (made.has(value)) return (fresh) => fresh.get(value);
  const inside = [...made].filter((old) => value.includes(old));
  if (inside.length === 0) return () => value;
  return (fresh) => inside.reduce((text, old) => text.replaceAll(old, fresh.get(old) ?? old), value);
}
