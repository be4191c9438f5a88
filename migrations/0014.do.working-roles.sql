-- The server works as two roles that own nothing: plain reads as hanout_reader, which only selects what shoppers may see;
-- everything else as hanout_app, which sees and writes the rows of the store that its transaction has entered, and without
-- a store none. Every table of stores has a policy. Roles belong to the whole PostgreSQL server: another database may have
-- made them, or be making them now.
do $$
begin
  if not exists (select from pg_roles where rolname = 'hanout_reader') then
    create role hanout_reader nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'this user may not create roles; an administrator must first run: create role hanout_reader; grant hanout_reader to %;', current_user;
end
$$;

-- Since PostgreSQL 16 who creates a role is its member, but may take it only after a grant. Who may not grant a role, and is
-- no member either, needs an administrator.
do $$
declare
  role text;
begin
  foreach role in array array['hanout_app', 'hanout_reader'] loop
    begin
      execute format('grant %I to current_user', role);
    exception
      when insufficient_privilege then
        if not pg_has_role(current_user, role, 'member') then
          raise exception 'this user may not take the role %; an administrator must first run: grant % to %;', role, role, current_user;
        end if;
    end;
  end loop;
end
$$;

-- Databases that were created before PostgreSQL 15 let everybody create tables here.
revoke create on schema public from public;
grant usage on schema public to hanout_reader;

-- Policies are not forced on the owner: the server never works as the owner, and functions that find a row before the
-- store is known work as the owner, which need not be a superuser.
do $$
declare
  name text;
begin
  for name in
    select c.relname
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I no force row level security', name);
    execute format('drop policy if exists of_the_store on %I', name);
    execute format('create policy of_the_store on %I to hanout_app using (site_id = current_site())', name);
  end loop;
end
$$;

alter table sites enable row level security;
create policy of_the_store on sites to hanout_app using (id = current_site());

-- What shoppers may see. Not by store: PostgreSQL does not use an index for text search or LIKE below a policy that
-- compares a column. The statements name their store.
do $$
declare
  name text;
begin
  foreach name in array array[
    'sites', 'menus', 'articles', 'categories', 'products', 'variants', 'collections', 'collection_products',
    'product_sales', 'search_words', 'shipping_rates', 'promotions', 'carts', 'cart_items'
  ]
  loop
    execute format('grant select on %I to hanout_reader', name);
    execute format('create policy for_shoppers on %I for select to hanout_reader using (true)', name);
  end loop;
end
$$;

-- The server asks which migrations were applied; only the owner applies them.
revoke insert, update, delete on schema_version from hanout_app;
grant select on schema_version to hanout_reader;

-- A key is looked up before its store is known.
create function find_key_owner(wanted bytea) returns table (
    site_id uuid, key_id uuid, name text, scopes text[], kind text, slug text, currency text, country text, locale text,
    expires_at timestamptz, last_used_at timestamptz
  )
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  begin atomic
    select k.site_id, k.id, k.name, k.scopes, k.kind, s.slug, s.currency, s.country, s.locale, k.expires_at, k.last_used_at
    from api_keys k
    join sites s on s.id = k.site_id
    where k.hash = wanted and k.revoked_at is null;
  end;
revoke execute on function find_key_owner(bytea) from public;
grant execute on function find_key_owner(bytea) to hanout_app, hanout_reader;
