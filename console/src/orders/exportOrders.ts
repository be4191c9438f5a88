import type { Api } from "../api/api.ts";
import { valueWord } from "../messages/fields.ts";
import type { Language } from "../messages/languages.ts";
import type { Texts } from "../messages/texts.ts";
import { csvOf } from "../parts/files/csv.ts";
import { downloadText } from "../parts/files/download.ts";
import { currencySign, dateText } from "../parts/numbers.ts";
import { argumentsOf, type OrdersSearch } from "./filters.ts";
import type { OrdersPage } from "./useOrders.ts";

/** So many orders are saved at most. */
export const MAX_SAVED = 2000;
const PAGE = 100;

interface Asked {
  search: OrdersSearch;
  today: string;
  currency: string;
  timeZone: string;
  language: Language;
}

/** Saves the orders of a list as a CSV file, all of its pages. */
export async function exportOrders({ admin }: Api, texts: Texts, asked: Asked): Promise<void> {
  const { search, today, currency, timeZone, language } = asked;
  const { orders: words, fields } = texts;
  const args = { ...argumentsOf(search, today), response_format: "detailed", limit: PAGE };
  const orders: OrdersPage["data"] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && orders.length < MAX_SAVED) {
    const page = (await admin.run("orders_search", cursor ? { ...args, cursor } : args)) as OrdersPage;
    orders.push(...page.data);
    cursor = page.next_cursor;
  }
  const { names } = fields;
  const head = [
    words.order,
    words.placed,
    words.status,
    words.customer,
    names.customer_phone ?? "customer_phone",
    words.wilaya,
    names.customer_commune ?? "customer_commune",
    words.items,
    `${words.toCollect} ${currencySign(currency)}`,
    words.carrier,
    names.tracking_number ?? "tracking_number",
  ];
  const rows = orders
    .slice(0, MAX_SAVED)
    .map((order) => [
      order.order_number,
      dateText(order.created_at, language, timeZone),
      valueWord(fields, "status", order.status) ?? order.status,
      order.customer_name,
      order.customer_phone,
      order.customer_wilaya,
      order.customer_commune,
      order.items.map(({ product_name, quantity }) => `${product_name} × ${quantity}`).join("; "),
      order.total,
      order.carrier,
      order.tracking_number,
    ]);
  downloadText(`orders_${today}.csv`, csvOf([head, ...rows], language), "text/csv");
}
