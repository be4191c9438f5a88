-- Erasing a customer detaches carts and orders by statements of its own. `on delete set null` would set a part of a key
-- that names the store, which Citus refuses for distributed tables. Until it is replaced, a server of the release before
-- cannot erase a customer who has carts or orders.
alter table carts
  drop constraint carts_site_id_customer_id_fkey,
  add constraint carts_site_id_customer_id_fkey foreign key (site_id, customer_id) references customers (site_id, id);
alter table orders
  drop constraint orders_site_id_customer_id_fkey,
  add constraint orders_site_id_customer_id_fkey foreign key (site_id, customer_id) references customers (site_id, id);
