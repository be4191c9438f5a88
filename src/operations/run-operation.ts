import type { Actor } from "../core/actor.ts";
import { withoutFields } from "../core/columns/masking.ts";
import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { Scope } from "../core/scopes.ts";
import { requireStorable } from "../core/text/storable-text.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { countUnfinished, type NewJob } from "../db/outbox/job-queries.ts";
import { RowRecorder } from "../db/recording/recorder.ts";
import type { RowImage } from "../db/recording/recording.ts";
import { type ConfirmTokens, confirmationRequired, invalidToken, requireUnused, useUp } from "./confirm.ts";
import { PARTS_CURSOR } from "./cursor.ts";
import { requireDeclaredAnswer, requireDeclaredRefusal } from "./declared.ts";
import { insufficientScope, requireArgumentScopes } from "./needs.ts";
import {
  type Change,
  type Merchant,
  mayUse,
  type Operation,
  type OperationResult,
  scopesOf,
  type Told,
  takesAnswerCursor,
  takesConfirmToken,
  type UndoneCall,
} from "./operation.ts";
import { asSeenBy, errorSeenBy } from "./people.ts";
import { readInput } from "./read-input.ts";
import { RunState } from "./run-state.ts";

/** Who calls, and the access to their store. */
export interface Caller {
  merchant: Merchant;
  site: {
    readonly id: string;
    /** ISO 4217. */
    readonly currency: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
    /** One transaction that only reads. */
    report<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
    /** One transaction: all of it or nothing. */
    transact<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
  };
}

/** A call that changed something. */
export interface RecordedCall {
  /** The id of the change. */
  id: string;
  /** `id` null: the server itself. */
  merchant: { readonly id: string | null; readonly actor: Actor };
  operation: string;
  area: string;
  /** The scopes that it needed. */
  scopes: readonly Scope[];
  /** Null: it can be undone. */
  notUndoable: string | null;
  /** The calls that it undid. */
  undone: readonly UndoneCall[];
  /** Of a change that is recorded in portions: what it does, and how many images of rows it has already; null: it is not recorded yet. */
  portion?: { summary: string; images: number | null };
}

/** What the features provide for every run. */
export interface OperationServices {
  /** Does the work of a request once, however often it comes (see `idempotency/`). */
  runIdempotent<T>(
    db: SiteDb,
    request: { route: string; key: string | undefined; caller?: string | undefined; body: unknown },
    work: () => Promise<T>,
  ): Promise<{ answer: T; isReplay: boolean }>;
  /** Binds a call to its dry run. */
  confirmTokens: ConfirmTokens;
  /** For tests: every answer must match the operation's schema, and every refusal be declared. */
  checks: boolean;
  /** An answer with the names of people who did things in the place of their ids. */
  withNames<T>(db: SiteDb, answer: T): Promise<T>;
  /** Writes a call and its changes to the audit log, and the rows before and after, in the same transaction. */
  record(db: SiteDb, call: RecordedCall, changes: (Change & Told)[], images: RowImage[]): Promise<void>;
}

/** How the answer will be presented. */
export interface RunOptions {
  /** False for a later page of a dry run, which has no token: it is a run of its own, of the store as it is by then. */
  isFirstPage?: boolean;
  /** Characters of JSON that the rows of a search may have together. */
  maxRowsText?: number;
  /** False where answers are never cut: the `cursor` of `takesAnswerCursor` is then an unknown argument. */
  hasAnswerCursor?: boolean;
}

/** What a run answers; `isReplay` when it is the kept answer to the first request with the same idempotency key. */
export interface OperationAnswer extends Pick<OperationResult, "text" | "data"> {
  isReplay: boolean;
}

/** Thrown to roll a dry run's transaction back; carries the answer. */
class DryRunRollback extends Error {
  readonly answer: OperationAnswer;
  constructor(answer: OperationAnswer) {
    super("dry run");
    this.answer = answer;
  }
}

/**
 * Runs an operation: checks its scope and its arguments, then opens one transaction that holds its work, its idempotency
 * key and its entries in the audit log. A call that changes much, or what is hard to reverse, is compared with the token of
 * its dry run in that same transaction, which uses the token up. People are masked in every answer and refusal for a key that may
 * not see them, and fields that need a scope are null without it; what is kept for a retry, and what a token is about, is not
 * masked. Throws `insufficient_scope`, `invalid_value`, `confirmation_required`, `confirm_token_used`, `too_many_jobs`, and what the operation throws.
 */
export async function runOperation(
  operation: Operation,
  caller: Caller,
  args: unknown,
  services: OperationServices,
  options: RunOptions = {},
): Promise<OperationAnswer> {
  try {
    const answer = await runUnmasked(operation, caller, args, services, options);
    const { merchant } = caller;
    const data = asSeenBy(merchant, withoutFields(merchant.scopes, operation.fieldNeeds ?? {}, answer.data));
    if (services.checks && !isPart(args, data)) requireDeclaredAnswer(operation, data, isDetailed(args));
    return { ...answer, data };
  } catch (error) {
    if (services.checks) requireDeclaredRefusal(operation, error);
    throw errorSeenBy(caller.merchant, error);
  }
}

const isDetailed = (args: unknown): boolean =>
  (args as { response_format?: unknown } | undefined)?.response_format === "detailed";

/** Whether an answer shows only a part of a thing: that of a search for one by its name, which is too long for a tool. */
function isPart(args: unknown, { data }: Record<string, unknown>): boolean {
  const { cursor = "" } = (args ?? {}) as { cursor?: string };
  const rows = Array.isArray(data) ? data : [];
  return cursor.startsWith(PARTS_CURSOR) || rows.some((row) => row?.cut !== undefined);
}

async function runUnmasked(
  operation: Operation,
  caller: Caller,
  args: unknown,
  services: OperationServices,
  { isFirstPage = true, maxRowsText = Number.POSITIVE_INFINITY, hasAnswerCursor = true }: RunOptions,
): Promise<OperationAnswer> {
  const { runIdempotent, record, confirmTokens, withNames } = services;
  const { name, effect, notUndoable } = operation;
  if (!mayUse(caller.merchant, operation)) throw outOfScope(operation, caller.merchant);
  requireStorable(args);
  const excluded = !hasAnswerCursor && takesAnswerCursor(operation) ? ["cursor"] : [];
  const given = readInput(operation, args, excluded);
  const { dry_run, idempotency_key, confirm_token, ...input } = given;
  const token = confirm_token as string | undefined;
  const argumentScopes = requireArgumentScopes(operation, caller.merchant, caller.site, input);
  const prepared = await operation.prepare?.(caller.site, input as never);
  const transaction = effect === "read" ? "report" : "transact";
  try {
    return await caller.site[transaction](async (db) => {
      const recorder = effect !== "read" && notUndoable === undefined ? new RowRecorder(db) : undefined;
      const recorded = recorder ? { ...db, recording: recorder } : db;
      const id = newId();
      const run = new RunState(
        operation,
        { id, db: recorded, merchant: caller.merchant, maxRowsText, prepared },
        input,
        argumentScopes,
      );
      if (dry_run === true) {
        const result = await run.work();
        const hasToken = takesConfirmToken(operation) && isFirstPage && !run.isIdle;
        const fresh = hasToken ? confirmTokens.issue(await confirmTokens.digestOf(run.confirmedWork), db.now) : null;
        const { text, data } = await dryRunOf(run, result, fresh);
        throw new DryRunRollback({ text, data: await withNames(db, data), isReplay: false });
      }
      const request = {
        route: name, // the same for MCP and HTTP: a retry may come by the other
        key: idempotency_key as string | undefined,
        body: input,
        caller: caller.merchant.id, // another caller may lack the scopes to see the answer
      };
      let secrets = {};
      const { answer, isReplay } = await runIdempotent(db, request, async () => {
        const unused = token === undefined ? undefined : requireUnused(db, caller.merchant.id, token);
        const [result] = await Promise.all([run.work(), unused]);
        await requireConfirmed(run, result, db, confirmTokens, token);
        secrets = { ...result.shownOnce };
        if (effect === "read") return { text: result.text, data: result.data };
        if (run.isIdle) return { text: idleText(result), data: result.data };
        return { text: result.text, data: { ...result.data, [run.isLeftToJob ? "job_id" : "change_id"]: id } };
      });
      if (!run.isIdle) {
        if (run.isLeftToJob) await leave(db, jobOf(operation, caller.merchant, id, { input, scopes: argumentScopes }));
        else await recordRun(run, { id, merchant: caller.merchant, operation: name }, recorder, db, record);
        if (token !== undefined) useUp(db, caller.merchant.id, token, id);
      }
      return { ...answer, data: { ...(await withNames(db, answer.data)), ...secrets }, isReplay };
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.answer;
    throw error;
  }
}

/** What a job needs to do the work of a call in the name of who called. */
export interface CallOfJob {
  merchant: Merchant;
  input: object;
  scopes: readonly Scope[];
}

const jobOf = (
  { name }: Operation,
  merchant: Merchant,
  id: string,
  given: Omit<CallOfJob, "merchant">,
): NewJob & { arguments: CallOfJob } => ({
  kind: name,
  id,
  actor: merchant.actor,
  arguments: { merchant, ...given },
});

/** Jobs of an operation that may wait in a store: each holds what was sent with its call. */
const MAX_JOBS = 100;

/** Leaves work to a job. Throws `too_many_jobs`. */
async function leave(db: SiteDb, job: NewJob): Promise<void> {
  const [, waiting] = await Promise.all([
    lockForTransaction(db, "jobs of calls"),
    countUnfinished(db, job.kind, MAX_JOBS),
  ]);
  if (waiting >= MAX_JOBS) {
    throw new Problem("too_many_jobs", `${MAX_JOBS} jobs of ${job.kind} have not ended yet; no more can wait.`);
  }
  db.later(job);
}

/** Writes what a run changed to the audit log. */
export async function recordRun(
  { area, undone, scopes, notUndoable, toldChanges }: RunState,
  call: Pick<RecordedCall, "id" | "merchant" | "operation" | "portion">,
  recorder: RowRecorder | undefined,
  db: SiteDb,
  record: OperationServices["record"],
): Promise<{ images: number }> {
  const reason = notUndoable ?? null;
  const images = reason === null ? ((await recorder?.images()) ?? []) : [];
  await record(db, { ...call, area, scopes: [...scopes], notUndoable: reason, undone }, toldChanges, images);
  return { images: images.length };
}

/** What a call says that changed nothing: without the hints and warnings of one that changes something. */
const idleText = ({ textWhenIdle }: OperationResult): string =>
  textWhenIdle === undefined ? "Nothing differed from what was there." : `Nothing was changed. ${textWhenIdle}`;

/**
 * Throws `confirmation_required` for work that needs a token and has none, and for a token that is not of this work. Work that
 * changes nothing needs none.
 */
async function requireConfirmed(
  run: RunState,
  result: OperationResult,
  { now }: SiteDb,
  tokens: ConfirmTokens,
  token?: string,
) {
  if (run.isIdle) return;
  if (token === undefined) {
    if (run.needsToken) throw confirmationRequired(run.confirmedWork.operation, run.size);
    return;
  }
  const digest = await tokens.digestOf(run.confirmedWork);
  const checked = tokens.check(token, digest, now);
  if (checked !== "valid") throw invalidToken(checked, (await dryRunOf(run, result, tokens.issue(digest, now))).data);
}

/** What the work did, described as what it would do. */
async function dryRunOf(run: RunState, result: OperationResult, confirm_token: string | null) {
  const { text, textInDryRun = text } = result;
  const inDryRun = typeof result.inDryRun === "function" ? await result.inDryRun() : result.inDryRun;
  const { changes_count = run.changes.length, changes = run.changes, ...beside } = inDryRun ?? {};
  if (run.isIdle) {
    const { textWhenIdle = "Nothing differs from what is there." } = result;
    const data = { dry_run: true, ...inDryRun, changes_count: 0, changes: [] };
    return { text: `Dry run: nothing would change. ${textWhenIdle}`, data };
  }
  const final = run.notUndoable === undefined ? "" : ` changes_undo cannot undo it: ${run.notUndoable}`;
  const hint = run.needsToken ? ` To do it, call again within 15 minutes with ${whichToken(confirm_token)}.` : "";
  return {
    text: `Dry run, nothing was changed.${hint}${final} It would have answered: ${textInDryRun}`,
    data: {
      dry_run: true,
      ...beside,
      ...(confirm_token === null ? {} : { confirm_token }),
      ...(run.notUndoable === undefined ? {} : { not_undoable: run.notUndoable }),
      changes_count,
      changes,
    },
  };
}

const whichToken = (token: string | null): string =>
  token === null ? "the confirm_token of the first page" : "this confirm_token";

function outOfScope(operation: Operation, merchant: Merchant): Problem {
  const scopes = scopesOf(operation);
  return insufficientScope(
    merchant,
    `${whoseCall(merchant)} may not use ${operation.name}: it needs the scope ${scopes.join(" or ")}.`,
    scopes,
  );
}

const whoseCall = ({ actor }: Merchant): string => (actor.startsWith("person ") ? "Your role" : "This key");
