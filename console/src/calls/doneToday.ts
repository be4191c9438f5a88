import type { OutcomeName } from "./outcomes.ts";

/** How many calls this browser made today, by what came of them. */
export type Done = Partial<Record<OutcomeName, number>>;

const keyOf = (store: string): string => `hanout.calls.${store}.${new Date().toDateString()}`;

export const doneToday = (store: string): Done => JSON.parse(sessionStorage.getItem(keyOf(store)) ?? "{}");

/** Counts a call, or takes one back. */
export function countDone(store: string, name: OutcomeName, by = 1): Done {
  const done = doneToday(store);
  const counted = { ...done, [name]: (done[name] ?? 0) + by };
  sessionStorage.setItem(keyOf(store), JSON.stringify(counted));
  return counted;
}
