import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Problem, ProblemCode } from "../core/problem.ts";
import { truncate } from "../core/text/truncate.ts";
import { fittedAnswer, MAX_TEXT } from "../operations/fit.ts";
import type { Operation, OperationResult } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { untrustedIn, untrustedInFacts } from "../operations/untrusted.ts";
import { fitToPage } from "./answer.ts";

/**
 * A sentence for people, then the data: as text for clients that show only that, and structured for the others. The
 * data's texts are cleaned; `_meta` names those that shoppers and imports wrote, for whoever must not obey them.
 */
export function asResult(tool: Pick<Operation, "name">, { text, data }: OperationResult): CallToolResult {
  const shown = sanitize(data);
  const untrusted = untrustedIn(tool.name, shown);
  return {
    content: [
      { type: "text", text: sanitize(text) },
      { type: "text", text: JSON.stringify(shown) },
    ],
    structuredContent: shown,
    ...(untrusted.length > 0 ? { _meta: { "hanout/untrusted": untrusted } } : {}),
  };
}

/** What to do about a refusal, where the refusal itself does not say. */
const NEXT: Partial<Record<ProblemCode, string>> = {
  product_not_found: "Find it with products_search.",
  variant_not_found: "See the product's variants with products_get.",
  variant_required: "See the product's variants with products_get, and name one.",
  category_not_found: "See them with categories_list.",
  collection_not_found: "Find it with collections_search.",
  order_not_found: "Find it with orders_search.",
  customer_not_found: "Find them with customers_search.",
  promotion_not_found: "Find it with promotions_search.",
  page_not_found: "Find it with content_search.",
  post_not_found: "Find it with content_search.",
  menu_not_found: "See them all with menus_get.",
  key_not_found: "See them with api_keys_list.",
  insufficient_stock: "Look with inventory_search; add stock with inventory_adjust.",
  illegal_order_move: "orders_get names the tools that move it on, in next; orders_set_payment_status notes money.",
  stale: "Read it again, then decide whether your change still holds.",
  confirmation_required: "Call with dry_run: true, look at the changes, then call again with its confirm_token.",
  insufficient_scope: "Ask the merchant for a key with this scope.",
  idempotency_key_reused: "Use a new idempotency_key for a new request.",
  idempotency_in_progress: "Wait a second, then call again with the same idempotency_key.",
  slug_taken: "Choose another slug, or update the one that has it.",
  code_taken: "Choose another code, or update the promotion that has it.",
  email_taken: "Find the customer who has it with customers_search.",
  coupon_not_applicable: "Look with promotions_search, or leave the coupon out.",
  quantity_out_of_range: "Take fewer.",
  cart_empty: "Name something that is published and in stock.",
  invalid_value: "Correct the arguments and call again.",
  overloaded: "Wait a few seconds, then call again.",
  unavailable: "Wait a few seconds, then call again.",
};

/** What a resource says, as a tool's answer would: cleaned, cut to a page, and with the fields that others wrote. */
export function asContents(uri: string, resource: Pick<Operation, "name">, data: Record<string, unknown>) {
  const { data: kept, cut } = fittedAnswer(data, MAX_TEXT, undefined);
  const shown = sanitize(cut.length > 0 ? { ...kept, cut } : kept);
  const untrusted = untrustedIn(resource.name, shown);
  return {
    ...{ uri, mimeType: "application/json", text: JSON.stringify(shown) },
    ...(untrusted.length > 0 ? { _meta: { "hanout/untrusted": untrusted } } : {}),
  };
}

const MAX_OF_A_LINE = 2000;

const FACTS_TEXT = 5000;

/** What a refusal says beside its sentence, as data: it may hold names that others wrote. */
function factsOf(facts: Record<string, unknown>): Pick<CallToolResult, "content" | "_meta"> {
  if (Object.keys(facts).length === 0) return { content: [] };
  const { data } = fittedAnswer(facts, FACTS_TEXT, undefined);
  const untrusted = untrustedInFacts(data);
  return {
    content: [{ type: "text", text: JSON.stringify(data) }],
    ...(untrusted.length > 0 ? { _meta: { "hanout/untrusted": untrusted } } : {}),
  };
}

/** Sentences that would quote what others wrote, as agents are told them: the fields at fault say the rest. */
const SAID: Partial<Record<ProblemCode, string>> = { insufficient_stock: "There is not enough of what was asked for." };

/**
 * A refusal as an agent can act on it: code, fields, what to do next; then, as data, what is allowed and other facts.
 */
export function asRefusal(tool: Operation, problem: Problem, requestId: string): CallToolResult {
  const { code, status } = problem;
  const { dry_run, ...facts } = problem.extra;
  const { detail, errors, extra } = sanitize({ detail: problem.detail, errors: problem.errors, extra: facts });
  const next = dry_run ? "Look at the changes, then call again with the new confirm_token." : NEXT[code];
  const lines = [
    `${code}: ${SAID[code] ?? detail}`,
    ...errors.map(({ path, message }) => `- ${path || "arguments"}: ${message}`),
    ...("allowed" in extra ? ["What is allowed stands below, in allowed."] : []),
    ...(code === "internal_error" ? [`Request id: ${requestId}`] : []),
    ...(next ? [`Next: ${next}`] : []),
  ];
  const text = lines.map((line) => truncate(line, MAX_OF_A_LINE)).join("\n");
  const shown = dry_run
    ? asResult(tool, fitToPage(tool, { text, data: dry_run as OperationResult["data"] }, true, undefined))
    : { content: [{ type: "text" as const, text }] };
  const told = factsOf(extra);
  return {
    ...shown,
    content: [...shown.content, ...told.content],
    isError: true,
    _meta: { ...shown._meta, ...told._meta, "hanout/problem": { code, status, detail, errors, ...extra } },
  };
}
