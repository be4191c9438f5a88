create table customers (
  site_id uuid not null references sites,
  id uuid not null,
  email text not null, -- as given; compared by the next one
  folded_email text not null,
  full_name text not null check (full_name <> ''),
  phone text,
  password_hash text not null,
  password_version integer not null, -- tokens of an earlier one are void
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, folded_email)
);

create table addresses (
  site_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  label text,
  line1 text not null,
  line2 text,
  city text not null,
  state text not null,
  country text not null,
  postal_code text not null,
  phone text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  primary key (site_id, customer_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);

create unique index one_default_address on addresses (site_id, customer_id) where is_default;

alter table customers enable row level security;
alter table customers force row level security;
create policy of_the_store on customers using (site_id = current_site());
alter table addresses enable row level security;
alter table addresses force row level security;
create policy of_the_store on addresses using (site_id = current_site());
