import { setImmediate } from "node:timers/promises";
import { type PGlite, parse, protocol } from "@electric-sql/pglite";
import { LRUCache } from "lru-cache";
import { valuesAsText } from "../postgres/value-text.ts";

const { serialize } = protocol;

/** PGlite keeps the plan of each prepared statement in memory, which never shrinks. */
const MAX_PREPARED = 200;
/**
 * After so many statements, plans are made anew. A plan is made for tables of the size that they had, and PGlite has no
 * autovacuum, which would notice that they grew.
 */
const PLANS_LAST = 1000;

type Messages = Awaited<ReturnType<PGlite["execProtocolStream"]>>;

interface Prepared {
  name: string;
  /** The message that describes the columns; none for a statement that returns no rows. */
  columns: Messages;
}

/**
 * Runs statements on PGlite, each by one message. PGlite's own `query` sends six, and has every statement parsed and planned
 * again, which takes longer than most statements.
 */
export class Statements {
  readonly #pglite: PGlite;
  readonly #prepared = new LRUCache<string, Prepared>({
    max: MAX_PREPARED,
    dispose: ({ name }) => this.#forgotten.push(name),
  });
  /** The names of statements that PGlite need not keep any more. */
  #forgotten: string[] = [];
  #named = 0;
  #runs = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Returns the rows of a statement, which runs after those that were given before it. `isFixed`: it is prepared. */
  async run(text: string, values: unknown[], isFixed = false): Promise<unknown[]> {
    const texts = valuesAsText(values) as string[];
    return new Promise((resolve, reject) => {
      this.#pglite.runExclusive(async () => {
        if (!this.#pglite.ready) return reject(new Error("the database is closed"));
        await (isFixed ? this.#runPrepared(text, texts) : this.#runOnce(text, texts)).then(resolve, reject);
        await setImmediate(); // PGlite runs on this thread: between two statements, timers, signals and I/O run
      });
    });
  }

  async #runOnce(text: string, values: string[]): Promise<unknown[]> {
    return this.#rowsOf(
      await this.#send(
        serialize.parse({ text }),
        serialize.bind({ values }),
        serialize.describe({ type: "P" }),
        serialize.execute(),
      ),
    );
  }

  async #runPrepared(text: string, values: string[]): Promise<unknown[]> {
    if (++this.#runs % PLANS_LAST === 0) await this.#send(serialize.query("discard plans"));
    const { name, columns } = this.#prepared.get(text) ?? (await this.#prepare(text));
    const answer = await this.#send(serialize.bind({ statement: name, values }), serialize.execute());
    return this.#rowsOf([...columns, ...answer]);
  }

  async #prepare(text: string): Promise<Prepared> {
    const name = `s${++this.#named}`;
    const answer = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const statement = { name, columns: answer.filter((message) => message.name === "rowDescription") };
    this.#prepared.set(text, statement);
    for (const forgotten of this.#forgotten.splice(0))
      await this.#send(serialize.close({ type: "S", name: forgotten }));
    return statement;
  }

  /** Throws the first error of the messages; PGlite runs none of those behind it. */
  #send(...messages: Uint8Array[]): Promise<Messages> {
    return this.#pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });
  }

  #rowsOf(answer: Messages): unknown[] {
    return parse.parseResults(answer, this.#pglite.parsers)[0]?.rows ?? [];
  }
}
