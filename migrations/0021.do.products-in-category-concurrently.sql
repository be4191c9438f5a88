-- Deletes of a category look for its products of every status; shoppers' lists look for the published products of a
-- category. One index serves both, in place of the one of published products only.
drop index concurrently if exists products_in_category;
create index concurrently products_in_category on products (site_id, category_id, status);
drop index concurrently if exists products_by_category;
