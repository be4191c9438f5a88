-- What a database that is distributed over several nodes cannot do.

-- Triggers. These gave a number to what servers of an earlier release wrote; since 0013 each server gives it itself.
drop trigger order_history_sequence on order_history;
drop trigger order_notes_sequence on order_notes;
drop function take_order_sequence();

-- Parameters in functions of the language SQL.
create or replace function find_key_owner(wanted bytea) returns table (
    site_id uuid, key_id uuid, name text, scopes text[], kind text, slug text, currency text, country text, locale text,
    expires_at timestamptz, last_used_at timestamptz
  )
  language plpgsql stable security definer rows 1
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select k.site_id, k.id, k.name, k.scopes, k.kind, s.slug, s.currency, s.country, s.locale, k.expires_at, k.last_used_at
  from public.api_keys k
  join public.sites s on s.id = k.site_id
  where k.hash = wanted and k.revoked_at is null;
end
$$;

create or replace function products_with_text(site uuid, query tsquery, most integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
begin
  return query
  select p.id
  from public.products p
  where p.site_id = site and site = public.current_site() and p.search @@ query
  limit most;
end
$$;

create or replace function products_with_keys(site uuid, keys text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
begin
  return query
  select p.id
  from public.products p
  where p.site_id = site and site = public.current_site() and p.filter_keys @> keys
  limit most;
end
$$;

-- Later migrations call it for each new table of stores, between `create table` and the table's foreign keys, which a
-- distributed table can have only when this one is distributed, too. Elsewhere it does nothing.
create function distribute_table(new_table regclass) returns void
  language plpgsql
as $$
declare
  is_distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select to_regclass(''public.products'') = any(array(select logicalrelid from pg_dist_partition))' into is_distributed;
  end if;
  if is_distributed then
    execute $sql$ select create_distributed_table($1, 'site_id', colocate_with => 'public.products') $sql$ using new_table;
  end if;
end
$$;
revoke execute on function distribute_table(regclass) from public;

-- When keys were last used, apart from the keys: this is written twice a minute for each key, and the keys of all stores are
-- on every node. Only servers of the release before write `api_keys.last_used_at`; a later migration drops it.
create table api_key_uses (
  site_id uuid not null,
  key_id uuid not null,
  last_used_at timestamptz not null,
  primary key (site_id, key_id),
  foreign key (site_id, key_id) references api_keys (site_id, id)
);
alter table api_key_uses enable row level security;
create policy of_the_store on api_key_uses to hanout_app using (site_id = current_site());
insert into api_key_uses (site_id, key_id, last_used_at)
  select site_id, id, last_used_at from api_keys where last_used_at is not null;

-- Every transaction that shoppers see writes here, and rows are removed after ten minutes. So the key protects nothing, and a
-- cluster would lock a shard of `sites` on its first worker for each.
alter table changes drop constraint changes_site_id_fkey;
