import type { Prompt } from "../mcp/guidance.ts";

/** Tasks that merchants may choose, written as instructions for their agents. */
export const prompts: Prompt[] = [
  {
    name: "daily_briefing",
    title: "Daily briefing",
    description: "What happened in the shop, and what needs attention now.",
    args: [{ name: "date", description: "The day, such as 2026-11-21; default: today", required: false }],
    text: ({ date }) =>
      `Give me a briefing on my shop for ${date ?? "today"}.
1. Call analytics_report with report "sales" twice: once for that day, and once for the seven days before it. Compare the day with their average.
2. Call orders_search with status "pending": how many orders wait for confirmation, since when, and which shoppers could not be reached yet?
3. Call analytics_report with report "low_stock": which products are running out?
4. Call analytics_report with report "rates": how many orders were confirmed, and how many returned?
Then tell me in at most ten lines what matters and what you propose to do. Change nothing until I agree.`,
  },
  {
    name: "restock_plan",
    title: "Restock plan",
    description: "What to order from suppliers, based on sales and stock.",
    args: [{ name: "days", description: "How many days the stock should last; default: 30", required: false }],
    text: ({ days }) =>
      `Plan what to restock so that my stock lasts ${days ?? "30"} days.
1. Call analytics_report with report "best_sellers" for the last 30 days, and compute the units sold per day of each product.
2. Call analytics_report with report "low_stock", and inventory_search for each best seller.
3. List SKU, units in stock, units sold per day, days left and units to order, grouped by vendor, the most urgent first.
I will tell you when goods have arrived; then add them with inventory_adjust. For more than 20 variants, call it with dry_run first, then again with the confirm_token of the dry run.`,
  },
  {
    name: "launch_promotion",
    title: "Launch a promotion",
    description: "From an idea to an active promotion.",
    args: [
      { name: "idea", description: "What to promote, such as: -20 % on rugs this weekend", required: true },
      { name: "code", description: "Its coupon code; without one, the promotion is automatic", required: false },
    ],
    text: ({ idea, code }) =>
      `Launch this promotion: ${idea}.${code ? ` Its code is ${code}.` : " It is automatic."}
1. Call promotions_search: is a similar promotion active already? Could both apply to one order, and should they?
2. Find the products that it is for with collections_search, categories_list or products_search.
3. Call promotions_save with dry_run: true, and show me title, value, conditions, start, end and limits.
4. When I agree, call promotions_save with an idempotency_key. Then show me what a shopper sees.`,
  },
  {
    name: "handle_return",
    title: "Handle a return",
    description: "Record a returned order: its stock, payment and note.",
    args: [
      { name: "order_number", description: "The order's number", required: true },
      { name: "reason", description: "Why it was returned", required: false },
    ],
    text: ({ order_number, reason }) =>
      `Record the return of order ${order_number}${reason ? ` (${reason})` : ""}.
1. Call orders_get: was the order shipped or delivered, and which of its items come back?
2. Call orders_return with dry_run: true, these items and the reason. Send restock: false for items that cannot be sold again.
3. Show me what goes back into stock and refunded_amount, the refund it proposes, and ask me how much to refund.
4. Call orders_return with refunded_amount, and tell me the order's status and payment.`,
  },
  {
    name: "write_product_copy",
    title: "Write product copy",
    description: "Name, description and SEO texts of a product.",
    args: [
      { name: "product", description: "Its slug or SKU", required: true },
      { name: "language", description: "ar, fr or en; default: the language of the store", required: false },
    ],
    text: ({ product, language }) =>
      `Write better copy for product ${product}${language ? ` in ${language}` : ""}.
1. Call products_get with response_format "detailed", and store_get for the shop's style and language.
2. Propose a name, a description in simple HTML, a seo_title (at most 60 characters) and a seo_description (at most 155). Write only what the product's data supports; invent nothing.
3. When I agree, call products_save with expected_updated_at.`,
  },
];
