import type { Driver } from "../../../src/db/database.ts";

/** The tables whose rows shoppers see. */
export const GUARDED_TABLES = [
  "articles",
  "categories",
  "collection_products",
  "collections",
  "menus",
  "products",
  "promotions",
  "shipping_rates",
  "sites",
  "variants",
];

/**
 * Installs triggers that let no transaction commit which writes what shoppers see without a row of `changes` that says so
 * (`db.changed`). For the databases of tests only; call it as the owner of the tables, after the migrations.
 *
 * The triggers see what the server writes, which works as `hanout_app`, cascades of foreign keys included. What a test
 * writes as the owner passes, and so does what belongs to a store that the same transaction creates. They run at the
 * commit, because a verb may write first and tell later.
 */
export const installChangeGuard = (owner: Driver): Promise<void> => owner.exec([FUNCTIONS, ...TRIGGERS].join("\n"));

/** Not in the schema `public`, which other tests describe. Row-level security does not bind the owner of the function. */
const FUNCTIONS = `
create schema change_guard;

create function change_guard.remember_new_store() returns trigger language plpgsql as $$
begin
  perform set_config('change_guard.new_stores', concat_ws(' ', current_setting('change_guard.new_stores', true), new.id), true);
  return null;
end $$;

create function change_guard.may_sell(variant jsonb) returns boolean language sql immutable as $$
  select coalesce(
    (variant->>'inventory_quantity')::integer > 0
      or not (variant->>'track_quantity')::boolean
      or (variant->>'continue_selling_when_out_of_stock')::boolean,
    false
  )
$$;

create function change_guard.has_uses_left(promotion jsonb) returns boolean language sql immutable as $$
  select (promotion->>'is_active')::boolean
    and coalesce((promotion->>'used_count')::integer < (promotion->>'usage_limit')::integer, true)
$$;

create function change_guard.require_told() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before jsonb;
  after jsonb;
  written jsonb;
  store uuid;
  needed text[];
  product uuid;
begin
  -- A transaction may write many products. It has told everything now, so what was found for one row holds for the next.
  if tg_table_name in ('products', 'variants') and tg_op <> 'DELETE' then
    if new.site_id::text = current_setting('change_guard.all_products_of', true) then return null; end if;
  end if;
  if tg_op <> 'INSERT' then before := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then after := to_jsonb(new); end if;
  written := coalesce(after, before);
  store := written->>case tg_table_name when 'sites' then 'id' else 'site_id' end;
  if before = after or store::text = any (string_to_array(current_setting('change_guard.new_stores', true), ' ')) then
    return null;
  end if;
  if exists (
    select from changes c
    where c.xid = pg_current_xact_id() and c.site_id = store
      and c.product_ids = '{}' and c.parts @> '{groups,catalogue,availability}'
  ) then
    perform set_config('change_guard.all_products_of', store::text, true);
  end if;
  case tg_table_name
    when 'sites' then needed := '{store}';
    when 'menus' then needed := '{menus}';
    when 'articles' then needed := '{content}';
    when 'shipping_rates' then needed := '{shipping}';
    when 'promotions' then
      -- Shoppers do not see how often a promotion was used, but whether it runs.
      if before - 'used_count' = after - 'used_count'
        and change_guard.has_uses_left(before) = change_guard.has_uses_left(after)
      then
        return null;
      end if;
      needed := '{promotions}';
    when 'categories', 'collections' then needed := '{groups,catalogue}';
    when 'collection_products' then
      needed := '{groups,catalogue}';
      product := written->>'product_id';
    when 'products' then
      needed := '{catalogue}';
      product := written->>'id';
    when 'variants' then
      needed := '{}';
      product := written->>'product_id';
      if before - 'inventory_quantity' is distinct from after - 'inventory_quantity' then
        needed := needed || '{catalogue}';
      end if;
      if change_guard.may_sell(before) <> change_guard.may_sell(after) then
        needed := needed || '{availability}';
      end if;
  end case;
  needed := array(
    select unnest(needed)
    except
    select unnest(c.parts) from changes c where c.xid = pg_current_xact_id() and c.site_id = store
  );
  if store::text = current_setting('change_guard.all_products_of', true) or exists (
    select from changes c
    where c.xid = pg_current_xact_id() and c.site_id = store and product = any (c.product_ids)
  ) then
    product := null;
  end if;
  if needed <> '{}' or product is not null then
    raise exception 'untold % of %: db.changed(%)', lower(tg_op), tg_table_name,
      concat_ws(', ', to_json(needed), case when product is not null then to_json(array[product]) end)
      using hint = 'Say what a transaction changes for shoppers: CONTRIBUTING.md';
  end if;
  return null;
end $$;

create trigger remember_new_store after insert on sites
  for each row execute function change_guard.remember_new_store();
`;

/** The role is that of the statement, not of the commit: cascades run as the owner but keep the setting. */
const TRIGGERS = GUARDED_TABLES.map(
  (table) => `
create constraint trigger must_be_told after insert or update or delete on ${table}
  deferrable initially deferred
  for each row when (current_setting('role') = 'hanout_app')
  execute function change_guard.require_told();
`,
);
