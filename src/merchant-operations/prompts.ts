import type { Prompt } from "../mcp/guidance.ts";

/** Tasks that merchants may pick, written out for their agents. */
export const prompts: Prompt[] = [
  {
    name: "daily_briefing",
    title: "Daily briefing",
    description: "What happened in the shop and what needs doing now.",
    args: [{ name: "date", description: "The day, as 2026-11-21; default today", required: false }],
    text: ({ date }) =>
      `Brief me on my shop for ${date ?? "today"}.
1. analytics_report with report "sales" for that day and the seven days before: compare.
2. orders_search with status "pending": how many wait to be confirmed, since when, and whom nobody could reach yet.
3. analytics_report with report "low_stock": what runs out.
4. analytics_report with report "rates": confirmations and returns.
Then say in at most ten lines what matters and what you propose to do. Change nothing until I agree.`,
  },
  {
    name: "restock_plan",
    title: "Restock plan",
    description: "What to order from suppliers, from sales and stock.",
    args: [{ name: "days", description: "Days the stock should last; default 30", required: false }],
    text: ({ days }) =>
      `Plan what to restock so that my stock lasts ${days ?? "30"} days.
1. analytics_report with report "best_sellers" over the last 30 days: units a day for each product.
2. analytics_report with report "low_stock", and inventory_search for each best seller.
3. List SKU, in stock, sold a day, days left, units to order; by vendor; most urgent first.
When goods have arrived I will tell you, and you book them with inventory_adjust; above 20 variants dry_run first, then the same with its confirm_token.`,
  },
  {
    name: "launch_promotion",
    title: "Launch a promotion",
    description: "From an idea to a promotion that runs.",
    args: [
      { name: "idea", description: "What to promote: -20 % on rugs this weekend", required: true },
      { name: "code", description: "Its coupon code; none: it applies by itself", required: false },
    ],
    text: ({ idea, code }) =>
      `Launch this promotion: ${idea}.${code ? ` Its code is ${code}.` : " It applies by itself."}
1. promotions_search: does something like it run already? Could both apply together, and should they?
2. Find what it is for with collections_search, categories_list or products_search.
3. promotions_save with dry_run: true; show me title, value, conditions, start and end, limits.
4. When I agree, promotions_save with an idempotency_key, then show what a shopper sees.`,
  },
  {
    name: "handle_return",
    title: "Handle a return",
    description: "Return an order: stock, payment, note.",
    args: [
      { name: "order_number", description: "The order", required: true },
      { name: "reason", description: "Why it was returned", required: false },
    ],
    text: ({ order_number, reason }) =>
      `Take back order ${order_number}${reason ? ` (${reason})` : ""}.
1. orders_get: was it shipped or delivered, and was it paid?
2. orders_return with the reason: its stock goes back. Goods that cannot be sold again: inventory_adjust them out, saying why.
3. If it was paid, ask me how much goes back, then orders_set_payment_status.
4. orders_get again, and tell me how it stands.`,
  },
  {
    name: "write_product_copy",
    title: "Write product copy",
    description: "Name, description and search texts of a product.",
    args: [
      { name: "product", description: "Its slug or SKU", required: true },
      { name: "language", description: "ar, fr or en; default the store's", required: false },
    ],
    text: ({ product, language }) =>
      `Write better copy for product ${product}${language ? ` in ${language}` : ""}.
1. products_get with response_format "detailed", and store_get for the shop's voice and language.
2. Propose a name, a description in simple HTML, seo_title (at most 60 characters) and seo_description (at most 155). Only what the product's data supports; invent nothing.
3. When I agree, products_update with expected_updated_at.`,
  },
];
