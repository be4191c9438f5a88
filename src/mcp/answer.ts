import { invalidValue } from "../core/problem.ts";
import { truncate } from "../core/text/truncate.ts";
import { type Caller, callTool, type OperationServices } from "./call-tool.ts";
import { cursorOfPlaces, placesOf } from "./cursor.ts";
import { fittedAnswer, MAX_TEXT, type Places } from "./fit.ts";
import { MAX_CURSOR } from "./inputs.ts";
import { goesOn, type OperationResult, type Tool } from "./tool.ts";

/** Characters of the sentence; the data gets the others. */
const MAX_SAID = 1000;
/** Of a cursor, and of the words about it. */
const CURSOR_TEXT = 700;

/**
 * Calls a tool and cuts its answer to a page of text: searches by their rows, everything else here. Where a dry run or
 * what shows one thing was cut, `next_cursor` goes on: the same call again, with the cursor, answers what follows.
 * Throws what `callTool` throws, and `invalid_value` for a cursor that is none, or that is longer than one.
 */
export async function answerTool(
  tool: Tool,
  caller: Caller,
  args: unknown,
  keeping: OperationServices,
): Promise<OperationResult> {
  const { cursor, rest } = goesOn(tool) ? withoutCursor(args) : { cursor: undefined, rest: args };
  if (cursor !== undefined && cursor.length > MAX_CURSOR) {
    throw invalidValue("cursor", `must not have more than ${MAX_CURSOR} characters`);
  }
  const isShown = tool.effect === "read" || (rest as { dry_run?: unknown } | undefined)?.dry_run === true;
  if (cursor !== undefined && !isShown) throw invalidValue("cursor", "goes on with a dry run: send dry_run: true too");
  const places = placesOf(cursor);
  const told = await callTool(tool, caller, rest, keeping, { isFirstPage: places === undefined });
  return pageOf(tool, told, isShown, places);
}

/** An answer cut to a page; `isShown` when the same call answers it again, so that it can go on from `places`. */
export function pageOf(
  tool: Tool,
  { text, data }: OperationResult,
  isShown: boolean,
  places: Places | undefined,
): OperationResult {
  const said = truncate(text, MAX_SAID);
  const fitted = fittedAnswer(data, MAX_TEXT - said.length - CURSOR_TEXT, places);
  if (fitted.cut.length === 0) return { text: said, data: fitted.data };
  const next_cursor = goesOn(tool) && isShown && fitted.next ? cursorOfPlaces(fitted.next) : null;
  return {
    text: `${said} Not all of it fits: cut names what is missing${next_cursor ? ", next_cursor goes on" : ""}.`,
    data: { ...fitted.data, cut: fitted.cut, ...(next_cursor === null ? {} : { next_cursor }) },
  };
}

/** What is no text stays among the arguments, where it is refused. */
function withoutCursor(args: unknown): { cursor: string | undefined; rest: unknown } {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return { cursor: undefined, rest: args };
  const { cursor, ...rest } = args as { cursor?: unknown };
  return typeof cursor === "string" ? { cursor, rest } : { cursor: undefined, rest: args };
}
