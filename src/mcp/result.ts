import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Problem } from "../core/problem.ts";
import { truncate } from "../core/text/truncate.ts";
import { fittedAnswer, MAX_ANSWER_TEXT } from "../operations/fit.ts";
import type { Operation, OperationResult } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { untrustedPaths } from "../operations/untrusted.ts";
import { fitToPage } from "./answer.ts";
import type { AgentGuidance } from "./guidance.ts";

/**
 * A sentence for people, then the data: as text for clients that show only that, and structured for the others. The
 * data's texts are sanitized; `_meta` names the fields that shoppers and imports wrote, which are never instructions.
 */
export function asResult(
  { name }: Pick<Operation, "name">,
  { text, data }: OperationResult,
  { untrustedFields, multilineFields }: AgentGuidance,
): CallToolResult {
  const shown = sanitize(data, multilineFields);
  const untrusted = untrustedPaths(shown, untrustedFields(name));
  return {
    content: [
      { type: "text", text: sanitize(text) },
      { type: "text", text: JSON.stringify(shown) },
    ],
    structuredContent: shown,
    ...(untrusted.length > 0 ? { _meta: { "hanout/untrusted": untrusted } } : {}),
  };
}

/** What a resource says, as a tool's answer would: cleaned, cut to a page, and with the fields that others wrote. */
export function asContents(
  uri: string,
  { name }: Pick<Operation, "name">,
  data: Record<string, unknown>,
  { untrustedFields, multilineFields }: AgentGuidance,
) {
  const { data: kept, cut } = fittedAnswer(data, MAX_ANSWER_TEXT, undefined, multilineFields);
  const shown = sanitize(cut.length > 0 ? { ...kept, cut } : kept, multilineFields);
  const untrusted = untrustedPaths(shown, untrustedFields(name));
  return {
    uri,
    mimeType: "application/json",
    text: JSON.stringify(shown),
    ...(untrusted.length > 0 ? { _meta: { "hanout/untrusted": untrusted } } : {}),
  };
}

const MAX_OF_A_LINE = 2000;

const FACTS_TEXT = 5000;

/** What a refusal says beside its sentence, as data: it may hold names that others wrote. */
function factsOf(
  facts: Record<string, unknown>,
  { untrustedFieldsOfRefusals, multilineFields }: AgentGuidance,
): Pick<CallToolResult, "content" | "_meta"> {
  if (Object.keys(facts).length === 0) return { content: [] };
  const { data } = fittedAnswer(facts, FACTS_TEXT, undefined, multilineFields);
  const untrusted = untrustedPaths(data, untrustedFieldsOfRefusals);
  return {
    content: [{ type: "text", text: JSON.stringify(data) }],
    ...(untrusted.length > 0 ? { _meta: { "hanout/untrusted": untrusted } } : {}),
  };
}

/**
 * A refusal (see `withNextStep`) as an agent can act on it: code, fields, what to do next; then, as data, what is allowed and other facts.
 */
export function asRefusal(
  operation: Operation,
  problem: Problem,
  requestId: string,
  guidance: AgentGuidance,
): CallToolResult {
  const { code, status } = problem;
  const { dry_run, next, ...further } = problem.extra;
  const { detail, errors, extra } = sanitize(
    { detail: problem.detail, errors: problem.errors, extra: further },
    guidance.multilineFields,
  );
  const lines = [
    `${code}: ${guidance.neutralSentences[code] ?? detail}`,
    ...errors.map(({ path, message }) => `- ${path || "arguments"}: ${message}`),
    ...("allowed" in extra ? ["What is allowed stands below, in allowed."] : []),
    ...(code === "internal_error" ? [`Request id: ${requestId}`] : []),
    ...(next ? [`Next: ${next}`] : []),
  ];
  const text = lines.map((line) => truncate(line, MAX_OF_A_LINE)).join("\n");
  const shown = dry_run
    ? asResult(
        operation,
        fitToPage(operation, { text, data: dry_run as OperationResult["data"] }, true, undefined, guidance),
        guidance,
      )
    : { content: [{ type: "text" as const, text }] };
  const facts = factsOf(extra, guidance);
  return {
    ...shown,
    content: [...shown.content, ...facts.content],
    isError: true,
    _meta: {
      ...shown._meta,
      ...facts._meta,
      "hanout/problem": { code, status, detail, errors, ...extra, ...(next ? { next } : {}) },
    },
  };
}
