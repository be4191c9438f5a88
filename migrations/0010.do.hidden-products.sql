-- Collections count all that is in them, and take away what is not shown.
create index hidden_products on products (site_id, id) where status <> 'active';
