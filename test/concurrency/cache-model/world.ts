import type { Random } from "./random.ts";

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}-${i}`);

/** The names that random writes give and random reads ask for. Few, so that reads meet what was written. */
export const PRODUCTS = numbered("produit", 9);
export const CATEGORIES = numbered("rayon", 4);
/** The order of `best-sellers` may be by sales; the order of the others is not. */
export const BEST_SELLERS = "best-sellers";
export const COLLECTIONS = [...numbered("collection", 3), BEST_SELLERS];
export const PAGES = numbered("page", 3);
export const POSTS = numbered("article", 3);
export const MENUS = ["main-menu", "footer"];
export const CODES = ["DIX", "BIENVENUE", "HIVER"];
export const TAGS = ["laine", "coton", "artisanat", "زربية"];
export const VENDORS = ["Nour Textile", "Tissages du Djurdjura"];
export const WORDS = ["tapis", "berbère", "robe", "kabyle", "théière", "cuivre", "kilim", "laine", "زربية", "wool"];
export const SIZES = ["S", "M", "L"];

export const skuOf = (product: string, variant: number): string => `${product}-${variant}`.toUpperCase();

/** What a run knows of its store beside the fixed names, and its clock. */
export class World {
  readonly random: Random;
  readonly promotions: string[] = [];
  readonly orders: string[] = [];
  readonly customers: string[] = [];
  readonly keys: string[] = [];
  /** Ids of changes. */
  readonly changes: string[] = [];
  readonly productIds: string[] = [];
  /** The ids of variants that were the only ones of their products, by the slugs of these. */
  readonly soleVariants = new Map<string, string>();
  /** Headers of signed-in customers. */
  readonly sessions: { authorization: string }[] = [];
  readonly carts: string[] = [];
  /** Times, in milliseconds since 1970, at which something begins or ends by itself. */
  readonly boundaries: number[] = [];
  /** When something was last sold, in milliseconds since 1970. */
  soldAt = Number.NEGATIVE_INFINITY;
  /** The latest time that the clock has shown. What was kept then is true again when the clock, set back, comes there again. */
  latest = Number.NEGATIVE_INFINITY;
  #names = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** A name that was not used before. */
  newName(kind: string): string {
    return `${kind}-${++this.#names}`;
  }

  /** A time that is over, or soon to come, as ISO 8601. */
  timeNearby(): string {
    const time = Date.now() + this.random.integer(-60, 600) * 1000 + this.random.integer(0, 999);
    this.boundaries.push(time);
    return new Date(time).toISOString();
  }

  /** Keeps at most the last hundred. */
  remember(list: string[], value: unknown): void {
    if (typeof value !== "string" || list.includes(value)) return;
    list.push(value);
    if (list.length > 100) list.shift();
  }
}
