import type { Motif } from "../media/media.ts";

/** A demo store as it is written down: amounts in major units, references by slug. */
export interface DemoStore {
  slug: string;
  name: string;
  description: string;
  currency: string;
  locale: string;
  country: string;
  primary_color: string;
  custom_domain: string | null;
  logo_url: string;
  contact_info: Record<string, string>;
  social_links: Record<string, string>;
  theme_settings: Record<string, unknown>;
  settings: Record<string, unknown> | null;
  shipping_methods: string[];
  categories: DemoCategory[];
  products: DemoProduct[];
  collections: DemoCollection[];
  menus: DemoMenu[];
  articles: DemoArticle[];
}

export interface DemoCategory {
  slug: string;
  name: string;
  description: string;
  /** Slug of the category it is in, which stands before it. */
  parent: string | null;
  is_active?: boolean;
}

export interface DemoProduct {
  slug: string;
  name: string;
  /** Plain sentences; the loader makes a paragraph of them. */
  about: string;
  category: string;
  vendor: string;
  type: string;
  tags: string[];
  motif: Motif;
  /** How many pictures are drawn of it. */
  pictures?: number;
  price: number;
  compare_at_price?: number;
  /** Every combination of the values is a variant. */
  options?: Record<string, string[]>;
  /** What a value adds to the price. */
  surcharges?: Record<string, number>;
  /** Of each variant in turn, over and over. */
  stock: number[];
  sku: string;
  barcode?: string;
  /** Grams. */
  weight?: number;
  status?: "draft" | "archived";
  /** Made to order: stock is not counted. */
  untracked?: boolean;
  back_orders?: boolean;
}

export interface DemoCollection {
  slug: string;
  title: string;
  description: string;
  sort_order: "manual" | "best_selling" | "price_asc" | "price_desc" | "name_asc" | "newest";
  products: string[];
  is_active?: boolean;
}

export interface DemoMenu {
  handle: string;
  title: string;
  items: DemoMenuItem[];
}

export interface DemoMenuItem {
  title: string;
  url: string | null;
  type: "link" | "page" | "category" | "collection" | "blog" | "heading";
  children?: DemoMenuItem[];
}

export interface DemoArticle {
  kind: "page" | "post";
  slug: string;
  title: string;
  type: string | null;
  description: string;
  /** HTML. */
  body: string;
  is_published?: boolean;
  /** Below zero: in the future. */
  published_days_ago?: number;
}
