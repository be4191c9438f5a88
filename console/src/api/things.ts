import type { Language } from "../messages/languages.ts";

/** How things of a kind are found and shown: by which operation, and by which of its fields. */
export interface Reference {
  /** The operation that lists them. */
  list: string;
  /** Its argument for the words that are typed. Without it all are asked for, and those with the words are shown. */
  words?: string;
  /** Its other arguments. */
  with?: Readonly<Record<string, unknown>>;
  /** Its argument that another argument of the form says, by any of these names: without it nothing is listed. */
  within?: { argument: string; says: readonly string[] };
  /** The fields that name one to an operation: the first that has a value is sent. */
  sends: readonly string[];
  /** Other fields that name it to an operation: what has come with one of them is shown by its name. */
  means?: readonly string[];
  /** The field that names it to people; in some languages another. */
  name: string;
  nameIn?: Partial<Record<Language, string>>;
  /** The fields that tell it from others of the same name. */
  about: readonly string[];
  /** The path to the address of its picture. */
  picture?: string;
  /** The operation that shows one, and its argument. */
  shows?: { operation: string; argument: string };
}

const LONGEST_LIST = { limit: 100 };

/** All kinds of things that people look for by name. */
export const REFERENCES = {
  order: {
    list: "orders_search",
    words: "query",
    sends: ["order_number"],
    name: "customer_name",
    about: ["order_number", "status", "total"],
    shows: { operation: "orders_get", argument: "order" },
  },
  product: {
    list: "products_search",
    words: "query",
    with: { response_format: "detailed" }, // with its pictures
    sends: ["slug"],
    name: "name",
    about: ["status", "vendor"],
    picture: "images.0.url",
    shows: { operation: "products_get", argument: "product" },
  },
  variant: {
    list: "inventory_search",
    words: "query",
    sends: ["sku", "id", "product"],
    name: "name",
    about: ["title", "sku", "inventory_quantity"],
  },
  file: { list: "files_list", with: LONGEST_LIST, sends: ["id"], name: "name", about: ["created_at"], picture: "url" },
  category: { list: "categories_list", with: LONGEST_LIST, sends: ["slug"], name: "name", about: ["parent"] },
  collection: {
    list: "collections_search",
    words: "query",
    sends: ["slug"],
    name: "title",
    about: ["slug"],
    shows: { operation: "collections_search", argument: "collection" },
  },
  customer: {
    list: "customers_search",
    words: "query",
    sends: ["email", "phone", "id"],
    name: "full_name",
    about: ["phone", "email"],
    shows: { operation: "customers_get", argument: "customer" },
  },
  promotion: {
    list: "promotions_search",
    words: "query",
    with: { response_format: "detailed" }, // with the ids of those that have no code
    sends: ["code", "id"],
    name: "title",
    about: ["code", "state"],
  },
  coupon: {
    list: "promotions_search",
    words: "query",
    with: { promotion_type: "coupon" },
    sends: ["code"],
    name: "title",
    about: ["code", "state"],
  },
  carrier: { list: "carriers_list", with: LONGEST_LIST, sends: ["name"], name: "name", about: ["methods"] },
  wilaya: {
    list: "wilayas_list",
    sends: ["name_fr"], // orders show it as it was sent
    means: ["code"],
    name: "name_fr",
    nameIn: { ar: "name_ar" },
    about: ["code"],
  },
  commune: {
    list: "communes_list",
    within: { argument: "wilaya", says: ["customer_wilaya", "wilaya"] },
    sends: ["name_fr"],
    name: "name_fr",
    nameIn: { ar: "name_ar" },
    about: [],
  },
  page: {
    list: "content_search",
    words: "query",
    with: { kind: "page" },
    sends: ["slug"],
    name: "title",
    about: ["slug"],
  },
  post: {
    list: "content_search",
    words: "query",
    with: { kind: "post" },
    sends: ["slug"],
    name: "title",
    about: ["slug"],
  },
  menu: {
    list: "menus_get",
    sends: ["handle"],
    name: "title",
    about: ["handle"],
    shows: { operation: "menus_get", argument: "handle" },
  },
  api_key: { list: "api_keys_list", with: LONGEST_LIST, sends: ["prefix"], name: "name", about: ["prefix", "kind"] },
  webhook: { list: "webhooks_list", sends: ["id"], name: "address", about: ["types"] },
  job: { list: "jobs_list", sends: ["id"], name: "kind", about: ["state", "created_at"] },
  change: { list: "changes_list", with: { limit: 30 }, sends: ["change_id"], name: "sentence", about: [] },
  person: { list: "staff_list", sends: ["email"], name: "name", about: ["email", "role"] },
} as const satisfies Record<string, Reference>;

export type Thing = keyof typeof REFERENCES;
