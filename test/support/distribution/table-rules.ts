/** Tables that every node has whole: what names the stores, and keys and people that are found before their store is known. */
const REFERENCE_TABLES = new Set([
  ...["sites", "api_keys", "memberships"],
  ...["accounts", "account_sessions", "account_links", "passkeys"],
]);

/** Tables of one server: the versions of its schema, and rows that are ordered by the transactions of that server. */
const LOCAL_TABLES = new Set(["schema_version", "changes"]);

/** What Citus needs of tables. */
export const TABLE_RULES = {
  isPlaced: "A table has site_id, or is listed as a reference table or a local table.",
  isReferenceByNeed: "A reference table has a unique key without site_id.",
  keyHasStore: "Every primary key, unique key and exclusion of a distributed table contains site_id.",
  foreignKeyHasStore: "A foreign key between distributed tables contains site_id on both sides, at the same position.",
  foreignKeyIsKept:
    "A foreign key leads to a table that the same node has: from a local or reference table to no distributed one.",
  foreignKeySetsNothing:
    "A foreign key of a distributed table sets no column, when a row is deleted or gets another key.",
  isNotForced: "Row-level security is not forced on the owner, as whom a store that moves is written.",
  hasNoRowTrigger: "A distributed table has no triggers for each row.",
} as const;
export type TableRule = keyof typeof TABLE_RULES;

export interface TableFinding {
  rule: TableRule;
  /** The table, or the table and its key or trigger. */
  place: string;
}

interface Table {
  name: string;
  has_store: boolean;
  is_forced: boolean;
  /** Names of enabled triggers for each row. */
  row_triggers: string[];
}

interface Key {
  table: string;
  name: string;
  /** As in `pg_constraint`: `p`, `u`, `x`, `f`; a unique index is `u`. */
  kind: string;
  columns: string[];
  /** Of a foreign key. */
  target: string;
  target_columns: string[];
  on_delete: string;
  on_update: string;
}

/** The tables of a schema, and their keys. */
export interface Tables {
  tables: Table[];
  keys: Key[];
}

/** Triggers of the schemas `change_guard` and `recording_guard` are the tests' own. */
const TABLES = `
  select c.relname as name, c.relforcerowsecurity as is_forced,
    exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped
    ) as has_store,
    array(
      select t.tgname::text
      from pg_trigger t
      join pg_proc f on f.oid = t.tgfoid
      where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D' and t.tgtype & 1 = 1
        and f.pronamespace::regnamespace::text not in ('change_guard', 'recording_guard')
      order by t.tgname
    ) as row_triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname
`;

/** `relation` and `numbers`: expressions for a table and for the numbers of its columns, 0 for an expression. */
const columnsOf = (relation: string, numbers: string): string => `
  array(
    select coalesce(a.attname::text, 'an expression')
    from unnest(${numbers}) with ordinality as n (number, place)
    left join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number
    order by n.place
  )`;

const KEYS = `
  select c.relname as table, k.conname as name, k.contype::text as kind, ${columnsOf("k.conrelid", "k.conkey")} as columns,
    coalesce(target.relname, '') as target, ${columnsOf("k.confrelid", "k.confkey")} as target_columns,
    k.confdeltype::text as on_delete, k.confupdtype::text as on_update
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  left join pg_class target on target.oid = k.confrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x', 'f')
  union all
  select c.relname, i.relname, 'u', ${columnsOf("x.indrelid", "(x.indkey::smallint[])[0:x.indnkeyatts - 1]")}, '', '{}', '', ''
  from pg_index x
  join pg_class c on c.oid = x.indrelid
  join pg_class i on i.oid = x.indexrelid
  where c.relnamespace = 'public'::regnamespace and x.indisunique
    and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
  order by 1, 2
`;

/** Reads the tables of the schema `public` from the catalogue. `ask` answers the rows of a query. */
export async function readTables(ask: (query: string) => Promise<unknown[]>): Promise<Tables> {
  return { tables: (await ask(TABLES)) as Table[], keys: (await ask(KEYS)) as Key[] };
}

type Placement = "distributed" | "reference" | "local";

/** Where the rows of a table are: on the node of their store, on every node, or on one server. */
function placementOf({ name, has_store }: Table): Placement | undefined {
  if (REFERENCE_TABLES.has(name)) return "reference";
  if (LOCAL_TABLES.has(name)) return "local";
  return has_store ? "distributed" : undefined;
}

/** The names of the tables with this placement. */
export const tablesPlaced = ({ tables }: Tables, placement: Placement): Set<string> =>
  new Set(tables.filter((table) => placementOf(table) === placement).map(({ name }) => name));

/** What breaks a rule. */
export function tableFindings({ tables, keys }: Tables): TableFinding[] {
  const placements = new Map(tables.map((table) => [table.name, placementOf(table)]));
  return [
    ...tables.filter((table) => !placementOf(table)).map(({ name }) => finding("isPlaced", name)),
    ...tables.filter((table) => isNeedlessReference(table, keys)).map(({ name }) => finding("isReferenceByNeed", name)),
    ...tables.filter((table) => placementOf(table) === "distributed").flatMap(findingsOfTable),
    ...keys.flatMap((key) => findingsOfKey(key, placements.get(key.table), placements.get(key.target))),
  ];
}

const finding = (rule: TableRule, place: string): TableFinding => ({ rule, place });

const isNeedlessReference = (table: Table, keys: Key[]): boolean =>
  placementOf(table) === "reference" &&
  keys.every((key) => key.table !== table.name || key.kind === "f" || key.columns.includes("site_id"));

const findingsOfTable = ({ name, is_forced, row_triggers }: Table): TableFinding[] => [
  ...(is_forced ? [finding("isNotForced", name)] : []),
  ...row_triggers.map((trigger) => finding("hasNoRowTrigger", `${name} ${trigger}`)),
];

function findingsOfKey(key: Key, from: Placement | undefined, to: Placement | undefined): TableFinding[] {
  const place = `${key.table} ${key.name}`;
  const isDistributed = from === "distributed";
  if (key.kind !== "f") return isDistributed && !key.columns.includes("site_id") ? [finding("keyHasStore", place)] : [];
  return [
    ...(isDistributed && setsColumns(key) ? [finding("foreignKeySetsNothing", place)] : []),
    ...(isDistributed && to === "distributed" && !hasStoreOnBothSides(key)
      ? [finding("foreignKeyHasStore", place)]
      : []),
    ...(isKept(from, to) ? [] : [finding("foreignKeyIsKept", place)]),
  ];
}

/** `n` is set null, `d` set default, `c` cascade: an update that cascades would write the foreign key. */
const setsColumns = ({ on_delete, on_update }: Key): boolean =>
  ["n", "d"].includes(on_delete) || ["n", "d", "c"].includes(on_update);

const hasStoreOnBothSides = ({ columns, target_columns }: Key): boolean =>
  columns.some((column, place) => column === "site_id" && target_columns[place] === "site_id");

function isKept(from: Placement | undefined, to: Placement | undefined): boolean {
  if (from === "distributed") return to === "distributed" || to === "reference";
  return from === to;
}
