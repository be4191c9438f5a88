import type { Driver } from "../src/db/database.ts";

/** A table of the schema `public`, each part as the database itself words it in SQL. */
export interface Table {
  name: string;
  comment: string | null;
  columns: Column[];
  /** Primary key, unique constraints, foreign keys, checks: `constraint … check (…)`. */
  constraints: string[];
  /** The other tables that its foreign keys point to. */
  references: string[];
  /** `create index …`, without the indexes of constraints. */
  indexes: string[];
  isSecured: boolean;
  /** Row-level security holds for the owner of the table, too. */
  isForced: boolean;
  policies: Policy[];
  /** `create trigger …`. */
  triggers: string[];
  grants: Grant[];
}

export interface Column {
  name: string;
  type: string;
  collation: string | null;
  isRequired: boolean;
  /** The default, or the expression of a generated column. */
  expression: string | null;
  isGenerated: boolean;
  comment: string | null;
}

export interface Policy {
  name: string;
  isPermissive: boolean;
  command: string;
  /** A list with commas; null for everybody. */
  roles: string | null;
  using: string | null;
  check: string | null;
}

/** What a role of ours may do. `privileges` is a list with commas, in alphabetical order. */
export interface Grant {
  privileges: string;
  role: string;
}

export interface SqlFunction {
  /** `name(types)`. */
  signature: string;
  /** `create or replace function …`. */
  definition: string;
  /** It works as the owner, and reads tables. */
  isDefiner: boolean;
  /** Everybody may call it. */
  isPublic: boolean;
  grants: Grant[];
}

export interface Catalogue {
  extensions: string[];
  roles: string[];
  schemaGrants: Grant[];
  functions: SqlFunction[];
  /** What our roles may do with tables that are made later. */
  defaultGrants: Grant[];
  tables: Table[];
}

/** Roles are named by this beginning; others belong to the server, not to the schema. */
const OUR_ROLES = "hanout\\_%";

/**
 * Reads the schema `public` and our roles from the catalogue of the database.
 * Throws Error when there is something that `Catalogue` has no place for: a view, a sequence, a type.
 */
export async function readCatalogue(driver: Driver): Promise<Catalogue> {
  const rows = async <T>(text: string): Promise<T[]> => (await driver.query(text, [])) as T[];
  const names = async (text: string) => (await rows<{ name: string }>(text)).map(({ name }) => name);

  const unknown = await names(UNKNOWN);
  if (unknown.length > 0) throw new Error(`The schema document has no place for ${unknown.join(", ")}.`);
  return {
    extensions: await names("select extname as name from pg_extension where extname <> 'plpgsql' order by extname"),
    roles: await names(`select rolname as name from pg_roles where rolname like '${OUR_ROLES}' order by rolname`),
    schemaGrants: await rows(SCHEMA_GRANTS),
    functions: await rows(FUNCTIONS),
    defaultGrants: await rows(DEFAULT_GRANTS),
    tables: await rows(TABLES),
  };
}

/** All but tables, their indexes, and what belongs to a table or an extension. */
const UNKNOWN = `
  select 'the relation ' || relname as name
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i')
  union all
  select 'the type ' || typname
  from pg_type
  where typnamespace = 'public'::regnamespace and typtype <> 'c' and typelem = 0
    and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
  order by name
`;

/** The grants of an access control list to our roles, a row for each role. */
const grantsIn = (list: string) => `
  select string_agg(lower(privilege_type), ', ' order by privilege_type) as privileges, rolname as role
  from aclexplode(${list}) join pg_roles on pg_roles.oid = grantee
  where rolname like '${OUR_ROLES}'
  group by rolname
`;

const SCHEMA_GRANTS = `
  select granted.* from pg_namespace, lateral (${grantsIn("nspacl")}) granted where nspname = 'public' order by role
`;

const DEFAULT_GRANTS = `
  select granted.* from pg_default_acl, lateral (${grantsIn("defaclacl")}) granted
  where defaclnamespace = 'public'::regnamespace and defaclobjtype = 'r'
  order by role
`;

/** Rows as a JSON list. */
const listOf = (rows: string) => `(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`;
/** Rows of one column, `name`, as a JSON list of their values. */
const namesOf = (rows: string) => `(select coalesce(json_agg(listed.name), '[]') from (${rows}) listed)`;

const FUNCTIONS = `
  select format('%s(%s)', proname, oidvectortypes(proargtypes)) as signature, pg_get_functiondef(oid) as definition,
    prosecdef as "isDefiner",
    proacl is null or exists (select from aclexplode(proacl) where grantee = 0) as "isPublic",
    ${listOf(`${grantsIn("proacl")} order by rolname`)} as grants
  from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by proname, oidvectortypes(proargtypes)
`;

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    case when a.attcollation <> t.typcollation then quote_ident(l.collname) end as collation,
    a.attnotnull as "isRequired", pg_get_expr(d.adbin, d.adrelid, true) as expression,
    a.attgenerated <> '' as "isGenerated", col_description(a.attrelid, a.attnum) as comment
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  order by a.attnum
`;

/** Newer versions list constraints for `not null`; that stands with the column. */
const CONSTRAINTS = `
  select format('constraint %I %s', conname, pg_get_constraintdef(oid, true)) as name
  from pg_constraint
  where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')
  order by array_position('{p,u,f,c,x}', contype::text), conname
`;

const REFERENCES = `
  select distinct target.relname as name
  from pg_constraint join pg_class target on target.oid = confrelid
  where conrelid = c.oid and contype = 'f' and confrelid <> c.oid
  order by target.relname
`;

const INDEXES = `
  select pg_get_indexdef(indexrelid, 0, true) as name
  from pg_index join pg_class i on i.oid = indexrelid
  where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and conrelid = c.oid)
  order by i.relname
`;

const POLICIES = `
  select polname as name, polpermissive as "isPermissive",
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all'
      end as command,
    (select string_agg(rolname, ', ' order by rolname) from pg_roles where pg_roles.oid = any (polroles)) as roles,
    pg_get_expr(polqual, polrelid, true) as using, pg_get_expr(polwithcheck, polrelid, true) as check
  from pg_policy
  where polrelid = c.oid
  order by polname
`;

const TRIGGERS = `
  select pg_get_triggerdef(oid, true) as name from pg_trigger where tgrelid = c.oid and not tgisinternal order by tgname
`;

const TABLES = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    ${listOf(COLUMNS)} as columns,
    ${namesOf(CONSTRAINTS)} as constraints,
    ${namesOf(REFERENCES)} as references,
    ${namesOf(INDEXES)} as indexes,
    c.relrowsecurity as "isSecured", c.relforcerowsecurity as "isForced",
    ${listOf(POLICIES)} as policies,
    ${namesOf(TRIGGERS)} as triggers,
    ${listOf(`${grantsIn("c.relacl")} order by rolname`)} as grants
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname
`;
