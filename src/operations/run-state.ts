import type { Scope } from "../core/scopes.ts";
import { inTimeSlices } from "../core/time-slices.ts";
import { CONFIRM_ABOVE, type ConfirmedWork } from "./confirm.ts";
import { difference } from "./difference.ts";
import { requireScope } from "./needs.ts";
import {
  type Change,
  type Operation,
  type OperationArea,
  type OperationCall,
  type OperationResult,
  scopesOf,
  type Told,
  takesConfirmToken,
  type UndoneCall,
} from "./operation.ts";

/** One run of an operation within its transaction, and all that the operation reports of it. */
export class RunState {
  readonly #operation: Operation;
  readonly #call: OperationCall;
  readonly #input: object;
  readonly #noted: Change[] = [];
  readonly #told = new Map<Change, Told>();
  readonly #touched: string[] = [];
  /** The calls that the work undid. */
  readonly undone: UndoneCall[] = [];
  /** The area of what the work changed. */
  area: OperationArea;
  #mustConfirm = false;
  /** Whether a job does the work. */
  isLeftToJob = false;
  /** Why the work cannot be undone; undefined: it can. */
  notUndoable: string | undefined;
  readonly #changes: Change[] = [];
  readonly #toldChanges: (Change & Told)[] = [];
  /** The scopes that the work needed; its undo needs them, too. */
  readonly scopes: Set<Scope>;

  /** `argumentScopes`: what the arguments need. */
  constructor(
    operation: Operation,
    call: Pick<OperationCall, "id" | "db" | "merchant" | "maxRowsText" | "prepared">,
    input: object,
    argumentScopes: readonly Scope[],
  ) {
    this.#operation = operation;
    this.#input = input;
    this.area = operation.area;
    this.notUndoable = operation.notUndoable;
    this.scopes = new Set([...(operation.area === "any" ? [] : scopesOf(operation)), ...argumentScopes]);
    this.#call = {
      ...call,
      changed: ({ snapshot, event, product_id, ...change }) => {
        this.#noted.push(change);
        this.#told.set(change, { snapshot, event, product_id });
      },
      touches: (things) => this.#touched.push(...things),
      undid: (changes, area) => {
        this.undone.push(...changes);
        this.area = area;
      },
      cannotBeUndone: (reason) => {
        this.notUndoable = reason;
      },
      requires: (need) => {
        this.scopes.add(need.scope);
        requireScope(call.merchant, need);
      },
      leavesToJob: (things) => {
        this.isLeftToJob = true;
        this.#touched.push(...things);
      },
      mustBeConfirmed: () => {
        this.#mustConfirm = true;
      },
    };
  }

  /** Does the operation's work. */
  work(): Promise<OperationResult> {
    return this.did((call) => this.#operation.run(call, this.#input as never));
  }

  /** Does work in the name of the call. */
  async did<T>(work: (call: OperationCall) => Promise<T>): Promise<T> {
    const result = await work(this.#call);
    await inTimeSlices(this.#noted, (change) => {
      const differing = difference(change);
      if (!differing) return;
      this.#changes.push(differing);
      this.#toldChanges.push({ ...differing, ...this.#told.get(change) });
    });
    return result;
  }

  /** What the work changed, without what stayed the same. */
  get changes(): Change[] {
    return this.#changes;
  }

  /** The same with what their events tell. */
  get toldChanges(): (Change & Told)[] {
    return this.#toldChanges;
  }

  /** Whether nothing differs from what was there, and nothing will. */
  get isIdle(): boolean {
    return this.#changes.length === 0 && !this.isLeftToJob;
  }

  /** How many things the work changed. */
  get size(): number {
    return this.isIdle ? 0 : Math.max(this.#changes.length, this.#touched.length);
  }

  /** Whether the work needs the token of a dry run. An undo never does: it can be undone. */
  get needsToken(): boolean {
    if (!takesConfirmToken(this.#operation)) return false;
    return this.size > CONFIRM_ABOVE || (this.#mustConfirm && !this.isIdle);
  }

  /** What the token of this work is about. */
  get confirmedWork(): ConfirmedWork {
    const [noted, touched] = [this.#noted, [...this.#touched].sort()];
    const { db, merchant } = this.#call;
    const { expected_updated_at: _, ...args } = this.#input as Record<string, unknown>; // checked by itself
    return {
      siteId: db.siteId,
      actorId: merchant.id,
      operation: this.#operation.name,
      args,
      noted,
      touched,
    };
  }
}
