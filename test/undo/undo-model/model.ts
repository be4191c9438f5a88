import type { FastifyInstance } from "fastify";
import { recomputeProducts } from "../../../src/catalog/catalog.ts";
import type { RowImage } from "../../../src/db/recording/recording.ts";
import { newProduct, WRITES_BEFORE } from "../../concurrency/cache-model/operation-writes.ts";
import { Random } from "../../concurrency/cache-model/random.ts";
import { shopperWrites } from "../../concurrency/cache-model/shopper-writes.ts";
import { CATEGORIES, COLLECTIONS, PRODUCTS, World } from "../../concurrency/cache-model/world.ts";
import { keyring, rowsForOwner, type Shop } from "../../support/app.ts";
import { type Called, call, callConfirmed } from "../../support/operations.ts";
import { expectInvariants } from "../../support/selling.ts";
import { argumentsFor } from "./arguments.ts";
import { differenceAfterUndo } from "./expected.ts";
import { differenceOf, type Rows, rowDifference, rowsOf, shown } from "./snapshot.ts";

const UNDO = "changes_undo";
/** Codes of answers that are no refusals. */
const FAILURES = ["internal_error", "overloaded", "unavailable"];
/** What the report of a failure shows. */
const LOGGED = 16;
/** What happens to orders and people between a change and its undo, and cannot be undone itself. */
const FINAL = [
  ...["orders_confirm", "orders_cancel", "orders_ship", "orders_mark_delivered", "orders_return", "orders_merge"],
  ...["orders_move", "cod_reconcile", "orders_set_payment_status", "customers_erase"],
];
/** How many changes are remembered, to be undone later. */
const MAX_CHANGES = 40;

/** A change that was made, and by which operation. */
interface Change {
  id: string;
  operation: string;
}

/** Times that are hours away, so that nothing begins or ends during a run. */
class QuietWorld extends World {
  override timeNearby(): string {
    const hours = this.random.pick([-48, -30, -5, 20, 40, 60]);
    return new Date(Date.now() + hours * 3_600_000 + this.random.integer(0, 999)).toISOString();
  }
}

export interface UndoOptions {
  seed: number;
  shop: Shop;
  /** An application without a cache. */
  via: FastifyInstance;
  undoable: string[];
  /** The operations that are drawn. */
  drawn: string[];
  /** How often the changes of each operation were undone, and the undos that ended in each way; runs add to it. */
  counts: Map<string, number>;
}

/** A store with random writes by its merchant and shoppers, of which random changes are undone. */
export class UndoModel {
  readonly #options: UndoOptions;
  readonly #shop: Shop;
  readonly #world: World;
  readonly #log: string[] = [];
  #kinds: string[] = [];
  #changes: Change[] = [];
  /** Whether a call since the last snapshot made a change that cannot be undone, such as one of an order's lines. */
  #madeFinal = false;
  steps = 0;

  constructor(options: UndoOptions) {
    this.#options = options;
    this.#shop = options.shop;
    this.#world = new QuietWorld(new Random(options.seed));
  }

  /**
   * Takes random steps until there are enough. Throws an Error, with the last steps and the seed, when an undo did
   * something else than it should.
   */
  async run(areEnough: (steps: number) => boolean): Promise<void> {
    try {
      await this.#furnish();
      for (this.steps = 0; !areEnough(this.steps); ) {
        await this.#world.random.weighted([
          [4, () => this.#undoAtOnce()],
          [5, () => this.#undoLater()],
          [2, () => this.#sellSomething()],
        ]);
      }
      await this.#expectComputed();
      await expectInvariants(this.#shop);
    } catch (error) {
      const log = this.#log.slice(-LOGGED).join("\n");
      throw new Error(`seed ${this.#options.seed}, step ${this.steps}: ${(error as Error).message}\nafter\n${log}`, {
        cause: error,
      });
    }
  }

  async #furnish(): Promise<void> {
    for (const slug of CATEGORIES) await this.#operate("categories_save", { slug, name: `Rayon ${slug}` });
    for (const slug of COLLECTIONS) await this.#operate("collections_save", { slug, title: `Collection ${slug}` });
    for (const slug of PRODUCTS) await this.#operate("products_save", newProduct(this.#world, slug));
    for (const name of ["shipping_rates_set", "menus_save", "promotions_save", "content_save"]) {
      await this.#operate(name);
    }
  }

  /** Undoes the last changes at once, all in one call or each by itself; and often the undo, and that again. */
  async #undoAtOnce(): Promise<void> {
    const { random } = this.#world;
    for (const first of WRITES_BEFORE[this.#peekKind()] ?? []) await this.#operate(first);
    const isShown = random.chance(0.12);
    const before = await this.#snapshot(isShown);
    const made: Change[] = [];
    this.#madeFinal = false;
    for (let tries = random.integer(2, 4); tries > 0; tries--) {
      const change = await this.#operate(this.#nextKind());
      if (change) made.push(change);
    }
    if (made.length === 0 || this.#madeFinal) return;
    const after = await this.#snapshot(isShown);
    // Changes that changed nothing together are refused together.
    const areUndoneTogether = random.chance(0.5) && rowDifference(after.rows, before.rows) !== undefined;
    const lists = areUndoneTogether ? [random.shuffled(made)] : made.toReversed().map((change) => [change]);
    const undos: Change[] = [];
    for (const changes of lists) undos.push(await this.#undoSurely(changes));
    await this.#expectSame(before, "after the undo");
    for (const { operation } of made) this.#count(operation);
    if (random.chance(0.6)) {
      const again = [];
      for (const undo of undos.toReversed()) again.push(await this.#undoSurely([undo]));
      await this.#expectSame(after, "after the undo of the undo");
      if (random.chance(0.3)) {
        for (const undo of again.toReversed()) await this.#undoSurely([undo]);
        await this.#expectSame(before, "after the third undo");
      }
    }
    if (random.chance(0.3)) await expectInvariants(this.#shop);
  }

  async #undoSurely(changes: Change[]): Promise<Change> {
    const { problem, data } = await this.#call(UNDO, { changes: changes.map(({ id }) => id) });
    if (problem) throw new Error(`${UNDO} was refused: ${JSON.stringify(problem)}`);
    return this.#remember(data.change_id, UNDO) as Change;
  }

  /** Undoes a change after which others were made. */
  async #undoLater(): Promise<void> {
    const { random } = this.#world;
    if (this.#changes.length === 0) await this.#operate(this.#nextKind());
    if (this.#changes.length === 0) return;
    const change = random.chance(0.5) ? random.pick(this.#changes.slice(-5)) : random.pick(this.#changes);
    for (let more = random.integer(0, 3); more > 0; more--) await this.#disturb(change);
    const skip_changed = random.chance(0.4);
    const before = await rowsOf(this.#shop);
    const { problem, data } = await this.#call(UNDO, { changes: [change.id], skip_changed });
    const after = await rowsOf(this.#shop);
    if (problem) {
      this.#count(problem.code);
      if (!["undo_conflict", "not_undoable"].includes(problem.code)) throw new Error(JSON.stringify(problem));
      if (problem.code === "undo_conflict" && skip_changed) throw new Error("a conflict although it was to be skipped");
      const difference = rowDifference(after, before);
      if (difference) throw new Error(`after a refused undo: ${difference}`);
      return;
    }
    const isPartial = data.conflicts.length > 0;
    this.#count(isPartial ? "undone in part" : "undone later");
    const images = await imagesOf(this.#shop, change.id);
    const difference = differenceAfterUndo({ before, after, images, isPartial });
    if (difference)
      throw new Error(`after an undo of ${change.operation}${isPartial ? " in part" : ""}: ${difference}`);
    this.#remember(data.change_id, UNDO);
    if (random.chance(0.9)) this.#changes = this.#changes.filter(({ id }) => id !== change.id);
    await expectInvariants(this.#shop);
    if (random.chance(0.15)) await this.#expectComputed();
  }

  /** Changes something that a change may have changed too. */
  async #disturb({ operation }: Change): Promise<void> {
    const { random } = this.#world;
    const area = operation.split("_")[0] as string;
    const alike = this.#options.undoable.filter((name) => name.startsWith(area));
    if (random.chance(0.25) || alike.length === 0) return this.#sellSomething();
    await this.#operate(random.pick([operation, ...alike].filter((name) => name in argumentsFor)));
  }

  /** What is computed from texts and prices is what it would be when all were computed again. */
  async #expectComputed(): Promise<void> {
    const before = await rowsOf(this.#shop);
    const ids = [...(before.get("products")?.keys() ?? [])];
    await this.#shop.transact((db) => recomputeProducts(db, ids).then(() => db.changed(["catalogue"], ids)));
    const difference = rowDifference(before, await rowsOf(this.#shop));
    if (difference) throw new Error(`computed wrongly: ${difference}`);
  }

  async #sellSomething(): Promise<void> {
    const name = this.#world.random.pick(Object.keys(shopperWrites));
    const answer = await shopperWrites[name]?.(this.#shop, this.#world);
    this.#note(name, answer && answer.status >= 400 ? answer.body.code : undefined);
    if (!this.#world.random.chance(0.3)) return;
    const final = this.#world.random.pick(FINAL);
    const before = this.#world.random.chance(0.5) ? (WRITES_BEFORE[final] ?? []) : [];
    for (const operation of [...before, final]) await this.#operate(operation);
  }

  async #snapshot(isShown: boolean): Promise<{ rows: Rows; answers: Record<string, string> | undefined }> {
    const answers = isShown ? await shown(this.#shop, this.#world, this.#options.via) : undefined;
    return { rows: await rowsOf(this.#shop), answers };
  }

  async #expectSame(
    expected: { rows: Rows; answers: Record<string, string> | undefined },
    when: string,
  ): Promise<void> {
    const { rows, answers } = await this.#snapshot(expected.answers !== undefined);
    const difference =
      rowDifference(rows, expected.rows) ?? (answers && expected.answers && differenceOf(answers, expected.answers));
    if (difference) throw new Error(`${when}: ${difference}`);
  }

  /** The next operation; all that are drawn in random order, then all again in another. */
  #nextKind(): string {
    const kind = this.#peekKind();
    this.#kinds.pop();
    return kind;
  }

  #peekKind(): string {
    if (this.#kinds.length === 0) this.#kinds = this.#world.random.shuffled(this.#options.drawn);
    return this.#kinds.at(-1) as string;
  }

  /** Runs an operation; answers its change, when it made one that can be undone. Its refusal is an answer like another. */
  async #operate(name: string, given?: object): Promise<Change | undefined> {
    const world = this.#world;
    const args = given ?? argumentsFor[name]?.(world) ?? {};
    const { data, problem } = await this.#call(name, args);
    if (name === "store_update") keyring.clearCache(); // it holds the store's language for some seconds
    if (problem) return undefined;
    if (name === "orders_create") world.remember(world.orders, data.order_number);
    if (name === "promotions_save") world.remember(world.promotions, data.id);
    if (name === "customers_save") world.remember(world.customers, data.id);
    if (name === "api_keys_create") world.remember(world.keys, (args as { name?: string }).name);
    if (name === "products_save") world.remember(world.productIds, data.id);
    if (data.variants_count === 1 && data.variants[0]) world.soleVariants.set(data.slug, data.variants[0].id);
    if (!this.#options.undoable.includes(name)) return undefined;
    if (data.change_id && (await isFinal(this.#shop, data.change_id))) {
      this.#madeFinal = true;
      return undefined;
    }
    return this.#remember(data.change_id, name);
  }

  #remember(id: string | undefined, operation: string): Change | undefined {
    if (id === undefined) return undefined;
    const change = { id, operation };
    this.#changes = [...this.#changes, change].slice(-MAX_CHANGES);
    return change;
  }

  async #call(name: string, args: object): Promise<Called> {
    let answer = await call(this.#shop, name, args, this.#shop.secret_key, this.#options.via);
    if (answer.problem?.code === "confirmation_required") {
      answer = await callConfirmed(this.#shop, name, args, this.#shop.secret_key, this.#options.via);
    }
    const { problem, data } = answer;
    this.#note(`${name} ${JSON.stringify(args)} ${data?.change_id ?? ""}`, problem?.code);
    return answer;
  }

  #note(line: string, refusal: string | undefined): void {
    this.steps++;
    this.#log.push(`${this.steps} ${line}${refusal ? `: ${refusal}` : ""}`);
    if (refusal && FAILURES.includes(refusal)) throw new Error(`${line} failed: ${refusal}`);
  }

  #count(what: string): void {
    const { counts } = this.#options;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
}

async function isFinal(shop: Shop, changeId: string): Promise<boolean> {
  const rows = await rowsForOwner(
    "select from audit_calls where site_id = $1 and id = $2 and not_undoable is not null",
    [shop.id, changeId],
  );
  return rows.length > 0;
}

async function imagesOf(shop: Shop, changeId: string): Promise<RowImage[]> {
  const rows = await rowsForOwner(
    `select table_name as "table", row_key as key, before, after from row_images where site_id = $1 and change_id = $2`,
    [shop.id, changeId],
  );
  return rows as RowImage[];
}
