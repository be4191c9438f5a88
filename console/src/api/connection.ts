import { useSyncExternalStore } from "react";
import { type EarlyRequest, takeEarly } from "./early.ts";

/** What is known of the way to the server. */
export interface Connection {
  /** When the server stopped answering; null: it answers. */
  lostSince: Date | null;
  /** Whether the session has ended while something may be typed. */
  signedOut: boolean;
}

/** Milliseconds between two looks whether the server answers again. */
const LOOK_AGAIN = 5000;

let connection: Connection = { lostSince: null, signedOut: false };
const listeners = new Set<() => void>();

function change(next: Partial<Connection>): void {
  connection = { ...connection, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);

export const hasSignedIn = (): void => change({ signedOut: false });

/** `fetch` that notes whether the server answers, and whether the session has ended. */
export const notedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await (takeEarly(String(input), init as EarlyRequest) ?? fetch(input, init));
    noteAnswer(response.status);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) noteLoss();
    throw error;
  }
};

/** The server has answered. */
export function noteAnswer(status: number): void {
  if (connection.lostSince) change({ lostSince: null });
  if (status === 401) change({ signedOut: true });
}

/** It has not. */
export function noteLoss(): void {
  if (connection.lostSince) return;
  change({ lostSince: new Date() });
  setTimeout(lookAgain, LOOK_AGAIN);
}

async function lookAgain(): Promise<void> {
  if (!connection.lostSince) return;
  const answers = await fetch("/livez").then(
    (response) => response.ok,
    () => false,
  );
  if (answers) change({ lostSince: null });
  else setTimeout(lookAgain, LOOK_AGAIN);
}

window.addEventListener("offline", noteLoss);
window.addEventListener("online", () => void lookAgain());
