/** Column names with their types in PostgreSQL. */
type Columns = Readonly<Record<string, string>>;

/** A table whose rows are recorded before and after a merchant's call, so that the call can be undone. */
export interface RecordedTable {
  /** The columns of the primary key beside the store's. */
  key: Columns;
  /** The other columns that are recorded: not those that are computed from others, and no `updated_at`. */
  columns: Columns;
  /** Of these, counts that others change as well: what a call added is subtracted, and what others added stays. */
  counts?: readonly string[];
  /** The column with the id of the person, or of the order, whose data the rows hold. */
  subject?: string;
}

const ID = { id: "uuid" } as const;

/** In the order in which transactions lock rows, and so that a row comes after the rows that it refers to. */
export const RECORDED_TABLES = {
  sites: {
    key: ID,
    columns: {
      name: "text",
      description: "text",
      logo_url: "text",
      custom_domain: "text",
      contact_info: "jsonb",
      social_links: "jsonb",
      theme_settings: "jsonb",
      settings: "jsonb",
      primary_color: "text",
      locale: "text",
      shipping_methods: "text[]",
      time_zone: "text",
      cash_rounding: "bigint",
      low_stock: "integer",
      blocked_phone_policy: "text",
      option_names: "jsonb",
    },
  },
  customers: {
    key: ID,
    columns: {
      email: "text",
      folded_email: "text",
      full_name: "text",
      phone: "text",
      password_version: "integer",
      created_at: "timestamptz",
    },
    subject: "id",
  },
  blocked_phones: {
    key: ID,
    columns: { phone_key: "text", phone: "text", note: "text", created_at: "timestamptz" },
    subject: "id",
  },
  orders: {
    key: ID,
    columns: {
      order_number: "text",
      customer_name: "text",
      customer_phone: "text",
      customer_email: "text",
      customer_wilaya: "text",
      wilaya_code: "text",
      customer_commune: "text",
      delivery_method: "text",
      shipping_address: "json",
      customer_notes: "text",
      carrier: "text",
      tracking_number: "text",
      shipping_cost: "bigint",
      shipping_is_set: "boolean",
      rounding: "bigint",
    },
    subject: "id",
  },
  order_notes: {
    key: { order_id: "uuid", id: "uuid" },
    columns: {
      sequence: "integer",
      outcome: "text",
      text: "text",
      call_again_at: "timestamptz",
      actor: "text",
      created_at: "timestamptz",
    },
    subject: "order_id",
  },
  categories: {
    key: ID,
    columns: {
      parent_id: "uuid",
      slug: "text",
      name: "text",
      folded_name: "text",
      description: "text",
      image_url: "text",
      position: "integer",
      is_active: "boolean",
    },
  },
  collections: {
    key: ID,
    columns: {
      slug: "text",
      title: "text",
      description: "text",
      image_url: "text",
      is_active: "boolean",
      sort_order: "text",
      position: "integer",
      seo_title: "text",
      seo_description: "text",
      created_at: "timestamptz",
    },
  },
  products: {
    key: ID,
    columns: {
      slug: "text",
      name: "text",
      description: "text",
      status: "text",
      category_id: "uuid",
      vendor: "text",
      product_type: "text",
      tags: "text[]",
      options: "jsonb",
      images: "jsonb",
      is_physical: "boolean",
      charge_tax: "boolean",
      seo_title: "text",
      seo_description: "text",
      created_at: "timestamptz",
    },
  },
  variants: {
    key: ID,
    columns: {
      product_id: "uuid",
      position: "integer",
      title: "text",
      option_values: "jsonb",
      sku: "text",
      barcode: "text",
      price: "bigint",
      compare_at_price: "bigint",
      cost: "bigint",
      inventory_quantity: "integer",
      track_quantity: "boolean",
      continue_selling_when_out_of_stock: "boolean",
      image_url: "text",
      weight: "double precision",
      weight_unit: "text",
    },
    counts: ["inventory_quantity"],
  },
  collection_products: { key: { collection_id: "uuid", product_id: "uuid" }, columns: { position: "integer" } },
  promotions: {
    key: ID,
    columns: {
      code: "text",
      folded_code: "text",
      title: "text",
      message: "text",
      discount_type: "text",
      discount_value: "bigint",
      buy_quantity: "integer",
      get_quantity: "integer",
      target_type: "text",
      target_ids: "uuid[]",
      min_order_amount: "bigint",
      min_quantity: "integer",
      max_discount_amount: "bigint",
      starts_at: "timestamptz",
      expires_at: "timestamptz",
      usage_limit: "integer",
      usage_limit_per_customer: "integer",
      is_combinable: "boolean",
      is_discoverable: "boolean",
      is_active: "boolean",
      created_at: "timestamptz",
    },
  },
  promotion_uses: {
    key: { promotion_id: "uuid", order_id: "uuid" },
    columns: { amount: "bigint", created_at: "timestamptz" },
  },
  articles: {
    key: ID,
    columns: {
      kind: "text",
      slug: "text",
      title: "text",
      type: "text",
      description: "text",
      body: "text",
      content: "jsonb",
      featured_image: "text",
      is_published: "boolean",
      published_at: "timestamptz",
      seo_title: "text",
      seo_description: "text",
      created_at: "timestamptz",
    },
  },
  menus: { key: ID, columns: { handle: "text", title: "text", items: "jsonb" } },
  carriers: {
    key: ID,
    columns: {
      name: "text",
      folded_name: "text",
      tracking_url: "text",
      regions: "text[]",
      methods: "text[]",
      home_cost: "bigint",
      desk_cost: "bigint",
      return_cost: "bigint",
      parcel_columns: "jsonb",
      is_active: "boolean",
      created_at: "timestamptz",
    },
  },
  shipping_rates: { key: { region: "text", method: "text" }, columns: { price: "bigint", free_above: "bigint" } },
} as const satisfies Record<string, RecordedTable>;

export type TableName = keyof typeof RECORDED_TABLES;

export const TABLE_NAMES = Object.keys(RECORDED_TABLES) as TableName[];

export const tableOf = (name: TableName): RecordedTable => RECORDED_TABLES[name];
