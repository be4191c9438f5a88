-- The indexes of the searches of 0016.

-- A search reads the whole list of pending entries, and the order that fills it merges it: it is shorter than by default.
drop index concurrently if exists orders_by_text;
create index concurrently orders_by_text on orders using gin (
  site_id,
  text_parts(folded_name, 2) collate "C",
  text_parts(phone_key, 3) collate "C",
  (array[lower(normalize(customer_wilaya, nfkd)), lower(normalize(customer_commune, nfkd))]) collate "C"
) with (gin_pending_list_limit = 1024);
drop index concurrently if exists customers_by_text;
create index concurrently customers_by_text on customers using gin (
  site_id, text_parts(folded_name, 2) collate "C", text_parts(folded_email, 2) collate "C", text_parts(phone_key, 3) collate "C"
) with (gin_pending_list_limit = 1024);
drop index concurrently if exists audit_log_by_name;
create index concurrently audit_log_by_name on audit_log using gin (
  site_id, audit_names(entity, entity_id, label) collate "C"
) with (gin_pending_list_limit = 1024);
drop index concurrently if exists audit_log_by_former_sku;
create index concurrently audit_log_by_former_sku on audit_log using gin (site_id, audit_skus(before) collate "C")
  with (gin_pending_list_limit = 1024)
  where entity = 'product' and json_typeof(before -> 'variants') = 'array';

-- The other filters of these searches, in the order of their pages.
drop index concurrently if exists orders_by_wilaya;
create index concurrently orders_by_wilaya on orders (site_id, wilaya_code, created_at, id);
drop index concurrently if exists orders_by_payment_status;
create index concurrently orders_by_payment_status on orders (site_id, payment_status, created_at, id);
drop index concurrently if exists audit_log_by_entity_and_time;
create index concurrently audit_log_by_entity_and_time on audit_log (site_id, entity, created_at, id);
drop index concurrently if exists audit_log_by_key;
create index concurrently audit_log_by_key on audit_log (site_id, key_id, created_at, id);
drop index concurrently if exists audit_log_by_tool;
create index concurrently audit_log_by_tool on audit_log (site_id, tool, created_at, id);

-- Not used any more: the keys of phone numbers, and the indexes above, took their place.
drop index concurrently if exists orders_by_phone;
drop index concurrently if exists customers_by_phone;
drop index concurrently if exists audit_log_by_label;
drop index concurrently if exists audit_log_by_entity;
