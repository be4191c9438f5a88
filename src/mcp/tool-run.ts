import { inTimeSlices } from "../core/time-slices.ts";
import type { SiteDb } from "../db/database.ts";
import { CONFIRM_ABOVE, type ConfirmedWork } from "./confirm.ts";
import { difference } from "./difference.ts";
import type { Change, OperationResult, Tool, ToolCall, ToolKey } from "./tool.ts";

/** One run of a tool within its transaction, and all that the tool says of it. */
export class ToolRun {
  /** What is to be done once the transaction is committed. */
  readonly effects: (() => void)[] = [];
  readonly #tool: Tool;
  readonly #call: ToolCall;
  readonly #input: object;
  readonly #noted: Change[] = [];
  readonly #touched: string[] = [];
  #mustConfirm = false;
  readonly #changes: Change[] = [];

  constructor(tool: Tool, key: ToolKey, db: SiteDb, input: object) {
    this.#tool = tool;
    this.#input = input;
    this.#call = {
      db,
      key,
      actor: `key ${key.name}`,
      changed: (change) => this.#noted.push(change),
      touches: (things) => this.#touched.push(...things),
      mustBeConfirmed: () => {
        this.#mustConfirm = true;
      },
      afterwards: (effect) => this.effects.push(effect),
    };
  }

  async work(): Promise<OperationResult> {
    const told = await (this.#tool.run as (call: ToolCall, input: object) => Promise<OperationResult>)(
      this.#call,
      this.#input,
    );
    await inTimeSlices(this.#noted, (change) => {
      const differing = difference(change);
      if (differing) this.#changes.push(differing);
    });
    return told;
  }

  /** What the work changed, without what stayed the same. */
  get changes(): Change[] {
    return this.#changes;
  }

  /** How many things the work changed. */
  get size(): number {
    return this.#changes.length === 0 ? 0 : Math.max(this.#changes.length, this.#touched.length);
  }

  /** Whether the work needs the token of a dry run. */
  get needsToken(): boolean {
    return this.size > CONFIRM_ABOVE || (this.#mustConfirm && this.size > 0);
  }

  /** What the token of this work is about. */
  get confirmedWork(): ConfirmedWork {
    const [noted, touched] = [this.#noted, [...this.#touched].sort()];
    return { siteId: this.#call.db.siteId, operation: this.#tool.name, args: this.#input, noted, touched };
  }
}
