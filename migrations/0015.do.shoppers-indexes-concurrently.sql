-- The products of a collection in the order of their positions: a page of a large collection reads its own rows only.
drop index concurrently if exists collection_products_by_position;
create index concurrently collection_products_by_position
  on collection_products (site_id, collection_id, position, product_id);

-- A range of prices is compared with the lowest and the highest price of a product, in the index alone. It replaces the
-- index without the highest price.
drop index concurrently if exists products_by_price_range;
create index concurrently products_by_price_range
  on products (site_id, min_price, id) include (max_price) where status = 'active';
drop index concurrently if exists products_by_price;
