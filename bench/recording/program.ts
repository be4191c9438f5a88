/** The statements of a piece of work, as they were recorded and as the yardsticks run them again. */

export interface Statement {
  text: string;
  values: unknown[];
  /** The name under which the server prepares it; undefined: it is not prepared. */
  name: string | undefined;
  /** The number of rows that it returned. */
  rows: number;
}

/** Statements on one connection. Without a transaction it is a single one. */
export interface Step {
  pool: "reads" | "writes";
  transaction?: { siteId: string | undefined };
  statements: Statement[];
}

/** What one unit of work does in the database: a request, or all requests of a cart. */
export type Program = Step[];

/** The number of statements of programs together. */
export const statementsIn = (programs: Program[]): number =>
  programs.flat().reduce((sum, { statements }) => sum + statements.length, 0);

/** Programs with the time of their recording: ids that are newer were made by the work itself. */
export interface Recording {
  programs: Program[];
  /** Milliseconds since 1970. */
  recordedFrom: number;
}
