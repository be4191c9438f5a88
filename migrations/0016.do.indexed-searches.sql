-- Merchants search orders, customers and the audit log by parts of texts. Row-level security keeps conditions on arrays and
-- functions from using an index: PostgreSQL evaluates them after the policy, because they are not leakproof. The functions
-- `find_…` below run as the owner of the tables, are limited to the store of the transaction, and return only ids. A later
-- file makes their indexes.

-- A text without case, accents and Arabic spelling variants. NFKD separates accents first, because some locales have small
-- letters of ASCII only.
create function folded_text(text text) returns text
  language sql immutable parallel safe
  return translate(
    replace(replace(replace(replace(replace(
      regexp_replace(
        lower(normalize(text, nfkd)),
        '[\u0300-\u036f\u0640\u00ad\u061c\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
      ),
      'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'),
    'ٱةىیکگڤپøØłŁđĐı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    'اهييككفبoollddi01234567890123456789'
  );

-- Every run of three characters of a text, and the shorter ones from a length on. An index on them finds any part of a
-- word, in every locale, which pg_trgm does not: in the locale C it ignores letters outside ASCII. The cost keeps the
-- planner from computing it for rows.
create function text_parts(text text, shortest integer) returns text[]
  language sql immutable parallel safe cost 5000
  return array(
    select substr(text, first, size)
    from generate_series(1, length(text) - shortest + 1) first, generate_series(shortest, 3) size
  );

-- The parts that a text must have to contain each of these words: the threes of a word, or a shorter word itself. Words
-- that are shorter than all parts narrow nothing.
create function parts_of_words(words text[], shortest integer) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct substr(word, least(first, greatest(length(word) - 2, 1)), 3)
    from unnest(words) word, generate_series(1, length(word), 3) first
    where length(word) >= shortest
  );

-- The lines of a cart that was ordered are those of its order.
delete from cart_items i
using carts c
where c.site_id = i.site_id and c.id = i.cart_id and c.status = 'converted';

alter table orders add column folded_name text generated always as (folded_text(customer_name)) stored;
alter table customers add column folded_name text generated always as (folded_text(full_name)) stored;

-- The names by which a person looks for what an entry is about: its id, its label, and the SKU in a variant's label, which
-- is the product's slug (without spaces), a space and the SKU.
create function audit_names(entity text, entity_id text, label text) returns text[]
  language sql immutable parallel safe
  return array[
    entity_id, lower(label), case when entity = 'variant' then lower(substr(label, strpos(label, ' ') + 1)) end
  ];

-- The SKUs that a product had before the entry.
create function audit_skus(before json) returns text[]
  language sql immutable parallel safe
  return array(
    select lower(variant ->> 'sku')
    from json_array_elements(before -> 'variants') variant
    where octet_length(variant ->> 'sku') <= 2400 -- an entry of an index may not be longer
  );

-- Ids of orders, newest first. With `words`, `digits` or `known`, an order matches when its customer's name contains every
-- word, its phone number contains the digits, or it is one of `known`. Every other parameter narrows further; null does
-- not. Of `words` and `digits` one is null. `region` is a region or commune in small letters, decomposed (NFKD).
--
-- The index finds the orders that match the text, if they are few. If they are many, or the text is a single letter, a page
-- is soon found among the newest orders. `for_count` says that the order does not matter. The statements are planned anew
-- for each call, because the best plan depends on the values, and without JIT compilation, which the cost of `text_parts`
-- would cause.
create function find_order_ids(
  site uuid, words text[], digits text, known uuid[], region text, wanted_status text, wanted_payment_status text,
  wilaya text, among uuid[], from_time timestamptz, to_time timestamptz, after_time timestamptz, after_id uuid,
  max_rows integer, for_count boolean
) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 100
as $$
declare
  has_text boolean := words is not null or digits is not null or known is not null;
  patterns text[] := array(select '%' || word || '%' from unnest(words) word);
  name_parts text[] := parts_of_words(words, 2);
  digit_parts text[] := parts_of_words(array[digits], 3);
  few integer := least(max_rows * 40, 10001);
  ids uuid[];
begin
  if cardinality(name_parts) > 0 then
    ids := array(
      select o.id
      from orders o
      where o.site_id = site and site = current_site() and text_parts(o.folded_name, 2) collate "C" @> name_parts
        and o.folded_name like all(patterns)
      limit few
    );
  elsif cardinality(digit_parts) > 0 then
    ids := array(
      select o.id
      from orders o
      where o.site_id = site and site = current_site() and text_parts(o.phone_key, 3) collate "C" @> digit_parts
        and strpos(o.phone_key, digits) > 0
      limit few
    );
  end if;
  if cardinality(ids) < few then
    known := ids || known;
    words := null;
    digits := null;
  end if;
  if for_count and ids is not null and among is null and from_time is null and to_time is null
    and coalesce(region, wanted_status, wanted_payment_status, wilaya) is null
  then
    return query select distinct id from unnest(ids || known) id limit max_rows;
    return;
  end if;
  return query
  select o.id
  from orders o
  where o.site_id = site and site = current_site()
    and (
      not has_text
      or (words is not null and o.folded_name like all(patterns))
      or (digits is not null and strpos(o.phone_key, digits) > 0)
      or (known is not null and o.id = any(known))
    )
    and (
      region is null
      or array[lower(normalize(o.customer_wilaya, nfkd)), lower(normalize(o.customer_commune, nfkd))] collate "C"
        @> array[region]
    )
    and (wanted_status is null or o.status = wanted_status)
    and (wanted_payment_status is null or o.payment_status = wanted_payment_status)
    and (wilaya is null or o.wilaya_code = wilaya)
    and (among is null or o.id = any(among))
    and (from_time is null or o.created_at >= from_time)
    and (to_time is null or o.created_at < to_time)
    and (after_time is null or (o.created_at, o.id) < (after_time, after_id))
  order by o.created_at desc, o.id desc
  limit max_rows;
end
$$;

-- Ids of customers, newest first: those whose name contains every word, whose e-mail contains the text, or whose phone
-- number contains the digits. Null matches nothing. It works as `find_order_ids` does.
create function find_customer_ids(
  site uuid, words text[], email_part text, digits text, after_time timestamptz, after_id uuid, max_rows integer,
  for_count boolean
) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 100
as $$
declare
  patterns text[] := array(select '%' || word || '%' from unnest(words) word);
  name_parts text[] := parts_of_words(words, 2);
  email_parts text[] := parts_of_words(array[email_part], 2);
  digit_parts text[] := parts_of_words(array[digits], 3);
  few integer := least(max_rows * 40, 10001);
  ids uuid[];
  are_few boolean := false;
begin
  if cardinality(email_parts) > 0 and (words is null or cardinality(name_parts) > 0)
    and (digits is null or cardinality(digit_parts) > 0)
  then
    ids := array(
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site() and words is not null
          and text_parts(c.folded_name, 2) collate "C" @> name_parts and c.folded_name like all(patterns)
        limit few
      )
      union all
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site()
          and text_parts(c.folded_email, 2) collate "C" @> email_parts and strpos(c.folded_email, email_part) > 0
        limit few
      )
      union all
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site() and digits is not null
          and text_parts(c.phone_key, 3) collate "C" @> digit_parts and strpos(c.phone_key, digits) > 0
        limit few
      )
    );
    are_few := cardinality(ids) < few;
  end if;
  if for_count and ids is not null then
    return query select distinct id from unnest(ids) id limit max_rows;
    return;
  end if;
  return query
  select c.id
  from customers c
  where c.site_id = site and site = current_site()
    and (not are_few or c.id = any(ids))
    and (
      are_few
      or (words is not null and c.folded_name like all(patterns))
      or strpos(c.folded_email, email_part) > 0
      or (digits is not null and strpos(c.phone_key, digits) > 0)
    )
    and (after_time is null or (c.created_at, c.id) < (after_time, after_id))
  order by c.created_at desc, c.id desc
  limit max_rows;
end
$$;

-- Ids of the entries of the audit log that are about something, newest first: an entity with this id, label or SKU, a
-- product that had the SKU, or one of `entities`. Every other parameter narrows further; null does not.
create function find_audit_ids(
  site uuid, name text, entities text[], wanted_tool text, wanted_keys uuid[], wanted_entity text, from_time timestamptz, to_time timestamptz, after_time timestamptz,
  after_id uuid, max_rows integer
) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 100
as $$
begin
  return query
  select a.id
  from audit_log a
  where a.site_id = site and site = current_site()
    and (
      audit_names(a.entity, a.entity_id, a.label) collate "C" && (array[name, lower(name)] || entities)
      or (
        a.entity = 'product' and json_typeof(a.before -> 'variants') = 'array'
        and audit_skus(a.before) collate "C" @> array[lower(name)]
      )
    )
    and (wanted_tool is null or a.tool = wanted_tool)
    and (wanted_keys is null or a.key_id = any(wanted_keys))
    and (wanted_entity is null or a.entity = wanted_entity)
    and (from_time is null or a.created_at >= from_time)
    and (to_time is null or a.created_at < to_time)
    and (after_time is null or (a.created_at, a.id) < (after_time, after_id))
  order by a.created_at desc, a.id desc
  limit max_rows;
end
$$;

revoke execute on function find_order_ids, find_customer_ids, find_audit_ids from public;
grant execute on function find_order_ids, find_customer_ids, find_audit_ids to hanout_app;
