-- Deletes of a category, and walks down the tree, look for the categories below it.
create index categories_by_parent on categories (site_id, parent_id);
-- Products name their category; lists of categories have parents before children.
create index categories_by_name on categories (site_id, folded_name);
create index categories_in_order on categories (site_id, (parent_id is not null), position, name, id);

-- Merchants list pages, posts and collections, newest first.
create index articles_by_age on articles (site_id, kind, created_at, id);
create index collections_by_age on collections (site_id, created_at, id);

-- Merchants search products inside a transaction, where row-level security keeps every operator from its index that is not
-- leakproof, such as @@ and @>. These functions work as the owner of the tables, only in the store of the transaction, and
-- return ids only.
create function products_with_text(site uuid, query tsquery, most integer) returns setof uuid
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
begin atomic
  select id from products where site_id = site and site_id = current_site() and search @@ query limit most;
end;

create function products_with_keys(site uuid, keys text[], most integer) returns setof uuid
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
begin atomic
  select id from products where site_id = site and site_id = current_site() and filter_keys @> keys limit most;
end;

revoke all on function products_with_text, products_with_keys from public;
grant execute on function products_with_text, products_with_keys to hanout_app;
