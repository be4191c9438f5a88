import { invalidValue } from "../core/problem.ts";
import { truncate } from "../core/text/truncate.ts";
import { cursorOfPoints, readPoints } from "../operations/cursor.ts";
import { type ContinuationPoints, fittedAnswer, MAX_ANSWER_TEXT, MAX_ROWS_TEXT } from "../operations/fit.ts";
import { MAX_CURSOR } from "../operations/inputs.ts";
import { type Operation, type OperationResult, takesAnswerCursor } from "../operations/operation.ts";
import {
  type Caller,
  type OperationAnswer,
  type OperationServices,
  runOperation,
} from "../operations/run-operation.ts";
import type { AgentGuidance } from "./guidance.ts";

/** Characters of the sentence; the data gets the others. */
const MAX_SENTENCE = 1000;
/** Of a cursor, and of the words about it. */
const CURSOR_TEXT = 700;

/**
 * Runs an operation and cuts its answer to a page of text: searches by their rows, everything else here. Where a dry run
 * or what shows one thing was cut, `next_cursor` goes on: the same call again, with the cursor, answers what follows.
 * Throws what `runOperation` throws, and `invalid_value` for a cursor that is not ours, or that is longer than one.
 */
export async function callTool(
  operation: Operation,
  caller: Caller,
  args: unknown,
  services: OperationServices,
  guidance: Pick<AgentGuidance, "multilineFields">,
): Promise<OperationResult> {
  const { cursor, rest } = takesAnswerCursor(operation) ? withoutCursor(args) : { cursor: undefined, rest: args };
  if (cursor !== undefined && cursor.length > MAX_CURSOR) {
    throw invalidValue("cursor", `must not have more than ${MAX_CURSOR} characters`);
  }
  const isShown = operation.effect === "read" || (rest as { dry_run?: unknown } | undefined)?.dry_run === true;
  if (cursor !== undefined && !isShown) throw invalidValue("cursor", "goes on with a dry run: send dry_run: true too");
  const points = readPoints(cursor);
  const options = { isFirstPage: points === undefined, maxRowsText: MAX_ROWS_TEXT };
  const answer = await runOperation(operation, caller, rest, services, options);
  return fitToPage(operation, answer.isReplay ? replayed(answer) : answer, isShown, points, guidance);
}

const replayed = ({ text, data }: OperationAnswer): OperationResult => ({
  text: `Done before, with the same idempotency_key; this is the first answer again, but for secrets. ${text}`,
  data: { ...data, replayed: true },
});

/** An answer cut to a page; `isShown` when the same call answers it again, so that it can go on from `points`. */
export function fitToPage(
  operation: Operation,
  { text, data }: OperationResult,
  isShown: boolean,
  points: ContinuationPoints | undefined,
  { multilineFields }: Pick<AgentGuidance, "multilineFields">,
): OperationResult {
  const sentence = truncate(text, MAX_SENTENCE);
  const fitted = fittedAnswer(data, MAX_ANSWER_TEXT - sentence.length - CURSOR_TEXT, points, multilineFields);
  if (fitted.cut.length === 0) return { text: sentence, data: fitted.data };
  const goesOn = takesAnswerCursor(operation) && isShown;
  const next_cursor = goesOn && fitted.next ? cursorOfPoints(fitted.next) : null;
  return {
    text: `${sentence} Not all of it fits: cut names what is missing${next_cursor ? ", next_cursor goes on" : ""}.`,
    data: { ...fitted.data, cut: fitted.cut, ...(next_cursor === null ? {} : { next_cursor }) },
  };
}

/** What is no text stays among the arguments, where it is refused. */
function withoutCursor(args: unknown): { cursor: string | undefined; rest: unknown } {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return { cursor: undefined, rest: args };
  const { cursor, ...rest } = args as { cursor?: unknown };
  return typeof cursor === "string" ? { cursor, rest } : { cursor: undefined, rest: args };
}
