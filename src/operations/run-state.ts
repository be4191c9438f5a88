import { inTimeSlices } from "../core/time-slices.ts";
import { CONFIRM_ABOVE, type ConfirmedWork } from "./confirm.ts";
import { difference } from "./difference.ts";
import {
  type Change,
  type Operation,
  type OperationArea,
  type OperationCall,
  type OperationResult,
  takesConfirmToken,
  type UndoneCall,
} from "./operation.ts";

/** One run of an operation within its transaction, and all that the operation reports of it. */
export class RunState {
  readonly #operation: Operation;
  readonly #call: OperationCall;
  readonly #input: object;
  readonly #noted: Change[] = [];
  readonly #touched: string[] = [];
  /** The calls that the work undid. */
  readonly undone: UndoneCall[] = [];
  /** The area of what the work changed. */
  area: OperationArea;
  #mustConfirm = false;
  /** Why the work cannot be undone; undefined: it can. */
  notUndoable: string | undefined;
  readonly #changes: Change[] = [];

  constructor(operation: Operation, call: Pick<OperationCall, "db" | "key" | "maxRowsText">, input: object) {
    this.#operation = operation;
    this.#input = input;
    this.area = operation.area;
    this.notUndoable = operation.notUndoable;
    this.#call = {
      ...call,
      actor: `key ${call.key.name}`,
      changed: (change) => this.#noted.push(change),
      touches: (things) => this.#touched.push(...things),
      undid: (changes, area) => {
        this.undone.push(...changes);
        this.area = area;
      },
      cannotBeUndone: (reason) => {
        this.notUndoable = reason;
      },
      mustBeConfirmed: () => {
        this.#mustConfirm = true;
      },
    };
  }

  async work(): Promise<OperationResult> {
    const run = this.#operation.run as (call: OperationCall, input: object) => Promise<OperationResult>;
    const result = await run(this.#call, this.#input);
    await inTimeSlices(this.#noted, (change) => {
      const differing = difference(change);
      if (differing) this.#changes.push(differing);
    });
    return result;
  }

  /** What the work changed, without what stayed the same. */
  get changes(): Change[] {
    return this.#changes;
  }

  /** How many things the work changed. */
  get size(): number {
    return this.#changes.length === 0 ? 0 : Math.max(this.#changes.length, this.#touched.length);
  }

  /** Whether the work needs the token of a dry run. An undo never does: it can be undone. */
  get needsToken(): boolean {
    if (!takesConfirmToken(this.#operation)) return false;
    return this.size > CONFIRM_ABOVE || (this.#mustConfirm && this.size > 0);
  }

  /** What the token of this work is about. */
  get confirmedWork(): ConfirmedWork {
    const [noted, touched] = [this.#noted, [...this.#touched].sort()];
    return { siteId: this.#call.db.siteId, operation: this.#operation.name, args: this.#input, noted, touched };
  }
}
