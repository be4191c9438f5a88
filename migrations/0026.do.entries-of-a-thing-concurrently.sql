-- The functions and the index of changes_list. Servers of the release before call find_audit_ids.

-- What entries call `names` (ids, or labels in small letters), and the products and variants that had `former_sku` (in small
-- letters); `by_sku`: it is meant by a SKU. Reads at most `max_rows` entries of each kind.
create or replace function find_logged_things(site uuid, names text[], former_sku text, max_rows integer)
returns table (entity text, id text, label text, by_sku boolean)
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 10
as $$
begin
  return query
  select distinct found.entity, found.id, found.label, found.by_sku
  from (
    (
      select a.entity, a.entity_id as id, a.label,
        a.entity = 'variant' and lower(substr(a.label, strpos(a.label, ' ') + 1)) = former_sku as by_sku
      from audit_log a
      where a.site_id = site and site = current_site() and audit_names(a.entity, a.entity_id, a.label) collate "C" && names
      limit max_rows
    )
    union all
    select changed.entity, changed.id, changed.label, true
    from (
      select a.entity_id, a.label, a.before
      from audit_log a
      where a.site_id = site and site = current_site()
        and a.entity = 'product' and json_typeof(a.before -> 'variants') = 'array'
        and audit_skus(a.before) collate "C" @> array[former_sku]
      limit max_rows
    ) entry
    cross join lateral (
      select 'product' as entity, entry.entity_id as id, entry.label
      union all
      select 'variant', variant ->> 'id', entry.label
      from json_array_elements(entry.before -> 'variants') variant
      where lower(variant ->> 'sku') = former_sku
    ) changed
  ) found;
end
$$;

-- Ids of the entries about a thing, newest first: those that have one of `names` (ids, or labels in small letters), and those
-- of the variants of products with these slugs. With `only_variants` (ids), entries of products that changed other variants
-- and nothing else are left out. Every other parameter narrows further; null does not.
create or replace function find_entry_ids(
  site uuid, names text[], slugs text[], only_variants text[], wanted_operation text, wanted_keys uuid[], wanted_entities text[],
  from_time timestamptz, to_time timestamptz, after_time timestamptz, after_id uuid, max_rows integer
) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 100
as $$
begin
  return query
  with matching as materialized ( -- else PostgreSQL may read the whole log by time, in the hope of filling the page soon
    select a.id, a.created_at
    from audit_log a
    where a.site_id = site and site = current_site()
      and (
        audit_names(a.entity, a.entity_id, a.label) collate "C" && names
        or (a.entity = 'variant' and lower(split_part(a.label, ' ', 1)) collate "C" = any(slugs))
      )
      and (
        only_variants is null or a.entity <> 'product'
        or exists (select from json_object_keys(coalesce(a.after, a.before)) field where field <> 'variants')
        or exists (
          select
          from (values (a.before), (a.after)) side (fields)
          cross join lateral json_array_elements(
            case json_typeof(side.fields -> 'variants') when 'array' then side.fields -> 'variants' else '[]' end
          ) variant
          where variant ->> 'id' = any(only_variants)
        )
      )
      and (wanted_operation is null or a.tool = wanted_operation)
      and (wanted_keys is null or a.key_id = any(wanted_keys))
      and (wanted_entities is null or a.entity = any(wanted_entities))
      and (from_time is null or a.created_at >= from_time)
      and (to_time is null or a.created_at < to_time)
      and (after_time is null or (a.created_at, a.id) < (after_time, after_id))
  )
  select m.id
  from matching m
  order by m.created_at desc, m.id desc
  limit max_rows;
end
$$;

revoke execute on function find_logged_things, find_entry_ids from public;
grant execute on function find_logged_things, find_entry_ids to hanout_app;

-- The entries of the variants of a product.
drop index concurrently if exists audit_log_by_slug;
create index concurrently audit_log_by_slug on audit_log (site_id, (lower(split_part(label, ' ', 1)) collate "C"), created_at, id)
  where entity = 'variant';
