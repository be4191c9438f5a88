import type { Driver } from "../../../src/db/database.ts";
import { TABLE_NAMES, type TableName, tableOf } from "../../../src/db/recording/tables.ts";

/** Tables of stores whose rows are not recorded, with the reason. */
export const NOT_RECORDED: Record<string, string> = {
  audit_calls: "the log of calls",
  audit_log: "the log of calls",
  row_images: "what is recorded",
  undone_changes: "what was undone",
  changes: "what caches are told",
  new_events: "what programs are told",
  events: "what programs are told; an undo is told, too",
  event_counters: "numbers of events are never given twice",
  webhook_endpoints: "a secret is not brought back, and webhooks_save changes an endpoint again",
  webhook_deliveries: "what was sent cannot be taken back",
  files: "an uploaded picture stays for those who undo, and goes when nothing names it",
  jobs: "a job that an undone call left has run, and is a change of its own",
  memberships: "who works in the store is not undone: staff_remove takes a membership back",
  account_links: "links end by themselves",
  api_keys: "keys are not undone: api_keys_revoke takes one back",
  api_key_uses: "when keys were used",
  store_use: "what the store used",
  idempotency_keys: "a retry of an undone call answers what the call answered",
  used_confirm_tokens: "the token of an undone call stays used",
  search_words: "a word without a product finds nothing",
  order_history: "entries of the history stay; undoing adds one",
  product_sales: "counted again from the orders when a product comes back",
  stock_movements: "entries of the ledger stay; undoing adds one",
};

/** Columns of recorded tables that calls may change and that are not recorded: they are computed from others, or counters. */
export const NOT_RECORDED_COLUMNS: Partial<Record<TableName, readonly string[]>> = {
  customers: ["phone_key", "email_key", "folded_name"],
  orders: [
    ...["total", "phone_key", "email_key", "folded_name", "entries"],
    ...["is_called", "call_again_at", "call_held_by", "call_held_until"],
  ],
  products: ["excerpt", "sort_name", "min_price", "max_price", "search", "option_pairs", "filter_keys"],
  promotions: ["used_count"],
};

/** The tables of stores, the stores themselves included. */
const TABLES = `
  select c.relname as name
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'sites' then 'id' else 'site_id' end
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by 1
`;

/**
 * Installs triggers that let no transaction commit which writes an undoable call of a merchant without the images of the rows
 * that it changed (`db.recording`). For the databases of tests only; call it as the owner of the tables, after the migrations.
 *
 * The triggers see what the server writes, which works as `hanout_app`, cascades of foreign keys included. They run at the
 * commit, and compare each row as it was before its first write with the row as it is then.
 */
export async function installRecordingGuard(owner: Driver): Promise<void> {
  const tables = (await owner.query(TABLES, [])) as { name: string }[];
  const guarded = tables.map(({ name }) => name).filter((name) => !(name in NOT_RECORDED));
  await owner.exec([FUNCTIONS, ...guarded.map(triggerOf)].join("\n"));
}

/** Not in the schema `public`, which other tests describe. Row-level security does not bind the owner of the functions. */
const FUNCTIONS = `
create schema recording_guard;

create table recording_guard.images (xid xid8, table_name text, row_key text, before jsonb, after jsonb);
create index on recording_guard.images (xid, table_name, row_key);
create table recording_guard.checked (xid xid8, table_name text, row_key text, primary key (xid, table_name, row_key));

create function recording_guard.note_call() returns trigger language plpgsql as $$
begin
  perform set_config('recording_guard.call', case when new.not_undoable is null then new.operation else '' end, true);
  return null;
end $$;

create trigger note_call after insert on audit_calls
  for each row execute function recording_guard.note_call();

create function recording_guard.note_images() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into recording_guard.images (xid, table_name, row_key, before, after)
  select pg_current_xact_id(), table_name, row_key, before::jsonb, after::jsonb from inserted;
  return null;
end $$;

create trigger note_images after insert on row_images referencing new table as inserted
  for each statement execute function recording_guard.note_images();

-- Arguments: the columns of the key, the other recorded columns, and those that need not be; each list with commas.
create function recording_guard.require_recorded() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  call text := current_setting('recording_guard.call', true);
  before jsonb;
  after jsonb;
  written jsonb;
  of_key text;
  image record;
  names text[];
  missing text;
begin
  if coalesce(call, '') = '' then return null; end if;
  if tg_nargs = 0 then
    raise exception 'unrecorded table %, written by %', tg_table_name, call
      using hint = 'Record it in src/db/recording/tables.ts, or list it in test/support/guards/recording-guard.ts';
  end if;
  if tg_op <> 'INSERT' then before := to_jsonb(old); end if;
  written := coalesce(before, to_jsonb(new));
  select string_agg(written->>name, e'\\t' order by i) into of_key
  from unnest(string_to_array(tg_argv[0], ',')) with ordinality as key (name, i);
  insert into recording_guard.checked values (pg_current_xact_id(), tg_table_name, of_key) on conflict do nothing;
  if not found then return null; end if; -- a later write of the same row

  execute format(
    'select to_jsonb(t) from %I t where %s', tg_table_name,
    (
      select string_agg(format('t.%I = %L', name, written->>name), ' and ')
      from unnest(array[case tg_table_name when 'sites' then 'id' else 'site_id' end] || string_to_array(tg_argv[0], ',')) name
    )
  ) into after;
  if before is null and after is null then return null; end if;
  select i.before, i.after into image
  from recording_guard.images i
  where i.xid = pg_current_xact_id() and i.table_name = tg_table_name and i.row_key = of_key;

  names := string_to_array(tg_argv[1], ',');
  if before is not null and after is not null then
    select string_agg(name, ', ') into missing
    from jsonb_object_keys(after) name
    where before->name <> after->name and name <> 'updated_at' and not name = any (names || string_to_array(tg_argv[2], ','));
    if missing is not null then
      raise exception 'unrecorded columns % of %, written by %', missing, tg_table_name, call;
    end if;
    select array_agg(name) into names from unnest(names) name where before->name <> after->name;
    if names is null then return null; end if;
  else
    names := names || string_to_array(tg_argv[0], ',');
  end if;
  if image is null or (image.before is null) <> (before is null) or (image.after is null) <> (after is null) then
    raise exception 'unrecorded % of %, written by %', lower(tg_op), tg_table_name, call
      using hint = 'db.recording.remember or note: CONTRIBUTING.md', detail = of_key;
  end if;
  select string_agg(name, ', ') into missing
  from unnest(names) name
  where (before is not null and image.before->name is distinct from before->name)
    or (after is not null and image.after->name is distinct from after->name);
  if missing is not null then
    raise exception 'unrecorded change of % in %, written by %', missing, tg_table_name, call
      using detail = concat_ws(' ', of_key, image.before, image.after, before, after);
  end if;
  return null;
end $$;
`;

/** The role is that of the statement, not of the commit: cascades run as the owner but keep the setting. */
const triggerOf = (table: string): string => `
create constraint trigger must_be_recorded after insert or update or delete on ${table}
  deferrable initially deferred
  for each row when (current_setting('role') = 'hanout_app')
  execute function recording_guard.require_recorded(${argumentsOf(table)});
`;

function argumentsOf(table: string): string {
  const name = TABLE_NAMES.find((one) => one === table);
  if (!name) return "";
  const { key, columns } = tableOf(name);
  const lists = [Object.keys(key), Object.keys(columns), NOT_RECORDED_COLUMNS[name] ?? []];
  return lists.map((list) => `'${list.join(",")}'`).join(", ");
}
