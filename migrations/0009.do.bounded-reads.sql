-- Made anew below: the rows it points to are written anew.
drop index products_by_search;

-- What the variants' options hold, once a product: ["Taille", "M"]. Kept by whoever saves a product.
alter table products add column option_pairs text[] not null default '{}';
update products p
set option_pairs = pairs.of_product
from (
  select v.site_id, v.product_id, array_agg(distinct jsonb_build_array(o.key, o.value)::text) as of_product
  from variants v, jsonb_each_text(v.option_values) o
  group by v.site_id, v.product_id
) pairs
where p.site_id = pairs.site_id and p.id = pairs.product_id;

-- What a product is found by when a list is narrowed by an option, a tag or a vendor; small letters, by the database's
-- locale. Leaves out what is longer than an entry of an index may be, and so than anybody asks for.
create function filter_keys(option_pairs text[], tags text[], vendor text) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct key
    from (
      select lower(pair) from unnest(option_pairs) pair
      union all
      select 'tag ' || lower(tag) from unnest(tags) tag
      union all
      select 'vendor ' || lower(vendor)
    ) keys (key)
    where octet_length(key) <= 2400
  );
alter table products
  add column filter_keys text[] not null generated always as (filter_keys(option_pairs, tags, vendor)) stored;

-- Collections count all that is in them, and take these away.
create index hidden_products on products (site_id, id) where status <> 'active';

-- Of all states: merchants search drafts and archived products too.
create index products_by_filter on products using gin (site_id, filter_keys);
create index products_by_search on products using gin (site_id, search);
