/** What the tabs of a browser tell each other. */
export type TabMessage =
  /** Something of the store was changed here. */
  | { kind: "changed"; store: string }
  /** The stream of the store told this. */
  | { kind: "event"; store: string; event: { number: number; type: string; thing_id: string } }
  /** Somebody looked at the new orders. */
  | { kind: "orders seen"; store: string }
  /** Somebody signed in. */
  | { kind: "signed in" };

const channel = new BroadcastChannel("hanout");

/** Tells all other tabs. */
export const tellTabs = (message: TabMessage): void => channel.postMessage(message);

/** Listens to the other tabs until the function that is returned is called. */
export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  channel.addEventListener("message", onMessage);
  return () => channel.removeEventListener("message", onMessage);
}
