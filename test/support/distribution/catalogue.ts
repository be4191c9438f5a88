import { readTables, tablesPlaced } from "./table-rules.ts";

/** What the rules for statements know of the database: names, because a syntax tree has no types. */
export interface Catalogue {
  /** The tables that are distributed by `site_id`. */
  distributed: ReadonlySet<string>;
  /** The tables that every node has whole. */
  reference: ReadonlySet<string>;
  /** The tables of one server. */
  local: ReadonlySet<string>;
  /** The functions that are not immutable for some types of arguments. */
  mutable: ReadonlySet<string>;
  /** The functions that are volatile for some types of arguments. */
  volatile: ReadonlySet<string>;
  /** The functions of the schema that may read or write tables: in PL/pgSQL, or with the rights of their owner. */
  reading: ReadonlySet<string>;
}

const FUNCTIONS = `
  select f.proname as name, bool_or(f.provolatile <> 'i') as mutable, bool_or(f.provolatile = 'v') as volatile,
    bool_or(f.pronamespace = 'public'::regnamespace and (f.prosecdef or l.lanname = 'plpgsql')) as reading
  from pg_proc f
  join pg_language l on l.oid = f.prolang
  group by f.proname
`;

interface FunctionRow {
  name: string;
  mutable: boolean;
  volatile: boolean;
  reading: boolean;
}

/** Reads what the rules need. `ask` answers the rows of a query. */
export async function readCatalogue(ask: (query: string) => Promise<unknown[]>): Promise<Catalogue> {
  const tables = await readTables(ask);
  const functions = (await ask(FUNCTIONS)) as FunctionRow[];
  const functionsThat = (is: "mutable" | "volatile" | "reading") =>
    new Set(functions.filter((row) => row[is]).map(({ name }) => name));
  return {
    distributed: tablesPlaced(tables, "distributed"),
    reference: tablesPlaced(tables, "reference"),
    local: tablesPlaced(tables, "local"),
    mutable: functionsThat("mutable"),
    volatile: functionsThat("volatile"),
    reading: functionsThat("reading"),
  };
}
