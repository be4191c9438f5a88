import "server-only";

/** What changes together. A webhook drops what has its tag. */
export type Tag = "catalogue" | "content" | "menus" | "shipping" | "store";

interface Entry {
  /** `<key of the store> <tag>` */
  tag: string;
  until: number;
  answer: Promise<unknown>;
}

const ONE_MINUTE = 60_000;
const MOST_ENTRIES = 500;

/** One for the process: pages and routes are bundled apart. */
const shared = globalThis as { hanoutKept?: Map<string, Entry> };
shared.hanoutKept ??= new Map();
const entries = shared.hanoutKept;

const nameOf = (store: string, tag: Tag) => `${store} ${tag}`;

/**
 * The answer of `read`, for a minute or until its tag is dropped. Those who ask meanwhile wait for the same answer; an error
 * is not kept. Next's own cache would first show what is old, however old, and grow without end.
 */
export async function kept<T>(store: string, tag: Tag, key: string, read: () => Promise<T>): Promise<T> {
  const name = `${nameOf(store, tag)} ${key}`;
  const found = entries.get(name);
  if (found && found.until > Date.now()) return found.answer as Promise<T>;
  const answer = read();
  entries.delete(name);
  entries.set(name, { tag: nameOf(store, tag), until: Date.now() + ONE_MINUTE, answer });
  for (const oldest of entries.keys()) {
    if (entries.size <= MOST_ENTRIES) break;
    entries.delete(oldest);
  }
  try {
    return await answer;
  } catch (error) {
    if (entries.get(name)?.answer === answer) entries.delete(name);
    throw error;
  }
}

/** Forgets what has one of these tags. */
export function drop(store: string, tags: Tag[]): void {
  const names = tags.map((tag) => nameOf(store, tag));
  for (const [name, { tag }] of entries) if (names.includes(tag)) entries.delete(name);
}
