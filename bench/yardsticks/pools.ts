import pg from "pg";
import { enterStore, ROLES } from "../../src/db/roles.ts";
import { parseInt8, parseTimestamp } from "../../src/db/values.ts";
import { freshValues } from "../recording/fresh-values.ts";
import type { Program, Recording } from "../recording/program.ts";

/** Runs recorded programs with nothing but `pg`: the same statements, values, names, roles and number of connections. */

/** The default of DATABASE_POOL_SIZE and DATABASE_READ_POOL_SIZE. */
const POOL_SIZE = 10;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseInt8);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);

export interface Pools {
  reads: pg.Pool;
  writes: pg.Pool;
}

export const openPools = (databaseUrl: string): Pools => ({
  reads: openPool(databaseUrl, `-c role=${ROLES.reads}`),
  writes: openPool(databaseUrl, `-c role=${ROLES.writes}`),
});

/** Opens a pool whose connections start with these options. */
export const openPool = (connectionString: string, options: string): pg.Pool =>
  new pg.Pool({ connectionString, options, types, max: POOL_SIZE });

/** Runs a program, and returns the number of rows of each statement. */
export type RunProgram = () => Promise<number[]>;

/** Returns a function for each program of a recording. */
export const programsOf = ({ programs, recordedFrom }: Recording, pools: Pools): RunProgram[] =>
  programs.map((program) => {
    const values = freshValues(program, recordedFrom);
    return () => runProgram(program, values(), pools);
  });

async function runProgram(program: Program, values: unknown[][], pools: Pools): Promise<number[]> {
  const rows: number[] = [];
  for (const { pool: name, transaction, statements } of program) {
    const pool = pools[name];
    const client = transaction ? await pool.connect() : undefined;
    if (client) await client.query(begin(name, transaction?.siteId));
    for (const { text, name } of statements) {
      const query = { text, values: values[rows.length] ?? [], ...(name && { name }) };
      rows.push((await (client ?? pool).query(query)).rows.length);
    }
    if (client) {
      await client.query("commit");
      client.release();
    }
  }
  return rows;
}

const begin = (pool: keyof Pools, siteId: string | undefined): string =>
  [pool === "reads" ? "begin read only" : "begin", ...(siteId ? [enterStore(siteId)] : [])].join("; ");

/** Runs every program once. Throws when a statement returns another number of rows than it was recorded with. */
export async function checkPrograms({ programs }: Recording, runs: RunProgram[]): Promise<void> {
  for (const [index, run] of runs.entries()) {
    const expected = (programs[index] ?? []).flatMap(({ statements }) => statements.map(({ rows }) => rows));
    const found = await run();
    if (found.join() !== expected.join()) throw new Error(`rows ${found.join()} instead of ${expected.join()}`);
  }
}
