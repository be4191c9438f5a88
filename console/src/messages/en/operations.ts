/**
 * What the operations are called. In English the server's titles are shown; here stand those of areas, and words that are shorter than a
 * title on a button. An operation without a text in a language is shown in English, and marked so.
 */
export const operations = {
  find: "Find an operation",
  intro: "All that can be done in this store, each with a form. What changes is shown before it is done.",
  noneFound: (words: string) => `No operation for “${words}”.`,
  all: "Show all",
  reads: "only reads",
  final: "cannot be undone",
  unknown: "There is no such operation in this store, or your role does not allow it.",
  areas: {
    orders: "Orders",
    catalogue: "Products and stock",
    customers: "Customers",
    selling: "Promotions and carts",
    delivery: "Delivery and cash",
    content: "Pages and menus",
    reports: "Reports",
    store: "Store",
    programs: "People, keys and programs",
  },
  titles: {} as Record<string, string>,
};
