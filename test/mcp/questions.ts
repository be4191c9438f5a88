import { createHmac } from "node:crypto";
import {
  type CallToolResult,
  type ContentBlock,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** Tools of the test build that ask the user or their model before they answer. */

export type Answer = CallToolResult | InputRequiredResult;
export type Args = Record<string, string>;
export type Tool = (context: ServerContext["mcpReq"], args: Args) => Answer | Promise<Answer>;

export const text = (words: string) => ({ type: "text" as const, text: words });
export const says = (...content: ContentBlock[]): CallToolResult => ({ content });

/** Form fields that a question to the user may have. */
const form = (properties: object, required: string[] = []) => ({ type: "object", properties, required }) as never;
export const question = (message: string, properties: object, required = Object.keys(properties)) =>
  inputRequired.elicit({ message, requestedSchema: form(properties, required) });
export const sampling = (prompt: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text(prompt) }], maxTokens });

type Questions = NonNullable<InputRequiredResult["inputRequests"]>;

/** Asks, and once every question has an answer of the right kind, answers with what was said. */
export const asks = (inputRequests: Questions): Tool => {
  return ({ inputResponses: given = {} }) => {
    const isAnswered = Object.keys(inputRequests).every((key) => typeof given[key] === "object" && given[key] !== null);
    return isAnswered ? says(text(`Answered: ${JSON.stringify(given)}`)) : inputRequired({ inputRequests });
  };
};

/** State that goes by way of the client, signed: what comes back may be anything. */
const sign = (state: string) => `${state}.${createHmac("sha256", "a secret of the tests").update(state).digest("hex")}`;
function verified(state: unknown): string {
  const [stem = ""] = String(state).split(".");
  if (state !== sign(stem)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The requestState is not ours.");
  return stem;
}

/** Asks in steps; the signed state says which step was taken last. */
export const asksInSteps = (...steps: Questions[]): Tool => {
  return ({ inputResponses, requestState }) => {
    const state = requestState();
    const done = state === undefined ? 0 : Number(verified(state));
    const isAnswered = Object.keys(steps[done - 1] ?? {}).every((key) => inputResponses?.[key] !== undefined);
    const next = isAnswered ? done : done - 1;
    const inputRequests = steps[next];
    if (!inputRequests) return says(text("state-ok"));
    return inputRequired({ inputRequests, requestState: sign(String(next + 1)) });
  };
};
