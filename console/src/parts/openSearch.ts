const OPEN = "hanout:search";

/** Opens the search over everything. */
export const openSearch = (): void => void window.dispatchEvent(new Event(OPEN));

/** Calls the listener whenever the search is to be opened, until the function that is returned is called. */
export function onOpenSearch(listener: () => void): () => void {
  window.addEventListener(OPEN, listener);
  return () => window.removeEventListener(OPEN, listener);
}
