import type { Server } from "../harness/server.ts";
import { quantile } from "../harness/statistics.ts";
import type { AskedStore, StoreKind } from "./asked-stores.ts";
import { Asker } from "./asker.ts";
import type { Kind } from "./kinds.ts";

/** The times of the large and of the small database, in milliseconds. */
export interface Times {
  large: number;
  small: number;
}

export type Mode = "warm" | "cold";

/** One row of the table. */
export interface ComparedRow {
  kind: string;
  mode: Mode;
  store: StoreKind;
  /** How often each database was asked. */
  asked: number;
  p50: Times;
  p99: Times;
}

/** What both ratios should be at most. */
export const GOALS: Record<Mode, number> = { warm: 1.2, cold: 3 };

export const ratioOf = ({ large, small }: Times): number => large / small;

export const isReached = ({ mode, p50, p99 }: ComparedRow): boolean =>
  [p50, p99].every((times) => ratioOf(times) <= GOALS[mode]);

/** One database: its server, and the stores that are asked in turn. */
export interface Asked {
  server: Server;
  stores: AskedStore[];
}

/** How often both are asked: until one of the limits is reached. */
export interface Limits {
  pairs: number;
  seconds: number;
}

/** Each store is asked for so many addresses in turn when the answers should come from memory. */
const WARM_ADDRESSES = 10;
const UNMEASURED = 30;

/** Asks the large and the small database in turn, request by request, so that changes of the machine's speed meet both. */
export async function comparePairs(
  { kind, mode, store }: { kind: Kind; mode: Mode; store: StoreKind },
  sides: Record<keyof Times, Asked>,
  { pairs, seconds }: Limits,
): Promise<ComparedRow> {
  const large = await openSide(kind, mode, sides.large);
  const small = await openSide(kind, mode, sides.small);
  const unmeasured = mode === "warm" ? Math.max(large.addresses, small.addresses) : UNMEASURED;
  for (let n = 0; n < unmeasured; n++) for (const side of [large, small]) await side.ask(n);
  const times: Record<keyof Times, number[]> = { large: [], small: [] };
  const endsAt = performance.now() + seconds * 1000;
  for (let n = 0; n < pairs && performance.now() < endsAt; n++) {
    const turn = [["large", large] as const, ["small", small] as const];
    for (const [name, side] of n % 2 === 0 ? turn : turn.reverse()) times[name].push(await side.ask(unmeasured + n));
  }
  large.close();
  small.close();
  const at = (share: number): Times => ({ large: quantile(times.large, share), small: quantile(times.small, share) });
  return { kind: kind.name, mode, store, asked: times.large.length, p50: at(0.5), p99: at(0.99) };
}

async function openSide(kind: Kind, mode: Mode, { server, stores }: Asked) {
  const asker = await Asker.open(server.url);
  const addresses = stores.length * WARM_ADDRESSES;
  return {
    addresses,
    ask: (n: number): Promise<number> => {
      const turn = mode === "warm" ? n % addresses : n;
      const store = stores[turn % stores.length];
      if (!store) throw new Error("there is no store to ask");
      return kind.ask(asker, store, Math.floor(turn / stores.length));
    },
    close: () => asker.close(),
  };
}

/** Throws unless some of the first answers contain what they should. */
export async function requireRight(kind: Kind, { server, stores }: Asked): Promise<void> {
  const bodies: string[] = [];
  for (const store of stores) {
    for (let n = 0; n < 4; n++) bodies.push(await bodyOf(server, kind, store, n));
  }
  if (!bodies.some((body) => kind.contains.test(body))) throw new Error(`${kind.name}: a wrong answer ${bodies[0]}`);
}

async function bodyOf({ url }: Server, kind: Kind, store: AskedStore, n: number): Promise<string> {
  const { path, method, headers, body, status } = kind.question(store, n);
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(url + path, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...sent,
  });
  const text = await reply.text();
  if (reply.status !== status) throw new Error(`${path}: ${reply.status} ${text}`);
  return text;
}
