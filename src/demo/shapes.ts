import type { CarrierInput } from "../carriers/carriers.ts";
import type { Reason, Status } from "../orders/orders.ts";
import type { Motif } from "./pictures/draw-picture.ts";

/** The data of a demo store: amounts in major units, references by slug. */
export interface DemoStore {
  slug: string;
  name: string;
  description: string;
  currency: string;
  locale: string;
  country: string;
  /** IANA name. */
  time_zone: string;
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
  shipping_rates: DemoShippingRate[];
  carriers?: CarrierInput[];
  promotions: DemoPromotion[];
  customers: DemoCustomer[];
  orders: DemoOrder[];
}

/** Amounts of both ways of delivery; a region is a wilaya's code, `*` is everywhere else. */
export interface DemoShippingRate {
  region: string;
  home: number;
  desk?: number;
  free_above?: number;
}

/** Percentages in percent, amounts in major units. */
export interface DemoPromotion {
  title: string;
  message?: string;
  code?: string;
  discount_type: "percentage" | "fixed_amount" | "free_shipping" | "buy_x_get_y";
  discount_value?: number;
  buy_quantity?: number;
  get_quantity?: number;
  target?: { products: string[] } | { collections: string[] } | { categories: string[] };
  min_order_amount?: number;
  max_discount_amount?: number;
  usage_limit?: number;
  usage_limit_per_customer?: number;
  starts_days_ago?: number;
  ends_days_ago?: number;
  is_combinable?: boolean;
  is_discoverable?: boolean;
}

/** A demo customer. All have the same password, which the documentation names. */
export interface DemoCustomer {
  email: string;
  full_name: string;
  phone: string;
  address: { line1: string; city: string; state: string; postal_code: string };
}

export interface DemoOrder {
  days_ago: number;
  /** E-mail of a customer; a guest has name and phone. */
  customer?: string;
  name?: string;
  phone?: string;
  wilaya: string;
  commune: string;
  method?: "home" | "desk";
  /** Slug and quantity; of a product with variants, the first that is in stock. */
  items: [string, number][];
  coupon?: string;
  notes?: string;
  /** The later statuses of the order, 1.5 days apart. */
  moves: readonly Status[];
  /** Why it was cancelled or came back. */
  reason?: Reason;
  is_paid?: boolean;
  is_refunded?: boolean;
}

export interface DemoCategory {
  slug: string;
  name: string;
  description: string;
  /** Slug of the parent category, which must come earlier in the list. */
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
  /** The stock of the variants in order; repeated when there are more variants. */
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
