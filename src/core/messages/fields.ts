/** What forms call the fields of the storefront's requests. `body` is the request as a whole. */
export type FieldName =
  | "address_default"
  | "address_label"
  | "body"
  | "cart"
  | "cart_total"
  | "category"
  | "collection"
  | "commune"
  | "country"
  | "coupon"
  | "current_password"
  | "delivery_address"
  | "delivery_method"
  | "email"
  | "facets"
  | "idempotency_key"
  | "in_stock"
  | "items"
  | "limit"
  | "line1"
  | "line2"
  | "max_price"
  | "min_price"
  | "name"
  | "notes"
  | "offset"
  | "order_status"
  | "password"
  | "payment_method"
  | "phone"
  | "pictures"
  | "postal_code"
  | "product"
  | "quantity"
  | "search"
  | "sort_by"
  | "sort_order"
  | "state"
  | "tag"
  | "token"
  | "town"
  | "variant"
  | "vendor"
  | "wilaya";

/** The form's name of each field of the storefront's requests, by the last step of its path. */
const FIELDS: Record<string, FieldName> = {
  "": "body",
  cart_id: "cart",
  cart_total: "cart_total",
  category: "category",
  city: "town",
  code: "coupon",
  collection: "collection",
  country: "country",
  coupon_code: "coupon",
  current_password: "current_password",
  customer_commune: "commune",
  customer_email: "email",
  customer_name: "name",
  customer_notes: "notes",
  customer_phone: "phone",
  customer_wilaya: "wilaya",
  email: "email",
  facets: "facets",
  full_name: "name",
  "idempotency-key": "idempotency_key",
  in_stock: "in_stock",
  is_default: "address_default",
  items: "items",
  label: "address_label",
  limit: "limit",
  line1: "line1",
  line2: "line2",
  max_price: "max_price",
  method: "delivery_method",
  min_price: "min_price",
  offset: "offset",
  password: "password",
  payment_method: "payment_method",
  phone: "phone",
  pictures: "pictures",
  postal_code: "postal_code",
  product_id: "product",
  q: "search",
  quantity: "quantity",
  shipping_address: "delivery_address",
  sort: "sort_by",
  sort_by: "sort_by",
  sort_order: "sort_order",
  state: "state",
  status: "order_status",
  tag: "tag",
  token: "token",
  variant_id: "variant",
  vendor: "vendor",
};

const OPTION = "option.";

/** The last step of a field's path that has a name: the entry of a list is called as the list. The name of an option may have dots. */
const lastStep = (path: string): string =>
  path.startsWith(OPTION) ? path.slice(OPTION.length) : path.replace(/(\.\d+)+$/, "").replace(/^.*\./, "");

/** What a form calls the field at a path; `other` says it for fields that no form of a storefront has. */
export function nameOf<N>(path: string, names: Record<FieldName, N>, other: (step: string) => N): N {
  const step = lastStep(path);
  const name = Object.hasOwn(FIELDS, step) ? FIELDS[step] : undefined;
  return name ? names[name] : other(step);
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
