import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import pg from "pg";
import { valuesAsText } from "./value-text.ts";

/** Where statements get their names and the values of a row their parsers. */
export interface ReadSettings {
  /** The name under which a statement is prepared; undefined: it is not prepared. */
  nameOf(text: string): string | undefined;
  parserOf(type: number): (text: string) => unknown;
  /** Milliseconds that the answer to so many statements may take, before the connection is given up; 0: no limit. */
  timeoutOf(statements: number): number;
  /** Whether statements leave together, as `isWireKnown` finds it; otherwise each waits for the answer to the one before. */
  together: boolean;
}

interface Statement {
  text: string;
  values: unknown[];
  name: string | undefined;
  columns: Columns | undefined;
  rows: unknown[];
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

interface Columns {
  list: Column[];
  /** A row whose values are all null. */
  empty: Record<string, unknown>;
}

/** `gathering` the statements of a tick after the first one, else `idle`; `ended` is the end of both. */
type State = "idle" | "gathering" | "ended";

const NEXT: Record<State, readonly State[]> = { idle: ["gathering", "ended"], gathering: ["idle", "ended"], ended: [] };

/**
 * The reads of one request on one connection. Statements of the same tick leave in one write and are answered together,
 * so reads that do not depend on each other cost one round trip. When one fails, those sent with it fail too.
 * `pg` offers no such thing ([why](docs/decisions/0003-private-fields.md)).
 */
export class ReadSession {
  readonly #client: pg.PoolClient;
  readonly #settings: ReadSettings;
  #state: State = "idle";
  #unsent: Statement[] = [];
  /** When all statements before are answered, where they do not leave together. */
  #answered: Promise<unknown> = Promise.resolve();

  constructor(client: pg.PoolClient, settings: ReadSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  /** Reads rows. Throws errors of the database unchanged. */
  async query(text: string, values: unknown[], hasFixedText: boolean): Promise<unknown[]> {
    if (this.#state === "ended") throw readEnded();
    const name = hasFixedText ? this.#settings.nameOf(text) : undefined;
    const texts = valuesAsText(values);
    try {
      return await new Promise<unknown[]>((resolve, reject) => {
        if (this.#state === "idle") {
          this.#move("gathering");
          process.nextTick(() => this.#send());
        }
        this.#unsent.push({ text, values: texts, name, columns: undefined, rows: [], resolve, reject });
      });
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error); // from where the statement was sent
      throw error;
    }
  }

  /** Ends the session: the connection may serve another request, and statements that come late are refused. */
  end(): void {
    this.#move("ended");
  }

  #move(to: State): void {
    assert(NEXT[this.#state].includes(to), `a read that is ${this.#state} cannot become ${to}`);
    this.#state = to;
  }

  #send(): void {
    const statements = this.#unsent;
    this.#unsent = [];
    if (this.#state === "ended") {
      for (const { reject } of statements) reject(readEnded());
      return;
    }
    this.#move("idle");
    if (this.#settings.together) this.#client.query(new Batch(statements, this.#settings));
    else for (const statement of statements) this.#answered = this.#answered.then(() => this.#sendAlone(statement));
  }

  async #sendAlone({ text, values, name, resolve, reject }: Statement): Promise<void> {
    if (this.#state === "ended") return reject(readEnded());
    const query = { text, values, ...(name && { name }), query_timeout: this.#settings.timeoutOf(1) };
    await this.#client.query(query).then(({ rows }) => resolve(rows), reject);
  }
}

const readEnded = (): Error => new Error("the read has ended");

/** What `pg` does with a connection, and does not declare. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  /** The texts of the statements that are prepared, by name. */
  parsedStatements: Record<string, string>;
  parse(statement: { text: string; name: string | undefined }): void;
  bind(portal: { statement: string | undefined; values: unknown[] }): void;
  describe(portal: { type: "P" }): void;
  execute(): void;
  sync(): void;
}

/** The columns of the prepared statements of each connection. PostgreSQL refuses a prepared statement whose columns change. */
const knownColumns = new WeakMap<Wire, Map<string, Columns>>();

/** What `pg` calls as the messages of an answer arrive. */
const HANDLERS = [
  "handleRowDescription",
  "handleDataRow",
  "handleCommandComplete",
  "handleReadyForQuery",
  "handleError",
] as const;

/** Whether this `pg` sends a statement as `Batch` does, and hands on the answer under the names that `Batch` has. */
export function isWireKnown({ Connection, Query }: Pick<typeof pg, "Connection" | "Query"> = pg): boolean {
  const statement = { name: "known", text: "select $1", values: ["1"] };
  const settings = { nameOf: () => undefined, parserOf: () => String, timeoutOf: () => 0, together: true };
  const unread = { columns: undefined, rows: [], resolve: () => {}, reject: () => {} };
  const sentBy = (query: pg.Submittable, prepared: Record<string, string>): string => {
    const stream = new PassThrough();
    const connection = new Connection({ stream: () => stream });
    Object.assign((connection as unknown as Wire).parsedStatements, prepared);
    query.submit(connection);
    return String(stream.read());
  };
  try {
    return (
      HANDLERS.every((name) => name in Query.prototype) &&
      [{}, { [statement.name]: statement.text }].every(
        (prepared) =>
          sentBy(new Batch([{ ...statement, ...unread }], settings), prepared) ===
          sentBy(new Query(statement), prepared),
      )
    );
  } catch {
    return false;
  }
}

/** Statements in one write, with one answer. `pg` calls its methods as the messages arrive. */
class Batch implements pg.Submittable {
  readonly #statements: Statement[];
  readonly #settings: ReadSettings;
  /** The statement that the next message belongs to. */
  #current = 0;
  #columns = new Map<string, Columns>();
  /** What failed here and not in PostgreSQL. */
  #failure: unknown;
  /** `pg` waits so long for the whole answer. */
  readonly query_timeout: number;
  /** `pg` replaces it by one that stops the clock. */
  callback: (error: unknown) => void;

  constructor(statements: Statement[], settings: ReadSettings) {
    this.#statements = statements;
    this.#settings = settings;
    this.query_timeout = settings.timeoutOf(statements.length);
    this.callback = (error) => {
      for (const { resolve, reject, rows } of statements) error ? reject(error) : resolve(rows);
    };
  }

  /** Name and text of the statement that `pg` notes as prepared. */
  get name(): string | undefined {
    return this.#statements[this.#current]?.name;
  }

  get text(): string | undefined {
    return this.#statements[this.#current]?.text;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    const known = knownColumns.get(wire);
    if (known) this.#columns = known;
    else knownColumns.set(wire, this.#columns);
    wire.stream.cork();
    try {
      const parsed = new Set<string>();
      for (const statement of this.#statements) this.#write(wire, statement, parsed);
    } catch (error) {
      this.#failure = error;
    } finally {
      wire.sync(); // PostgreSQL answers it in any case, and the connection can be used again
      wire.stream.uncork();
    }
  }

  /** `parsed`: the names of the statements before this one, which are not prepared yet, but will be. */
  #write(wire: Wire, statement: Statement, parsed: Set<string>): void {
    const { name, text, values } = statement;
    if (name === undefined || (wire.parsedStatements[name] === undefined && !parsed.has(name)))
      wire.parse({ text, name });
    if (name !== undefined) parsed.add(name);
    statement.columns = name === undefined ? undefined : this.#columns.get(name);
    wire.bind({ statement: name, values });
    if (!statement.columns) wire.describe({ type: "P" });
    wire.execute();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const statement = this.#statements[this.#current];
    if (!statement) return;
    statement.columns = columnsOf(
      fields.map(({ name, dataTypeID }) => ({ name, parse: this.#settings.parserOf(dataTypeID) })),
    );
    if (statement.name !== undefined) this.#columns.set(statement.name, statement.columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns, rows } = this.#statements[this.#current] as Statement;
    try {
      if (columns) rows.push(rowOf(columns, fields));
    } catch (error) {
      this.#failure ??= error;
    }
  }

  handleCommandComplete(): void {
    this.#current++;
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure);
  }

  handleError(error: unknown): void {
    this.callback(error);
  }
}

/** A copy of `empty` with the values. A copy is twice as fast as an object that grows by each column. */
function rowOf({ list, empty }: Columns, values: (string | null)[]): Record<string, unknown> {
  const row = { ...empty };
  for (let i = 0; i < list.length; i++) {
    const value = values[i];
    const { name, parse } = list[i] as Column;
    if (value != null) row[name] = parse(value);
  }
  return row;
}

const columnsOf = (list: Column[]): Columns => ({
  list,
  empty: { ...Object.fromEntries(list.map(({ name }) => [name, null])) },
});
