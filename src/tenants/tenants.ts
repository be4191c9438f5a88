import type { SiteDb } from "../db/database.ts";
import { countOrdersByDay, findSizes, findUse, type Sizes } from "./queries.ts";

export { deletingStores, removeRows, removeStore } from "./deletion.ts";
export type { Sizes } from "./queries.ts";
export { DELETION_DAYS, orderDeletion, resumeStore, suspendStore } from "./state.ts";
export { Suspensions } from "./suspensions.ts";
export { UseRecorder } from "./use.ts";

/** A day of a store, of UTC. */
export interface DayOfUse {
  day: string;
  requests: number;
  orders: number;
  bytes: number;
}

/** What a store has used, by day, from this day to that one; days without use are left out. */
export async function useOf(db: SiteDb, from: string, to: string): Promise<DayOfUse[]> {
  const [used, ordered] = await Promise.all([findUse(db, from, to), countOrdersByDay(db, from, to)]);
  const days = new Map<string, DayOfUse>();
  const of = (day: string): DayOfUse => {
    const known = days.get(day) ?? { day, requests: 0, orders: 0, bytes: 0 };
    days.set(day, known);
    return known;
  };
  for (const { day, requests, bytes } of used) Object.assign(of(day), { requests, bytes });
  for (const { day, orders } of ordered) of(day).orders = orders;
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** What a store has. */
export async function sizesOf(db: SiteDb): Promise<Sizes> {
  const sizes = await findSizes(db);
  if (!sizes) throw new Error("the counts are a row in any case");
  return sizes;
}
