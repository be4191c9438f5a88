import { requireKeepable } from "../core/keepable.ts";
import { Problem } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import type { Site } from "../http/site.ts";
import { difference } from "./difference.ts";
import { readInput } from "./read-input.ts";
import { type Change, mayUse, type Told, type Tool, type ToolCall, type ToolKey } from "./tool.ts";

/** Who calls, and the door to their store. */
export interface Caller {
  key: ToolKey;
  site: Pick<Site, "currency" | "country" | "report" | "transact">;
}

/** What the features lend to every call. */
export interface Keeping {
  /** Does the work of a request once, however often it comes (see `idempotency/`). */
  once<T>(
    db: SiteDb,
    request: { route: string; key: string | undefined; body: unknown },
    work: () => Promise<T>,
  ): Promise<{ answer: T; isReplay: boolean }>;
  /** Writes changes to the audit log, in the same transaction. */
  record(db: SiteDb, by: { key: ToolKey; tool: string }, changes: Change[]): Promise<void>;
}

/** Thrown through the transaction, so that a dry run does everything and leaves nothing. */
class Undo extends Error {
  readonly told: Told;
  constructor(told: Told) {
    super("dry run");
    this.told = told;
  }
}

/**
 * Calls a tool: its scope, its arguments, then one transaction that holds its work, its idempotency key and its entries
 * in the audit log. Throws `insufficient_scope`, `invalid_value`, and what the tool throws.
 */
export async function callTool(tool: Tool, caller: Caller, args: unknown, { once, record }: Keeping): Promise<Told> {
  if (!mayUse(caller.key, tool)) throw outOfScope(tool);
  requireKeepable(args);
  const { dry_run, idempotency_key, confirm, ...input } = readInput(tool, args);
  const isConfirmed = confirm === true || dry_run === true;
  if (tool.takes?.includes("confirm") && tool.effect === "destroy" && !isConfirmed) throw unconfirmed(tool.name);
  let effects: (() => void)[] = [];
  try {
    const run = tool.effect === "read" ? caller.site.report : caller.site.transact;
    const told = await run(async (db) => {
      const changes: Change[] = [];
      effects = [];
      const call: ToolCall = {
        db,
        key: caller.key,
        actor: `key ${caller.key.name}`,
        isConfirmed,
        changed: (change) => changes.push(...[difference(change) ?? []].flat()),
        afterwards: (effect) => effects.push(effect),
      };
      const work = tool.run as (call: ToolCall, input: object) => Promise<Told>;
      if (dry_run === true) throw new Undo(wouldBe(await work(call, input), changes));
      const request = { route: `tool ${tool.name}`, key: idempotency_key as string | undefined, body: input };
      let secrets = {};
      const { answer, isReplay } = await once(db, request, async () => {
        const { text, data, shownOnce } = await work(call, input);
        secrets = { ...shownOnce };
        const isIdle = tool.effect !== "read" && changes.length === 0;
        return { text: isIdle ? `${text} Nothing differed from what was there.` : text, data };
      });
      if (changes.length > 0) await record(db, { key: caller.key, tool: tool.name }, changes);
      return isReplay ? replayed(answer) : { ...answer, data: { ...answer.data, ...secrets } };
    });
    for (const effect of effects) effect();
    return told;
  } catch (error) {
    if (error instanceof Undo) return error.told;
    throw error;
  }
}

const wouldBe = ({ text, textInDryRun = text, inDryRun }: Told, changes: Change[]): Told => ({
  text: `Dry run, nothing was changed. It would have answered: ${textInDryRun}`,
  data: { dry_run: true, ...inDryRun, changes_count: changes.length, changes },
});

const replayed = ({ text, data }: Told): Told => ({
  text: `Done before, with the same idempotency_key; this is the first answer again, but for secrets. ${text}`,
  data: { ...data, replayed: true },
});

function outOfScope({ name, area, effect }: Tool): Problem {
  const scopes = effect === "read" ? ["read", area] : [area];
  return new Problem("insufficient_scope", `This key may not use ${name}: it needs the scope ${scopes.join(" or ")}.`, {
    extra: { allowed: scopes },
  });
}

/** More products than these at once are not changed far without a confirmation. */
const FREELY = 20;

/** Refuses a change of many products, `what` it is to them, until a dry run was looked at. Throws `confirmation_required`. */
export function requireConfirmed({ isConfirmed }: ToolCall, products: number, what: string): void {
  if (products > FREELY && !isConfirmed) throw unconfirmed(`Changing ${what} of ${products} products`);
}

/** Refuses what cannot be undone until a dry run was looked at. */
const unconfirmed = (what: string): Problem =>
  new Problem("confirmation_required", `${what} cannot be undone, or changes much at once.`, {
    errors: [{ path: "confirm", message: "must be true" }],
  });
