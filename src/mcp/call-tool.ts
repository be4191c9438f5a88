import { Problem } from "../core/problem.ts";
import { requireStorable } from "../core/text/storable-text.ts";
import type { SiteDb } from "../db/database.ts";
import type { Site } from "../http/site.ts";
import { type ConfirmTokens, digestOf, outdated, unconfirmed } from "./confirm.ts";
import { readInput } from "./read-input.ts";
import { type Change, mayUse, type OperationResult, type Tool, type ToolKey } from "./tool.ts";
import { ToolRun } from "./tool-run.ts";

/** Who calls, and the door to their store. */
export interface Caller {
  key: ToolKey;
  site: Pick<Site, "currency" | "country" | "report" | "transact">;
}

/** What the features lend to every call. */
export interface OperationServices {
  /** Does the work of a request once, however often it comes (see `idempotency/`). */
  runIdempotent<T>(
    db: SiteDb,
    request: { route: string; key: string | undefined; body: unknown },
    work: () => Promise<T>,
  ): Promise<{ answer: T; isReplay: boolean }>;
  /** Binds a call to the dry run that was looked at. */
  confirmTokens: ConfirmTokens;
  /** Writes changes to the audit log, in the same transaction. */
  record(db: SiteDb, by: { key: ToolKey; tool: string }, changes: Change[]): Promise<void>;
}

/** Thrown through the transaction, so that a dry run does everything and leaves nothing. */
class DryRunRollback extends Error {
  readonly told: OperationResult;
  constructor(told: OperationResult) {
    super("dry run");
    this.told = told;
  }
}

/**
 * Calls a tool: its scope, its arguments, then one transaction that holds its work, its idempotency key and its entries
 * in the audit log. A call that changes much, or what is hard to undo, is held against the token of its dry run in that
 * same transaction. Only the first page of a dry run has a token: the others are runs of their own, of the shop as it is
 * by then. Throws `insufficient_scope`, `invalid_value`, `confirmation_required`, and what the tool throws.
 */
export async function callTool(
  tool: Tool,
  caller: Caller,
  args: unknown,
  keeping: OperationServices,
  { isFirstPage }: { isFirstPage: boolean },
): Promise<OperationResult> {
  const { runIdempotent, record, confirmTokens } = keeping;
  if (!mayUse(caller.key, tool)) throw outOfScope(tool);
  requireStorable(args);
  const { dry_run, idempotency_key, confirm_token, ...input } = readInput(tool, withoutConfirm(tool, args));
  let done: ToolRun | undefined;
  try {
    const transact = tool.effect === "read" ? caller.site.report : caller.site.transact;
    const told = await transact(async (db) => {
      const run = new ToolRun(tool, caller.key, db, input);
      done = run;
      if (dry_run === true) {
        const told = await run.work();
        const token =
          takesToken(tool) && isFirstPage ? confirmTokens.issue(await digestOf(run.confirmedWork), db.now) : null;
        throw new DryRunRollback(dryRunOf(run, told, token));
      }
      const request = { route: `tool ${tool.name}`, key: idempotency_key as string | undefined, body: input };
      let secrets = {};
      const { answer, isReplay } = await runIdempotent(db, request, async () => {
        const told = await run.work();
        await requireConfirmed(run, told, db, confirmTokens, confirm_token as string | undefined);
        secrets = { ...told.shownOnce };
        const isIdle = tool.effect !== "read" && run.changes.length === 0;
        return { text: isIdle ? `${told.text} Nothing differed from what was there.` : told.text, data: told.data };
      });
      if (run.changes.length > 0) await record(db, { key: caller.key, tool: tool.name }, run.changes);
      return isReplay ? replayed(answer) : { ...answer, data: { ...answer.data, ...secrets } };
    });
    for (const effect of done?.effects ?? []) effect();
    return told;
  } catch (error) {
    if (error instanceof DryRunRollback) return error.told;
    throw error;
  }
}

/** Throws `confirmation_required` for work that needs a token and has none, and for a token that is not of this work. */
async function requireConfirmed(
  run: ToolRun,
  told: OperationResult,
  { now }: SiteDb,
  tokens: ConfirmTokens,
  token?: string,
) {
  if (token === undefined) {
    if (run.needsToken) throw unconfirmed(run.confirmedWork.operation, run.size);
    return;
  }
  const digest = await digestOf(run.confirmedWork);
  const checked = tokens.check(token, digest, now);
  if (checked !== "fits") throw outdated(checked, dryRunOf(run, told, tokens.issue(digest, now)).data);
}

/** What was done, told as what would be. */
function dryRunOf(run: ToolRun, told: OperationResult, confirm_token: string | null): OperationResult {
  const { text, textInDryRun = text, inDryRun } = told;
  const hint = run.needsToken ? ` To do it, call again within 15 minutes with ${whichToken(confirm_token)}.` : "";
  return {
    text: `Dry run, nothing was changed.${hint} It would have answered: ${textInDryRun}`,
    data: {
      dry_run: true,
      ...inDryRun,
      ...(confirm_token === null ? {} : { confirm_token }),
      changes_count: run.changes.length,
      changes: run.changes,
    },
  };
}

const whichToken = (token: string | null): string =>
  token === null ? "the confirm_token of the first page" : "this confirm_token";

const takesToken = ({ takes = [] }: Tool): boolean => takes.includes("confirm_token");

/** `confirm` was an argument before there were tokens; it says nothing now, and is no reason to refuse. */
function withoutConfirm(tool: Tool, args: unknown): unknown {
  if (!takesToken(tool) || typeof args !== "object" || args === null) return args;
  return Object.fromEntries(Object.entries(args).filter(([name]) => name !== "confirm"));
}

const replayed = ({ text, data }: OperationResult): OperationResult => ({
  text: `Done before, with the same idempotency_key; this is the first answer again, but for secrets. ${text}`,
  data: { ...data, replayed: true },
});

function outOfScope({ name, area, effect }: Tool): Problem {
  const scopes = effect === "read" ? ["read", area] : [area];
  return new Problem("insufficient_scope", `This key may not use ${name}: it needs the scope ${scopes.join(" or ")}.`, {
    extra: { allowed: scopes },
  });
}
