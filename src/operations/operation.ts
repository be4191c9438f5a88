import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import type { Actor } from "../core/actor.ts";
import type { ProblemCode } from "../core/problem.ts";
import { type Area, hasScope, READING_SCOPES, type Scope, WRITING_SCOPES } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import type { Deleted } from "./answers.ts";
import { AnswerCursor, ConfirmToken, DryRun, IdempotencyKey } from "./inputs.ts";

/** Who calls an operation, and what they may do: a secret key, or a person who works in the store. */
export interface Merchant {
  /** Of the key, or of the person's membership. */
  readonly id: string;
  readonly actor: Actor;
  readonly scopes: readonly Scope[];
  /** ISO 8601; null: never. */
  readonly expires_at: string | null;
}

/** One thing that a call created, changed or deleted, as merchants see it; for the audit log and for dry runs. */
export interface Change {
  /** `product`, `order`, … */
  entity: string;
  id: string;
  /** What a person calls it: a slug, an order number. */
  label: string;
  /** Null when the call created it. */
  before: object | null;
  /** Null when the call deleted it. */
  after: object | null;
}

/** What the event of a change tells beside the change. */
export interface Told {
  /** The whole thing as it is now; without it, it is read later. */
  snapshot?: object | null | undefined;
  /** The type of the event, where before and after do not say it. */
  event?: string | undefined;
  /** Of a variant: its product. */
  product_id?: string | undefined;
}

/** A call that another undoes: the id of its change, and its operation. */
export interface UndoneCall {
  id: string;
  operation: string;
}

/** What an operation works with: one transaction of the store. */
export interface OperationCall {
  /** The id of the call's change, and of its job. */
  readonly id: string;
  readonly db: SiteDb;
  readonly merchant: Merchant;
  /** What the operation's `prepare` returned. */
  readonly prepared?: unknown;
  /** Characters of JSON that the rows of a search may have together; Infinity: all rows are shown. */
  readonly maxRowsText: number;
  /** Notes a change; the runner leaves out fields that stay the same. More than 20 changes need the token of a dry run. */
  changed(change: Change & Told): void;
  /** Names further things that change, such as the products that are added to a collection. */
  touches(things: string[]): void;
  /** Says that the call undoes these changes, and of which area it is by that. */
  undid(changes: readonly UndoneCall[], area: Area): void;
  /** Says that `changes_undo` cannot undo what this call changed, and what to do instead, as a sentence. */
  cannotBeUndone(reason: string): void;
  /** Says that what the call turns out to do needs a further scope. Throws `insufficient_scope` for a key without it. */
  requires(need: Need): void;
  /**
   * Says that a job does the work, by the operation's `asJob`, and names what that will write. The call answers its id; the token of
   * its dry run is about its arguments and these things.
   */
  leavesToJob(things: string[]): void;
  /** Says that the change is hard to reverse: it then needs the token of a dry run, however little it changes. */
  mustBeConfirmed(): void;
}

type Data = Record<string, unknown>;

/** What an operation answers. */
export interface OperationResult<Answer = Data, InDryRun = Data> {
  /** A sentence or two. Never holds what a shopper wrote: that comes only as data. */
  text: string;
  data: Answer;
  /** The text for a dry run, where `text` names a value that the real run will not have, such as an order's number. */
  textInDryRun?: string;
  /** What a call that changes nothing says nevertheless: what became of each row that it was given. */
  textWhenIdle?: string;
  /** What a dry run answers beside the changes, or instead of them; as a function, what only a dry run works out. */
  inDryRun?: InDryRun | (() => Promise<InDryRun>);
  /** Is part of the answer, and not of the one that is kept for a retry: a secret. */
  shownOnce?: Data;
}

/** Deletes the thing that `ref` names and reports it: what an operation does that deletes things of several kinds. */
export type Deletion = (call: OperationCall, ref: string) => Promise<OperationResult<Static<typeof Deleted>>>;

type Arguments = Readonly<Record<string, unknown>>;

/** A scope that a call needs beside the scope of its operation. */
export interface Need {
  scope: Scope;
  /** What needs it, for the refusal: `refunded_amount of orders_return`. */
  what: string;
  /** What to do without the scope: a sentence. */
  instead?: string;
  /** The argument that asks for it. */
  argument?: string;
}

/** The scope that a key needs to send an argument. */
export interface ArgumentNeed {
  scope: Scope;
  /** The values that need no scope: what they are called, and whether a value is one, in this store and with these arguments. */
  unless?: { is: string; test(value: unknown, store: { country: string }, input: Arguments): boolean };
  /** Whether a call without the argument needs the scope as well; `unless` is then asked about undefined, too. */
  orMissing?: true;
  /** What to send instead: a sentence. */
  instead: string;
}

export type OperationArea = Area | "any";

/** The schemas of what an operation answers. In tests, every answer is held against them. */
export interface AnswerSchemas<A extends TSchema = TSchema, D extends TSchema = TSchema, R extends TSchema = TSchema> {
  /** The data. Of a write, the id of its change or of its job comes in addition. */
  answers: A;
  /** The data with `response_format: detailed`, where that differs. */
  detailed?: D;
  /** What a dry run answers beside its changes. */
  inDryRun?: R;
}

/** A store, before the transaction of a call. */
export interface PreparingSite {
  readonly id: string;
  transact<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
}

interface OperationFacts {
  /** Noun first, snake_case: `products_search`. */
  name: string;
  title: string;
  /** What it does and when to use it, in few words, because they cost every agent tokens. */
  description: string;
  /** With `effect`, decides the scope that a key needs (see `scopesOf`). `any`: of whatever area the call is about. */
  area: OperationArea;
  /** The scopes of which a key needs one, where they are others than area and effect say. */
  scopes?: readonly Scope[];
  /** Where it is offered: to agents, too (default), or over HTTP only, to programs and screens. */
  door?: "tool" | "http";
  /** `destroy`: deletes, or does what is hard to reverse. */
  effect: "read" | "write" | "destroy";
  /** Why `changes_undo` cannot undo it, and what to do instead, as a sentence. Without it, what it writes is recorded. */
  notUndoable?: string;
  /** Arguments that many operations have in common; `confirm_token` if it may change more than 20 things. */
  takes?: readonly ("dry_run" | "idempotency_key" | "confirm_token" | "cursor")[];
  /** Arguments that need a further scope. */
  needs?: Readonly<Record<string, ArgumentNeed>>;
  /** Fields of the answer that need a further scope: they are null without it. */
  fieldNeeds?: Readonly<Record<string, Scope>>;
  /** The codes that it refuses with, beside those of many operations (`refusalsOf`). */
  refuses?: readonly ProblemCode[];
  /** Arguments that callers expect and that do not exist, with the reason: `{ currency: "cannot change: …" }`. */
  withholds?: Readonly<Record<string, string>>;
}

/** A merchant operation. MCP, HTTP, the checks, the documentation and the tests use the same table of operations. */
export interface Operation extends OperationFacts, AnswerSchemas {
  input: TObject;
  /** Arguments that work on the demo store, for the documentation. */
  example: object;
  run(call: OperationCall, input: never): Promise<OperationResult>;
  /**
   * What takes long and must not hold a transaction, such as fetching from elsewhere: done before the call's transaction, and again by a
   * retry. What it writes stays when the call is refused.
   */
  prepare?(site: PreparingSite, input: never): Promise<unknown>;
  /** The work that `run` may leave to a job (`leavesToJob`): one change in the name of the key. */
  asJob?(input: never, site: JobSite): Promise<JobWork>;
  /**
   * Is told of a job that ended before its work was done, in the transaction that records it. `result`: of what it has done, which stays;
   * null: nothing. `code`: why it failed; null: it was cancelled.
   */
  unfinished?(db: SiteDb, job: { id: string; actor: Actor; result: unknown }, code: ProblemCode | null): void;
}

/** A store, for a job: before the transactions of its portions. */
export interface JobSite extends PreparingSite {
  /** ISO 4217. */
  readonly currency: string;
}

/** Work on many things, in portions, each of which is a transaction. */
export interface JobWork {
  /** How many things there are to do, as far as that is known. */
  total: number;
  /** What it does, as the predicate of a sentence. It is written before the work is done. */
  summary: string;
  /**
   * Chooses what the next portion works on, where the things are not known from the beginning, and does what takes long and must not
   * hold a transaction. It is done again when the process was killed. `after`: what the portion before ended with; null: it is the first.
   */
  prepare?(site: JobSite, after: unknown, signal: AbortSignal): Promise<PreparedPortion>;
  /** Works on the things of a portion; `before`: what the portion before returned. Returns the result so far. */
  portion(call: OperationCall, portion: JobPortion, before: object | null): Promise<object>;
}

/** What `prepare` has chosen. */
export interface PreparedPortion {
  things: unknown;
  /** How many they are. */
  count: number;
  /** What the portion ends with; JSON. */
  after: unknown;
  isLast: boolean;
}

/** What a portion works on: the things from the first to the last by their number, or those that were prepared. */
export interface JobPortion {
  first: number;
  end: number;
  things: unknown;
  isLast: boolean;
}

const COMMON = { dry_run: DryRun, idempotency_key: IdempotencyKey, confirm_token: ConfirmToken, cursor: AnswerCursor };

/**
 * Whether `cursor` continues an answer that was cut to a page: of a dry run, or of an operation that shows one thing. A
 * search has its own cursor, which continues with the next rows.
 */
export const takesAnswerCursor = ({ takes = [] }: Pick<OperationFacts, "takes">): boolean =>
  takes.includes("cursor") || takes.includes("dry_run");

/** Whether a call may send the token of its dry run. */
export const takesConfirmToken = ({ takes = [] }: Pick<OperationFacts, "takes">): boolean =>
  takes.includes("confirm_token");

/** Defines an operation: adds the common arguments that it `takes` to its input, and refuses all others. */
export function defineOperation<
  const P extends TProperties,
  A extends TSchema,
  D extends TSchema = A,
  R extends TSchema = TObject<Record<never, never>>,
>(
  operation: OperationFacts &
    AnswerSchemas<A, D, R> & {
      input: P;
      example: Static<TObject<P>> & { dry_run?: true; idempotency_key?: string };
      run(call: OperationCall, input: Static<TObject<P>>): Promise<OperationResult<Static<A> | Static<D>, Static<R>>>;
      prepare?(site: PreparingSite, input: Static<TObject<P>>): Promise<unknown>;
      asJob?(input: Static<TObject<P>>, site: JobSite): Promise<JobWork>;
    } & Pick<Operation, "unfinished">,
): Operation {
  const { takes = [] } = operation;
  const names = takesAnswerCursor(operation) ? [...takes, "cursor" as const] : takes;
  const common = Object.fromEntries(names.map((name) => [name, COMMON[name]]));
  const input = Type.Object({ ...operation.input, ...common }, { additionalProperties: false });
  return { ...operation, run: operation.run as Operation["run"], input };
}

type Opened = Pick<OperationFacts, "area" | "effect" | "scopes">;

/** The scopes of which a key needs one to use the operation. */
export function scopesOf({ area, effect, scopes }: Opened): readonly Scope[] {
  if (scopes) return scopes;
  if (area === "any") return effect === "read" ? READING_SCOPES : WRITING_SCOPES;
  return [effect === "read" || area === "reports" ? `${area}:read` : `${area}:write`];
}

/** Whether this key may use the operation. */
export const mayUse = ({ scopes }: Pick<Merchant, "scopes">, operation: Opened): boolean =>
  scopesOf(operation).some((scope) => hasScope(scopes, scope));

/** Whether agents are offered the operation. */
export const isTool = ({ door = "tool" }: Pick<OperationFacts, "door">): boolean => door === "tool";
