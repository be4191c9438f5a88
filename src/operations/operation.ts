import { type Static, type TObject, type TProperties, Type } from "typebox";
import type { Scope } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import { ConfirmToken, DryRun, GoesOn, IdempotencyKey } from "./inputs.ts";

/** The key that speaks, as tools know it. */
export interface ToolKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: never. */
  readonly expires_at: string | null;
}

/** One thing that a call made, changed or took away, as merchants see it; for the audit log and for dry runs. */
export interface Change {
  /** `product`, `order`, … */
  entity: string;
  id: string;
  /** What a person calls it: a slug, an order number. */
  label: string;
  /** Null when the call made it. */
  before: object | null;
  /** Null when the call took it away. */
  after: object | null;
}

/** What a tool works with: one transaction of the key's store. */
export interface ToolCall {
  readonly db: SiteDb;
  readonly key: ToolKey;
  /** Who does it, for histories. */
  readonly actor: string;
  /** Says what it changes beside what it notes: the products that come into a collection. */
  touches(things: string[]): void;
  /** Says that what it does is hard to undo: it then needs the token of a dry run, however little it changes. */
  mustBeConfirmed(): void;
  /** Notes a change; what did not differ is left out by itself. More than 20 need the token of a dry run. */
  changed(change: Change): void;
  /** Does something once the call is committed. */
  afterwards(effect: () => void): void;
}

/** What a tool answers. */
export interface OperationResult {
  /** A sentence or two. Never holds what a shopper wrote: that comes only as data. */
  text: string;
  data: Record<string, unknown>;
  /** For a dry run, when the text names what will be another the next time: an order's number. */
  textInDryRun?: string;
  /** What a dry run answers beside the changes. */
  inDryRun?: Record<string, unknown>;
  /** Goes into the answer, and not into the one that is kept for a retry: a secret. */
  shownOnce?: Record<string, unknown>;
}

interface ToolFacts {
  /** Noun first, snake_case: `products_search`. */
  name: string;
  title: string;
  /** What it does and when to use it, in few words: every agent pays for them. */
  description: string;
  /** Whose scope it needs; to read, `read` does as well. */
  area: Exclude<Scope, "read">;
  /** `write` can be undone by another call, `destroy` cannot. */
  effect: "read" | "write" | "destroy";
  /** Further arguments that every tool of the kind takes alike; `confirm_token` if it may change more than 20 things. */
  takes?: readonly ("dry_run" | "idempotency_key" | "confirm_token" | "cursor")[];
  /** Arguments that callers expect and there are not, with the reason: `{ currency: "cannot change: …" }`. */
  withholds?: Readonly<Record<string, string>>;
}

export interface Tool extends ToolFacts {
  input: TObject;
  /** Arguments that work on the demo store, for the documentation. */
  example: object;
  run(call: ToolCall, input: never): Promise<OperationResult>;
}

const COMMON = { dry_run: DryRun, idempotency_key: IdempotencyKey, confirm_token: ConfirmToken, cursor: GoesOn };

/** Whether an answer that is cut can go on: a search pages by itself, a dry run and a tool that shows one thing so. */
export const goesOn = ({ takes = [] }: Pick<ToolFacts, "takes">): boolean =>
  takes.includes("cursor") || takes.includes("dry_run");

/** A tool: one entry of the table that the list, the checks, the documentation and the tests are made from. */
export function defineTool<const P extends TProperties>(
  tool: ToolFacts & {
    input: P;
    example: Static<TObject<P>> & { dry_run?: true; idempotency_key?: string };
    run(call: ToolCall, input: Static<TObject<P>>): Promise<OperationResult>;
  },
): Tool {
  const takes = goesOn(tool) ? [...(tool.takes ?? []), "cursor" as const] : (tool.takes ?? []);
  const common = Object.fromEntries(takes.map((name) => [name, COMMON[name]]));
  return { ...tool, input: Type.Object({ ...tool.input, ...common }, { additionalProperties: false }) };
}

/** Whether this key may use the tool. */
export const mayUse = ({ scopes }: ToolKey, { area, effect }: Pick<ToolFacts, "area" | "effect">): boolean =>
  scopes.includes(area) || (effect === "read" && scopes.includes("read"));
