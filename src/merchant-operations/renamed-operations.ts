/** What replaced the operations of earlier versions: a call of an old name is refused, and told the new one. */
export const renamedOperations: Readonly<Record<string, string>> = {
  products_create: "products_save",
  products_update: "products_save",
  product_images_manage: "products_save with images or add_images",
  products_delete: 'catalog_delete with kind "product"',
  categories_delete: 'catalog_delete with kind "category"',
  collections_delete: 'catalog_delete with kind "collection"',
  promotions_delete: 'catalog_delete with kind "promotion"',
  promotions_set_active: "promotions_save with is_active",
  audit_log_search: "changes_list",
  menus_delete: 'content_delete with kind "menu"',
};
