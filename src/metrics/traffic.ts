import type { ProblemCode } from "../core/problem.ts";
import { Distribution } from "../core/time/distribution.ts";

/** What is told of a request. */
export interface AnswerLabels {
  method: string;
  /** The route's pattern: "/api/v1/storefront/products/:slug". */
  route: string;
  /** Of the status: "2xx". */
  status: string;
}

/** What a store was served since the start of the process. */
export interface StoreTraffic {
  readonly slug: string;
  requests: number;
  /** Of the bodies of answers. */
  bytes: number;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);

/** Counts what this process serves, also what it answers from memory. */
export class Traffic {
  /** The seconds that answers took, by method, route and class of status. */
  readonly #answers = new Map<string, { labels: AnswerLabels; seconds: Distribution }>();
  /** By the id of the store. */
  readonly #stores = new Map<string, StoreTraffic>();
  readonly #refusals = new Map<ProblemCode, number>([["internal_error", 0]]); // so that an alert sees the first one

  /** Where such an answer is noted. An answer that is kept in memory holds it, so that nothing is looked up for it. */
  secondsOf(method: string, route: string, status: number): Distribution {
    const labels = {
      method: METHODS.has(method) ? method : "other",
      route,
      status: `${Math.floor(status / 100)}xx`,
    };
    const key = `${labels.method} ${labels.status} ${route}`;
    const known = this.#answers.get(key) ?? { labels, seconds: new Distribution(SECONDS) };
    this.#answers.set(key, known);
    return known.seconds;
  }

  storeOf(id: string, slug: string): StoreTraffic {
    const known = this.#stores.get(id);
    if (known) return known;
    const store = { slug, requests: 0, bytes: 0 };
    this.#stores.set(id, store);
    return store;
  }

  refused(code: ProblemCode): void {
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
  }

  /** Without those of kept answers that nobody asked for yet. */
  get answers(): { labels: AnswerLabels; seconds: Distribution }[] {
    return [...this.#answers.values()].filter(({ seconds }) => seconds.counts.some((count) => count > 0));
  }

  get stores(): Iterable<[id: string, StoreTraffic]> {
    return this.#stores;
  }

  get refusals(): Iterable<[ProblemCode, number]> {
    return this.#refusals;
  }
}
