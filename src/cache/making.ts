import assert from "node:assert/strict";
import type { Part } from "../db/changes.ts";
import type { Kept, Uses } from "../db/kept.ts";
import { bytesOfEntry, bytesOfValue, type Dependencies, type Entry, isTrueAt } from "./entry.ts";
import type { Maker, StoreCache } from "./store-cache.ts";

/** `alone` or, when others wait for the answer, `leading`; `made` once it is kept; `ended` with the request, at any time. */
type State = "alone" | "leading" | "made" | "ended";

const NEXT: Record<State, readonly State[]> = {
  alone: ["leading", "made", "ended"],
  leading: ["made", "ended"],
  made: ["ended"],
  ended: [],
};

/**
 * A request that makes an answer. It takes what is kept, keeps what it makes, and collects what the answer depends on.
 * Nothing is kept that depends on a change that came after the request began.
 */
export class Making implements Kept, Maker {
  readonly #store: StoreCache;
  readonly #prefix: string;
  readonly #from: number;
  readonly #madeAt: number;
  readonly #dependencies = { parts: new Set<Part>(), productIds: new Set<string>(), until: Number.POSITIVE_INFINITY };
  #state: State = "alone";
  readonly changedProducts = new Set<string>();
  /** Ends the wait of other requests for this answer. */
  #finishLeading: (answer: Entry | undefined) => void = () => {};

  /** Keys stand behind `prefix`. `from`: the time of the request, in milliseconds since 1970. Call `end` at its end. */
  constructor(store: StoreCache, prefix: string, from: number) {
    this.#store = store;
    this.#prefix = prefix;
    this.#from = from;
    this.#madeAt = store.changes;
    store.begin(this);
  }

  /** Lets other requests for the answer `key` wait for this one. Call it when the request begins. */
  lead(key: string): void {
    this.#move("leading");
    const { running } = this.#store;
    const made = new Promise<Entry | undefined>((resolve) => {
      this.#finishLeading = (answer) => {
        if (running.get(key) === made) running.delete(key);
        resolve(answer);
      };
    });
    running.set(key, made);
  }

  /** Keeps the answer, which also depends on `parts`, unless the request has ended. `valueBytes`: its memory. */
  keepAnswer(key: string, value: unknown, valueBytes: number, parts: readonly Part[]): void {
    if (this.#state === "ended") return;
    this.#move("made");
    for (const part of parts) this.#dependencies.parts.add(part);
    const entry = this.#entryOf(value, bytesOfEntry(key, valueBytes, this.#dependencies), this.#dependencies);
    this.#store.put(key, entry, this);
    this.#finishLeading(entry);
  }

  /** The request has ended, with or without an answer to keep. Further calls do nothing. */
  end(): void {
    if (this.#state === "ended") return;
    this.#move("ended");
    this.#finishLeading(undefined);
    this.#store.end(this);
  }

  #move(to: State): void {
    assert(NEXT[this.#state].includes(to), `a making that is ${this.#state} cannot become ${to}`);
    this.#state = to;
  }

  keep<T>(name: string, uses: Uses<T>, make: () => Promise<T>): Promise<T> {
    const key = this.#prefix + name;
    const found = this.#store.find(key, this.#from);
    if (found) return Promise.resolve(this.#use<T>(found));
    const running = this.#store.running.get(key);
    const own = () => this.#make(key, uses, make);
    return running ? running.then((entry) => (this.#isTrue(entry) ? this.#use<T>(entry) : own())) : own();
  }

  async #make<T>(key: string, uses: Uses<T>, make: () => Promise<T>): Promise<T> {
    const entry = make().then(async (value) => {
      const until = (await uses.until?.(value)) ?? null;
      const dependencies = {
        parts: new Set(uses.parts),
        productIds: new Set(uses.productIds?.(value) ?? []),
        until: millisecondsOf(until),
      };
      return this.#keepValue(key, value, dependencies);
    });
    this.#letOthersWait(key, entry);
    return this.#use<T>(await entry);
  }

  async keepEach(
    kind: string,
    productIds: readonly string[],
    { parts, until }: { parts: readonly Part[]; until: string | null },
    make: (missing: string[]) => Promise<Map<string, string>>,
  ): Promise<Map<string, string>> {
    const dependenciesOf = (id: string): Dependencies => ({
      parts: new Set(parts),
      productIds: new Set([id]),
      until: millisecondsOf(until),
    });
    const keyOf = (id: string) => `${this.#prefix}${kind} ${id}`;
    const texts = new Map<string, string>();
    const [missing, awaited]: [string[], string[]] = [[], []];
    for (const id of productIds) {
      const found = this.#store.find(keyOf(id), this.#from);
      if (found) texts.set(id, this.#use<string>(found));
      else (this.#store.running.has(keyOf(id)) ? awaited : missing).push(id);
    }
    const madeByOthers = awaited.map((id) => this.#store.running.get(keyOf(id)));
    const makeTexts = async (ids: string[]) => {
      if (ids.length === 0) return;
      const made = make(ids);
      for (const id of ids) {
        const entry = made.then((all) => this.#keepText(keyOf(id), all.get(id), dependenciesOf(id)));
        this.#letOthersWait(keyOf(id), entry);
      }
      for (const [id, text] of await made) texts.set(id, text);
      for (const id of ids) this.#dependOn(dependenciesOf(id));
    };
    await makeTexts(missing);
    const entries = await Promise.all(madeByOthers);
    await makeTexts(awaited.filter((_, i) => !this.#isTrue(entries[i])));
    for (const [i, entry] of entries.entries()) {
      if (this.#isTrue(entry)) texts.set(awaited[i] ?? "", this.#use<string>(entry));
    }
    return texts;
  }

  /** Whether another request has made an entry that is true at the time of this one. */
  #isTrue(entry: Entry | undefined): entry is Entry {
    return entry !== undefined && isTrueAt(entry, this.#from);
  }

  #keepText(key: string, text: string | undefined, dependencies: Dependencies): Entry | undefined {
    return text === undefined ? undefined : this.#keepValue(key, text, dependencies);
  }

  limit(key: string, parts: readonly Part[], find: () => Promise<string | null>): Promise<string | null> {
    return this.keep(key, { parts, until: (time) => time }, find);
  }

  #keepValue(key: string, value: unknown, dependencies: Dependencies): Entry {
    const entry = this.#entryOf(value, bytesOfEntry(key, bytesOfValue(value), dependencies), dependencies);
    this.#store.put(key, entry, this);
    return entry;
  }

  #entryOf(value: unknown, bytes: number, dependencies: Dependencies): Entry {
    return { value, bytes, view: this.#prefix, madeAt: this.#madeAt, from: this.#from, ...dependencies };
  }

  /** Requests that want the same wait for `entry`. One that fails lets them make it themselves. */
  #letOthersWait(key: string, entry: Promise<Entry | undefined>): void {
    const { running } = this.#store;
    const settled = entry.catch(() => undefined);
    if (this.#store.changes !== this.#madeAt) return; // it may depend on what this request read before the change
    running.set(key, settled);
    void settled.then(() => {
      if (running.get(key) === settled) running.delete(key);
    });
  }

  #use<T>(entry: Entry): T {
    this.#dependOn(entry);
    return entry.value as T;
  }

  #dependOn({ parts, productIds, until }: Dependencies): void {
    for (const part of parts) this.#dependencies.parts.add(part);
    for (const id of productIds) this.#dependencies.productIds.add(id);
    this.#dependencies.until = Math.min(this.#dependencies.until, until);
  }
}

const millisecondsOf = (time: string | null): number => (time === null ? Number.POSITIVE_INFINITY : Date.parse(time));
