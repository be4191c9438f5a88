import type { ProblemCode } from "../core/problem.ts";

/** What an agent does after a refusal, where the refusal itself does not say. */
export const nextSteps: Partial<Record<ProblemCode, string>> = {
  product_not_found: "Find it with products_search.",
  variant_not_found: "See the product's variants with products_get.",
  variant_required: "See the product's variants with products_get, and name one.",
  category_not_found: "See them with categories_list.",
  collection_not_found: "Find it with collections_search.",
  order_not_found: "Find it with orders_search.",
  carrier_not_found: "See them with carriers_list; carriers_save creates one.",
  customer_not_found: "Find them with customers_search.",
  promotion_not_found: "Find it with promotions_search.",
  page_not_found: "Find it with content_search.",
  post_not_found: "Find it with content_search.",
  menu_not_found: "See them all with menus_get.",
  key_not_found: "See them with api_keys_list.",
  insufficient_stock: "Look with inventory_search; add stock with inventory_adjust.",
  illegal_order_move:
    "orders_get names the tools that move it on, in next; orders_set_payment_status records payments.",
  stale: "Read it again, then decide whether your change still holds.",
  confirmation_required: "Call with dry_run: true, look at the changes, then call again with its confirm_token.",
  insufficient_scope: "Do it without what needs the scope, or ask the merchant for a key that has it.",
  undo_conflict: "See who changed it since with changes_list, and of: its slug, SKU or number.",
  idempotency_key_reused: "Use a new idempotency_key for a new request.",
  idempotency_in_progress: "Wait a second, then call again with the same idempotency_key.",
  slug_taken: "Choose another slug, or update the one that has it.",
  code_taken: "Choose another code, or update the promotion that has it.",
  email_taken: "Find the customer who has it with customers_search.",
  coupon_not_applicable: "Look with promotions_search, or leave the coupon out.",
  quantity_out_of_range: "Lower the quantity.",
  cart_empty: "Name something that is published and in stock.",
  invalid_value: "Correct the arguments and call again.",
  overloaded: "Wait a few seconds, then call again.",
  unavailable: "Wait a few seconds, then call again.",
};

/** For refusals whose own sentence quotes what others wrote; the fields at fault say the rest. */
export const neutralSentences: Partial<Record<ProblemCode, string>> = {
  insufficient_stock: "There is not enough of what was asked for.",
};
