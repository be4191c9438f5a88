import type { Problem, ProblemCode } from "../core/problem.ts";

/** What to do after a refusal, where it does not depend on the operation. */
const STEPS: Partial<Record<ProblemCode, string>> = {
  product_not_found: "Find it with products_search.",
  variant_not_found: "See the product's variants with products_get.",
  variant_required: "See the product's variants with products_get, and name one.",
  category_not_found: "See them with categories_list.",
  collection_not_found: "Find it with collections_search.",
  order_not_found: "Find it with orders_search.",
  carrier_not_found: "See them with carriers_list; carriers_save creates one.",
  customer_not_found: "Find them with customers_search; a guest has only orders: orders_search with query.",
  promotion_not_found: "Find it with promotions_search.",
  page_not_found: "Find it with content_search.",
  post_not_found: "Find it with content_search.",
  menu_not_found: "See them all with menus_get.",
  key_not_found: "See them with api_keys_list.",
  member_not_found: "See them with staff_list.",
  member_exists: "staff_set_role changes the role.",
  last_owner: "Make somebody else an owner first, with staff_invite or staff_set_role.",
  works_elsewhere: "Ask whoever runs the server; staff_list shows who works here.",
  change_not_found: "Find it with changes_list.",
  job_not_found: "See them with jobs_list.",
  too_many_jobs: "See them with jobs_list; call again when some have ended.",
  file_not_found: "See them with files_list; upload it again with POST /api/v1/admin/files.",
  file_in_use: "files_get says what names it: take it out there first. What can be undone keeps it for some days.",
  files_full: "files_list with with_uses: true tells which nothing names; files_delete deletes one.",
  uploads_unavailable: "Leave pictures where they are: products_save takes their addresses, too.",
  webhook_not_found: "See them with webhooks_list.",
  insufficient_stock: "Look with inventory_search; add stock with inventory_adjust.",
  illegal_order_move:
    "orders_get names the tools that move it on, in next; orders_set_payment_status records payments.",
  amount_not_collectable:
    "Leave collected_amount out: what was collected stays. orders_set_payment_status records payments and refunds.",
  not_undoable: "changes_list says of each change whether it can be undone, and what to do instead.",
  undo_conflict:
    "See who changed it since: changes_list with of: its slug, SKU or number. skip_changed: true undoes the rest.",
  confirmation_required: "Call with dry_run: true, look at the changes, then call again with its confirm_token.",
  confirm_token_used:
    "It was done: changes_list shows the change of change_id. To do it once more, get a new token by dry_run: true.",
  insufficient_scope:
    "Do it without what needs the scope, or ask the merchant for a key that has it, which api_keys_create makes; people ask an owner for another role.",
  idempotency_key_reused:
    "If it may be a retry of a call by another API key, look first whether that was done; use a new idempotency_key for a new request.",
  idempotency_in_progress: "Wait a second, then call again with the same idempotency_key.",
  email_taken: "Find the customer who has it with customers_search.",
  coupon_not_applicable: "promotions_check explains a coupon; or leave it out.",
  quantity_out_of_range: "Lower the quantity.",
  cart_empty: "Name something that is published and in stock: products_search finds it.",
  cart_full: "Leave lines out, or place another order for them with orders_create.",
  invalid_value: "Correct the arguments and call again.",
  overloaded: "Wait a few seconds, then call again.",
  unavailable: "Wait a few seconds, then call again.",
};

/** What reads the things that an operation changes. */
const READERS: Readonly<Record<string, string>> = {
  store_update: "store_get",
  menus_save: "menus_get",
  products_save: "products_get",
  categories_save: "categories_list",
  collections_save: "collections_search",
  orders_update: "orders_get",
  customers_save: "customers_get",
  promotions_save: "promotions_search",
  content_save: "content_get",
};

/** What to do after a refusal of this operation: a sentence; undefined where the refusal says it. */
export function nextStep(operation: string, { code, extra }: Pick<Problem, "code" | "extra">): string | undefined {
  if (extra.dry_run) return "Look at the changes, then call again with the new confirm_token.";
  const reader = READERS[operation];
  if (reader && code === "stale") return `Read it again with ${reader}, then decide whether your change still holds.`;
  if (reader && code === "slug_taken") return `Choose another slug, or look with ${reader} at what has it.`;
  if (reader && code === "code_taken") return `Choose another code, or look with ${reader} at what has it.`;
  return STEPS[code];
}

/** For refusals whose own sentence quotes what others wrote; the fields at fault say the rest. */
export const neutralSentences: Partial<Record<ProblemCode, string>> = {
  insufficient_stock: "There is not enough of what was asked for.",
};
