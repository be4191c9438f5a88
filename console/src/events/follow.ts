import { HanoutError, type StoreEvent } from "@hanout/client/admin";
import type { Api } from "../api/api.ts";

/** What is passed on of an event. */
export type Told = Pick<StoreEvent, "number" | "type" | "thing_id">;

/** Milliseconds after which events that were missed are not asked for any more: what is shown is read again instead. */
const MAX_GAP = 10 * 60_000;
/** Milliseconds until a refused stream is tried again. */
const TRY_AGAIN = 30_000;

/**
 * Follows the events of a store until the signal aborts, in one tab of the browser at a time: the one that holds a lock; on plain http,
 * where there are none, the tab that is visible. Goes on after the last event that any tab has seen.
 */
export function followStore(api: Api, signal: AbortSignal, onEvent: (event: Told) => void): void {
  const follow = (until: AbortSignal) => streamUntil(api, until, onEvent);
  if (navigator.locks) {
    void navigator.locks
      .request(`hanout events ${api.store}`, { signal }, () => follow(signal))
      .catch(ignoreAbort(signal));
    return;
  }
  let visible: AbortController | undefined;
  const onVisibility = () => {
    visible?.abort();
    visible = undefined;
    if (document.visibilityState !== "visible") return;
    visible = new AbortController();
    void follow(visible.signal);
  };
  document.addEventListener("visibilitychange", onVisibility);
  signal.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", onVisibility);
    visible?.abort();
  });
  onVisibility();
}

const ignoreAbort = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
};

async function streamUntil({ store, admin }: Api, signal: AbortSignal, onEvent: (event: Told) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const after = lastSeen(store);
      for await (const { number, type, thing_id } of admin.events.stream({
        signal,
        ...(after !== undefined && { after }),
      })) {
        keepSeen(store, number);
        onEvent({ number, type, thing_id });
      }
    } catch (error) {
      if (!(error instanceof HanoutError) || error.status === 401 || error.status === 403) return;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN));
    }
  }
}

const keyOf = (store: string): string => `hanout.events.${store}`;

/** The number of the last event, if it was seen a moment ago. */
function lastSeen(store: string): number | undefined {
  const [number, at] = (localStorage.getItem(keyOf(store)) ?? "").split(" ").map(Number);
  return number && at && Date.now() - at < MAX_GAP ? number : undefined;
}

const keepSeen = (store: string, number: number): void => localStorage.setItem(keyOf(store), `${number} ${Date.now()}`);
