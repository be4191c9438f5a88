import type { Driver } from "../database.ts";

/** A table of the schema, with what decides where Citus keeps its rows. */
export interface Table {
  name: string;
  /** The name as SQL, with its schema. */
  address: string;
  /** Whether it has the column `site_id`. */
  isOfStores: boolean;
  /** Whether it records ids of transactions, which are comparable on one node only. */
  recordsTransactions: boolean;
  hasPrimaryKey: boolean;
  /** Primary key, unique and exclusion constraints and unique indexes that do not contain `site_id`. */
  uniqueAcrossStores: string[];
  references: Reference[];
  /** Enabled triggers, without those of constraints. */
  triggers: string[];
  /** Whether row-level security also binds the owner. */
  isForced: boolean;
}

/** A foreign key. */
export interface Reference {
  /** The constraint's name as SQL. */
  constraint: string;
  /** The name of the table it refers to. */
  to: string;
  /** Whether it compares `site_id` with `site_id`. */
  isByStore: boolean;
}

const attribute = (relation: string, condition: string): string =>
  `select from pg_attribute a where a.attrelid = ${relation} and not a.attisdropped and a.attnum > 0 and ${condition}`;

const TABLES = `
  select c.relname as "name", format('public.%I', c.relname) as "address",
    exists (${attribute("c.oid", "a.attname = 'site_id'")}) as "isOfStores",
    exists (${attribute("c.oid", "a.atttypid = 'xid8'::regtype")}) as "recordsTransactions",
    exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary) as "hasPrimaryKey",
    (
      select coalesce(json_agg(i.relname order by i.relname), '[]')
      from pg_index x
      join pg_class i on i.oid = x.indexrelid
      where x.indrelid = c.oid and (x.indisunique or x.indisexclusion)
        and not exists (${attribute("c.oid", "a.attname = 'site_id' and a.attnum = any(x.indkey[0:x.indnkeyatts - 1])")})
    ) as "uniqueAcrossStores",
    (
      select coalesce(json_agg(json_build_object(
        'constraint', quote_ident(k.conname),
        'to', target.relname,
        'isByStore', exists (
          select from unnest(k.conkey, k.confkey) as pair (ours, theirs)
          where exists (${attribute("k.conrelid", "a.attname = 'site_id' and a.attnum = pair.ours")})
            and exists (${attribute("k.confrelid", "a.attname = 'site_id' and a.attnum = pair.theirs")})
        )
      ) order by k.conname), '[]')
      from pg_constraint k
      join pg_class target on target.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0
    ) as "references",
    (
      select coalesce(json_agg(t.tgname order by t.tgname), '[]')
      from pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D'
    ) as "triggers",
    c.relforcerowsecurity as "isForced"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  order by c.relname collate "C"
`;

/** The tables of the schema by name. Citus itself hides the shards that a node keeps beside them. */
export const readTables = async (driver: Pick<Driver, "query">): Promise<Table[]> =>
  (await driver.query(TABLES, [])) as Table[];

/** Those of the schema: the owner of a database may create trusted extensions only, so the migrations need no others. */
const EXTENSIONS = `
  select quote_ident(e.extname) as name
  from pg_extension e
  join pg_available_extension_versions v on v.name = e.extname and v.version = e.extversion
  where v.trusted and e.extname <> 'plpgsql'
  order by 1
`;

/** The extensions that the schema needs. */
export const readExtensions = async (driver: Pick<Driver, "query">): Promise<string[]> =>
  ((await driver.query(EXTENSIONS, [])) as { name: string }[]).map(({ name }) => name);

/**
 * Of `pg_proc p`: the functions that a statement may call on a worker. Not those of extensions, and not those whose body
 * PostgreSQL keeps parsed, with the tables that it reads: they run on the coordinator.
 */
export const NODE_FUNCTIONS = `
  p.pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend d
    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and (d.deptype = 'e' or d.refclassid = 'pg_class'::regclass)
  )
`.trim();

/** Where Citus keeps the rows of a table. */
export interface Placed {
  name: string;
  /** `citus local`: on the coordinator, but planned by Citus. `other`: distributed in a way that Hanout does not use. */
  kind: "distributed" | "reference" | "citus local" | "other";
  /** The column that decides the shard; null without one. */
  column: string | null;
  /** Tables with the same number keep the rows of one store on the same node. */
  colocation: number;
}

const PLACED = `
  select c.relname as "name",
    case
      when p.partmethod = 'h' then 'distributed'
      when p.partmethod = 'n' and p.repmodel = 't' then 'reference'
      when p.partmethod = 'n' and p.colocationid = 0 then 'citus local'
      else 'other'
    end as "kind",
    case when p.partkey is not null then column_to_column_name(p.logicalrelid, p.partkey) end as "column",
    p.colocationid as "colocation"
  from pg_dist_partition p
  join pg_class c on c.oid = p.logicalrelid
  where c.relnamespace = 'public'::regnamespace
  order by c.relname collate "C"
`;

/** The tables that Citus manages; none without the extension citus. */
export async function readPlaced(driver: Pick<Driver, "query">): Promise<Placed[]> {
  const found = await driver.query("select from pg_extension where extname = 'citus'", []);
  return found.length === 0 ? [] : ((await driver.query(PLACED, [])) as Placed[]);
}

/** Whether the database has the extension Citus. */
export async function hasCitus(driver: Pick<Driver, "query">): Promise<boolean> {
  const rows = await driver.query("select to_regclass('pg_catalog.pg_dist_partition') is not null as found", []);
  return (rows[0] as { found: boolean }).found;
}
