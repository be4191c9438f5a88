create table shipping_rates (
  site_id uuid not null references sites,
  region text not null, -- a wilaya's code, or what else customers of the store's country write; '*' is everywhere else
  method text not null check (method in ('home', 'desk')),
  price bigint not null check (price >= 0),
  free_above bigint check (free_above >= 0), -- from this subtotal on it costs nothing
  primary key (site_id, region, method)
);
