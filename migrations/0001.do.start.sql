-- The schema. Every tenant table's keys start with site_id, so a row can only ever refer to rows of its own store.

-- A text search index that starts with site_id.
create extension if not exists btree_gin;
-- levenshtein, for misspelt words.
create extension if not exists fuzzystrmatch;

-- Roles

-- The server works as two roles that own nothing: plain reads as hanout_reader, which only selects what shoppers may see;
-- everything else as hanout_app, which sees and writes the rows of the store that its transaction has entered, and without
-- a store none. So row-level security holds even where the server connects as a superuser. Roles belong to the whole
-- PostgreSQL server: another database may have made them, or be making them now.
do $$
declare
  role text;
begin
  foreach role in array array['hanout_app', 'hanout_reader'] loop
    begin
      if not exists (select from pg_roles where rolname = role) then
        execute format('create role %I nologin', role);
      end if;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception 'this user may not create roles; an administrator must first run: create role %; grant % to %;', role, role, current_user;
    end;
    -- Since PostgreSQL 16 who creates a role is its member, but may take it only after a grant. Who may not grant a role, and
    -- is no member either, needs an administrator.
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
grant usage on schema public to hanout_app, hanout_reader;
-- Of the tables below, too. What no server may change is revoked at its table.
alter default privileges in schema public grant select, insert, update, delete on tables to hanout_app;

-- The server asks which migrations were applied; only the owner applies them.
grant select on schema_version to hanout_app, hanout_reader;

-- Each table of stores has the policy `of_the_store`. Policies are not forced on the owner: the server never works as the
-- owner, and functions that find a row before the store is known work as the owner, which need not be a superuser.
--
-- What shoppers may see has the policy `for_shoppers`, too. It does not name the store: PostgreSQL does not use an index for
-- text search or LIKE below a policy that compares a column. The statements name their store.

-- The store of the transaction; null outside of one.
create function current_site() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('hanout.site_id', true), '')::uuid;

-- For a table of stores that a later migration makes, between `create table` and the table's foreign keys, which a
-- distributed table can have only when this one is distributed, too. Elsewhere it does nothing.
create function distribute_table(new_table regclass) returns void
  language plpgsql
as $$
declare
  is_distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select to_regclass(''public.products'') = any(array(select logicalrelid from pg_dist_partition))' into is_distributed;
  end if;
  if is_distributed then
    execute $sql$ select create_distributed_table($1, 'site_id', colocate_with => 'public.products') $sql$ using new_table;
  end if;
end
$$;
revoke execute on function distribute_table(regclass) from public;

-- How texts are compared

-- What phone numbers are compared by: digits, which of E.164 are the whole number.
create function phone_key_of(phone text) returns text
  language sql immutable parallel safe
  return nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '');

-- What e-mails are compared by: small letters. Decomposed, because some locales have small letters of ASCII only.
create function email_key_of(email text) returns text
  language sql immutable parallel safe
  return nullif(lower(normalize(btrim(email), nfd)), '');

-- A text without case, accents and Arabic spelling variants. NFKD separates accents first, because some locales have small
-- letters of ASCII only.
create function folded_text(text text) returns text
  language sql immutable parallel safe
  return translate(
    replace(replace(replace(replace(replace(
      regexp_replace(
        lower(normalize(text, nfkd)),
        '[\u0300-\u036f\u0640\u00ad\u061c\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
      ),
      'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'),
    'ٱةىیکگڤپøØłŁđĐı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    'اهييككفبoollddi01234567890123456789'
  );

-- Every run of three characters of a text, and the shorter ones from a length on. An index on them finds any part of a
-- word, in every locale, which pg_trgm does not: in the locale C it ignores letters outside ASCII. The cost keeps the
-- planner from computing it for rows.
create function text_parts(text text, shortest integer) returns text[]
  language sql immutable parallel safe cost 5000
  return array(
    select substr(text, first, size)
    from generate_series(1, length(text) - shortest + 1) first, generate_series(shortest, 3) size
  );

-- The parts that a text must have to contain each of these words: the threes of a word, or a shorter word itself. Words
-- that are shorter than all parts narrow nothing.
create function parts_of_words(words text[], shortest integer) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct substr(word, least(first, greatest(length(word) - 2, 1)), 3)
    from unnest(words) word, generate_series(1, length(word), 3) first
    where length(word) >= shortest
  );

-- Stores

create table sites (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  description text,
  logo_url text,
  custom_domain text,
  contact_info jsonb,
  social_links jsonb,
  theme_settings jsonb,
  settings jsonb,
  primary_color text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  time_zone text check (time_zone <> ''), -- its IANA name; null: the country's, which the server knows
  shipping_methods text[] not null,
  low_stock integer not null default 5 check (low_stock >= 0), -- a variant with so many units or fewer is low
  cash_rounding bigint not null default 0 check (cash_rounding >= 0), -- totals of cash orders are a multiple of it; 0: any
  blocked_phone_policy text not null default 'mark' check (blocked_phone_policy in ('mark', 'refuse')), -- of their orders
  -- The merchant's own names of options that mean the same: {"the name that shoppers see": ["another name"]}.
  option_names jsonb,
  is_arriving boolean not null default false, -- it is being read from a file, and nobody sees it yet
  suspended_at timestamptz, -- from then on nobody is served, and the store's work waits; null: it is open
  deletion_at timestamptz, -- when the server deletes it; until then that can be taken back
  deletion_began_at timestamptz, -- rows of it are gone
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (suspended_at is not null or deletion_at is null),
  check (deletion_at is not null or deletion_began_at is null)
);
create index sites_to_delete on sites (deletion_at) where deletion_at is not null;
alter table sites enable row level security;
create policy of_the_store on sites to hanout_app using (id = current_site());
grant select on sites to hanout_reader;
create policy for_shoppers on sites for select to hanout_reader using (true);

create table api_keys (
  site_id uuid not null references sites,
  id uuid not null,
  kind text not null check (kind in ('secret', 'publishable')),
  name text not null,
  prefix text not null,
  hash bytea not null unique, -- SHA-256 of the key; a key is found by it before its store is known
  -- What it may do beyond opening the storefront API; a publishable key may do nothing more.
  scopes text[] not null check (
    scopes <@ array[
      'catalog:read', 'catalog:write', 'orders:read', 'orders:desk', 'orders:write', 'orders:money', 'customers:read',
      'customers:write', 'reports:read', 'content:read', 'content:write', 'settings:read', 'settings:write', 'keys:read',
      'keys:write'
    ]
  ),
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id),
  check (kind = 'secret' or scopes = '{}')
);
alter table api_keys enable row level security;
create policy of_the_store on api_keys to hanout_app using (site_id = current_site());

-- Apart from the keys: this is written twice a minute for each key, and on a cluster the keys of all stores are on every node.
create table api_key_uses (
  site_id uuid not null,
  key_id uuid not null,
  last_used_at timestamptz not null,
  primary key (site_id, key_id),
  foreign key (site_id, key_id) references api_keys (site_id, id)
);
alter table api_key_uses enable row level security;
create policy of_the_store on api_key_uses to hanout_app using (site_id = current_site());

-- A key is looked up before its store is known.
create function find_key_owner(wanted bytea) returns table (
    site_id uuid, key_id uuid, name text, scopes text[], kind text, slug text, currency text, country text, locale text,
    time_zone text, expires_at timestamptz, is_suspended boolean
  )
  language plpgsql stable security definer rows 1
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select k.site_id, k.id, k.name, k.scopes, k.kind, s.slug, s.currency, s.country, s.locale, s.time_zone, k.expires_at,
    s.suspended_at is not null
  from public.api_keys k
  join public.sites s on s.id = k.site_id
  where k.hash = wanted and k.revoked_at is null;
end
$$;
revoke execute on function find_key_owner from public;
grant execute on function find_key_owner to hanout_app, hanout_reader;

-- People who work in stores (docs/staff.md)

-- A person may work in several stores, so accounts are above them: only a transaction that is of no store sees their tables. It has the
-- store 00000000-0000-0000-0000-000000000000. What a store may know of them, functions with the rights of the owner tell.

create table accounts (
  id uuid primary key,
  email text unique, -- in small letters; null: erased
  name text check (name <> ''), -- null: invited, and not there yet, or erased
  password_hash text, -- null: invited, and not there yet, or erased
  created_at timestamptz not null
);
alter table accounts enable row level security;
create policy above_stores on accounts to hanout_app using (current_site() = '00000000-0000-0000-0000-000000000000');

create table account_sessions (
  id uuid primary key,
  account_id uuid not null references accounts,
  hash bytea not null unique, -- SHA-256 of what the cookie holds
  browser text not null, -- as it names itself
  created_at timestamptz not null,
  last_used_at timestamptz not null, -- at most ten minutes behind
  expires_at timestamptz not null
);
create index account_sessions_of_account on account_sessions (account_id, created_at);
create index account_sessions_by_age on account_sessions (expires_at);
alter table account_sessions enable row level security;
create policy above_stores on account_sessions to hanout_app using (current_site() = '00000000-0000-0000-0000-000000000000');

-- Links that are passed on, and work once.
create table account_links (
  hash bytea primary key, -- SHA-256 of what the link holds
  account_id uuid not null references accounts,
  kind text not null check (kind in ('invitation', 'reset', 'sign_in')),
  site_id uuid references sites, -- that made it; null: a command did
  expires_at timestamptz not null
);
create index account_links_of_account on account_links (account_id);
create index account_links_of_store on account_links (site_id);
create index account_links_by_age on account_links (expires_at);
alter table account_links enable row level security;
create policy above_stores on account_links to hanout_app using (current_site() = '00000000-0000-0000-0000-000000000000');

create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- When the last challenge was made that it answered: it answers no earlier one again.
  challenged_at timestamptz not null,
  created_at timestamptz not null
);
create index passkeys_of_account on passkeys (account_id, created_at);
alter table passkeys enable row level security;
create policy above_stores on passkeys to hanout_app using (current_site() = '00000000-0000-0000-0000-000000000000');

-- Who works in a store. A row stays after its end, because histories name it.
create table memberships (
  site_id uuid not null references sites,
  id uuid not null unique,
  account_id uuid not null references accounts,
  role text not null check (role in ('owner', 'manager', 'orders', 'call_desk', 'catalogue', 'content', 'viewer')),
  invited_at timestamptz not null,
  accepted_at timestamptz, -- null: the person may do nothing yet
  first_accepted_at timestamptz, -- stays when somebody who has left is invited again; null: the store does not know the name
  ended_at timestamptz,
  primary key (site_id, id),
  unique (site_id, account_id)
);
create index memberships_of_account on memberships (account_id);
alter table memberships enable row level security;
create policy of_the_store on memberships to hanout_app using (site_id = current_site());

-- For an invitation: the account of an e-mail address (in small letters). Makes one without a password when there is none.
create function account_for(site uuid, wanted_email text, new_id uuid, at_time timestamptz) returns uuid
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  if site is distinct from current_site() then raise exception 'not of this store'; end if;
  insert into public.accounts (id, email, created_at) values (new_id, wanted_email, at_time) on conflict (email) do nothing;
  return (select a.id from public.accounts a where a.email = wanted_email);
end
$$;

-- Makes a link for somebody who works in the store, or is invited to. Earlier links of that kind from the store end.
create function add_store_link(
  site uuid, wanted_account uuid, wanted_kind text, new_hash bytea, until timestamptz
) returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  if site is distinct from current_site() or not exists (
    select from public.memberships m where m.site_id = site and m.account_id = wanted_account and m.ended_at is null
  ) then
    raise exception 'not of this store';
  end if;
  delete from public.account_links l where l.account_id = wanted_account and l.kind = wanted_kind and l.site_id = site;
  insert into public.account_links (hash, account_id, kind, site_id, expires_at)
  values (new_hash, wanted_account, wanted_kind, site, until);
end
$$;

-- The people of a store, those who have left included. Of somebody who has never accepted, it tells what the store knows: the e-mail.
create function staff_of_store(site uuid) returns table (
    id uuid, account_id uuid, role text, email text, name text, invited_at timestamptz, accepted_at timestamptz,
    ended_at timestamptz, works_elsewhere boolean
  )
  language plpgsql stable security definer rows 10
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
  select m.id, m.account_id, m.role, a.email, case when m.first_accepted_at is not null then a.name end, m.invited_at,
    m.accepted_at, m.ended_at,
    exists (
      select from public.memberships o
      where o.account_id = m.account_id and o.site_id <> site and o.accepted_at is not null and o.ended_at is null
    )
  from public.memberships m
  join public.accounts a on a.id = m.account_id
  where m.site_id = site and site = current_site();
end
$$;

-- A link is looked up before its store is known.
create function find_account_link(wanted bytea, at_time timestamptz) returns table (
    kind text, account_id uuid, email text, has_password boolean, role text, site_id uuid, store_name text, currency text,
    country text, locale text, time_zone text, works_elsewhere boolean, is_suspended boolean
  )
  language plpgsql stable security definer rows 1
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select l.kind, l.account_id, a.email, a.password_hash is not null, m.role, t.id, t.name, t.currency, t.country, t.locale, t.time_zone,
    exists (
      select from public.memberships o
      where o.account_id = l.account_id and o.site_id <> l.site_id and o.accepted_at is not null and o.ended_at is null
    ), l.kind = 'invitation' and t.suspended_at is not null
  from public.account_links l
  join public.accounts a on a.id = l.account_id
  left join public.sites t on t.id = l.site_id
  left join public.memberships m on m.site_id = l.site_id and m.account_id = l.account_id and m.ended_at is null
  where l.hash = wanted and l.expires_at > at_time and a.email is not null and (l.site_id is null or m.id is not null);
end
$$;

-- Accepts an invitation with its link, which ends by it. Gives an account without a password this one. Returns nothing when the link does
-- not work any more, or the account has another password than the one that was checked (null: none): it was changed meanwhile.
create function accept_invitation(
  site uuid, wanted_hash bytea, checked_hash text, new_name text, new_password_hash text, at_time timestamptz
) returns table (id uuid, role text)
  language plpgsql security definer rows 1
  set search_path = pg_catalog, public, pg_temp
as $$
declare
  account uuid;
begin
  select l.account_id into account from public.account_links l
  where l.hash = wanted_hash and l.kind = 'invitation' and l.site_id = site and site = current_site() and l.expires_at > at_time;
  perform 1 from public.accounts a where a.id = account and a.password_hash is not distinct from checked_hash for no key update;
  if not found then return; end if;
  delete from public.account_links l where l.hash = wanted_hash;
  if not found then return; end if;
  if checked_hash is null then
    update public.accounts a set name = new_name, password_hash = new_password_hash where a.id = account;
  end if;
  return query
  update public.memberships m set accepted_at = at_time, first_accepted_at = coalesce(m.first_accepted_at, at_time)
  where m.site_id = site and m.account_id = account and m.ended_at is null and m.accepted_at is null
  returning m.id, m.role;
end
$$;

-- A session is looked up before its store is known, which the request names by its id or slug; null: no store is asked for.
create function find_session(wanted bytea, wanted_store text, at_time timestamptz, idle interval) returns table (
    session_id uuid, account_id uuid, email text, account_name text, last_used_at timestamptz, membership_id uuid, role text, site_id uuid,
    slug text, currency text, country text, locale text, time_zone text, is_suspended boolean
  )
  language plpgsql stable security definer rows 1
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select s.id, s.account_id, a.email, a.name, s.last_used_at, o.membership_id, o.role, o.site_id, o.slug, o.currency, o.country, o.locale,
    o.time_zone, o.is_suspended
  from public.account_sessions s
  join public.accounts a on a.id = s.account_id
  left join lateral (
    select m.id as membership_id, m.role, t.id as site_id, t.slug, t.currency, t.country, t.locale, t.time_zone,
      t.suspended_at is not null as is_suspended
    from public.memberships m
    join public.sites t on t.id = m.site_id
    where m.account_id = s.account_id and m.accepted_at is not null and m.ended_at is null
      and (t.id::text = lower(wanted_store) or t.slug = wanted_store)
    order by t.id::text = lower(wanted_store) desc
    limit 1
  ) o on true
  where s.hash = wanted and s.expires_at > at_time and s.last_used_at > at_time - idle;
end
$$;

-- Those of these sessions that have not ended, for streams.
create function open_sessions(ids uuid[]) returns setof uuid
  language plpgsql stable security definer rows 10
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select s.id from public.account_sessions s where s.id = any(ids) and s.expires_at > now();
end
$$;

-- The stores in which a person works, or to which they are invited, for a transaction above the stores.
create function stores_of_account(wanted uuid) returns table (
    site_id uuid, slug text, name text, currency text, country text, locale text, time_zone text, role text, accepted_at timestamptz
  )
  language plpgsql stable security definer rows 3
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
  select t.id, t.slug, t.name, t.currency, t.country, t.locale, t.time_zone, m.role, m.accepted_at
  from public.memberships m
  join public.sites t on t.id = m.site_id
  where m.account_id = wanted and m.ended_at is null
    and current_site() = '00000000-0000-0000-0000-000000000000'
  order by t.name, t.id
  limit 1000;
end
$$;
revoke execute on function account_for, add_store_link, staff_of_store, find_account_link, accept_invitation, find_session,
  open_sessions, stores_of_account from public;
grant execute on function account_for, add_store_link, staff_of_store, accept_invitation, stores_of_account to hanout_app;
grant execute on function find_account_link, find_session, open_sessions to hanout_app, hanout_reader;

-- Pages, posts and menus

create table menus (
  site_id uuid not null references sites,
  id uuid not null,
  handle text not null,
  title text not null,
  items jsonb not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, handle)
);
alter table menus enable row level security;
create policy of_the_store on menus to hanout_app using (site_id = current_site());
grant select on menus to hanout_reader;
create policy for_shoppers on menus for select to hanout_reader using (true);

create table articles (
  site_id uuid not null references sites,
  id uuid not null,
  kind text not null check (kind in ('page', 'post')),
  slug text not null,
  title text not null check (title <> ''),
  type text,
  description text,
  body text,
  content jsonb,
  featured_image text,
  is_published boolean not null,
  published_at timestamptz,
  seo_title text,
  seo_description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, kind, slug),
  check (published_at is not null or not is_published)
);
create index articles_by_published_at on articles (site_id, kind, published_at, id) where is_published;
-- Merchants list all of them, newest first.
create index articles_by_age on articles (site_id, kind, created_at, id);
alter table articles enable row level security;
create policy of_the_store on articles to hanout_app using (site_id = current_site());
grant select on articles to hanout_reader;
create policy for_shoppers on articles for select to hanout_reader using (true);

-- Files (docs/files.md)

-- A picture that was uploaded. Its address holds its hash; where it is named is found in the texts of the other tables.
create table files (
  site_id uuid not null references sites,
  id uuid not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'), -- SHA-256 of what was uploaded
  kind text not null check (kind in ('jpg', 'png', 'webp', 'avif')), -- of what is kept
  name text not null, -- as it was called where it came from
  bytes integer not null check (bytes > 0), -- of what is kept
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  placeholder text not null, -- some blurred pixels, as a data: address
  named_at timestamptz not null, -- when something was last seen to name it
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, hash)
);
create index files_by_age on files (site_id, created_at, id);
create index files_by_last_name on files (site_id, named_at);
alter table files enable row level security;
create policy of_the_store on files to hanout_app using (site_id = current_site());
grant select on files to hanout_reader;
create policy for_shoppers on files for select to hanout_reader using (true);

-- Catalogue

create table categories (
  site_id uuid not null references sites,
  id uuid not null,
  parent_id uuid,
  slug text not null,
  name text not null check (name <> ''),
  folded_name text not null,
  description text,
  image_url text,
  position integer not null,
  is_active boolean not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug),
  foreign key (site_id, parent_id) references categories (site_id, id),
  check (parent_id <> id)
);
-- Deletes of a category, and walks down the tree, look for the categories below it.
create index categories_by_parent on categories (site_id, parent_id);
-- Products name their category; lists of categories have parents before children.
create index categories_by_name on categories (site_id, folded_name);
create index categories_in_order on categories (site_id, (parent_id is not null), position, name, id);
alter table categories enable row level security;
create policy of_the_store on categories to hanout_app using (site_id = current_site());
grant select on categories to hanout_reader;
create policy for_shoppers on categories for select to hanout_reader using (true);

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

create table products (
  site_id uuid not null references sites,
  id uuid not null,
  slug text not null,
  name text not null check (name <> ''),
  description text,
  status text not null check (status in ('active', 'draft', 'archived')),
  category_id uuid,
  vendor text,
  product_type text,
  tags text[] not null,
  options jsonb not null,
  images jsonb not null,
  is_physical boolean not null,
  charge_tax boolean not null,
  seo_title text,
  seo_description text,
  -- Written together with the fields above and the variants, so that lists read them without work.
  excerpt text,
  sort_name text collate "C" not null,
  min_price bigint not null check (min_price >= 0),
  max_price bigint not null check (max_price >= min_price),
  -- Weight C: words that only the category's name has of tags, vendor, type and options, so that a new name can replace them
  -- without the product's texts.
  search tsvector not null,
  -- What the variants' options hold: ["Taille", "M"]. Empty until the variants are written, after their product.
  option_pairs text[] not null default '{}',
  filter_keys text[] not null generated always as (filter_keys(option_pairs, tags, vendor)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug),
  foreign key (site_id, category_id) references categories (site_id, id)
);
create index products_by_created_at on products (site_id, created_at, id) where status = 'active';
create index products_by_updated_at on products (site_id, updated_at, id) where status = 'active';
create index products_by_name on products (site_id, sort_name, id) where status = 'active';
-- A range of prices is compared with the lowest and the highest price of a product, in the index alone.
create index products_by_price_range on products (site_id, min_price, id) include (max_price) where status = 'active';
-- Deletes of a category look for its products of every status; shoppers' lists look for the published ones.
create index products_in_category on products (site_id, category_id, status);
-- Collections count all that is in them, and take away what is not shown.
create index hidden_products on products (site_id, id) where status <> 'active';
-- Of all statuses: merchants list and search drafts and archived products, too.
create index products_by_age on products (site_id, created_at, id);
create index products_by_filter on products using gin (site_id, filter_keys);
create index products_by_search on products using gin (site_id, search);
alter table products enable row level security;
create policy of_the_store on products to hanout_app using (site_id = current_site());
grant select on products to hanout_reader;
create policy for_shoppers on products for select to hanout_reader using (true);

-- What is priced, counted and sold. A product without options has exactly one, with no option values.
create table variants (
  site_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  position integer not null,
  title text not null,
  option_values jsonb not null,
  sku text,
  barcode text,
  price bigint not null check (price >= 0),
  compare_at_price bigint check (compare_at_price >= 0),
  cost bigint check (cost >= 0),
  inventory_quantity integer not null,
  track_quantity boolean not null,
  continue_selling_when_out_of_stock boolean not null,
  image_url text,
  weight double precision check (weight >= 0),
  weight_unit text not null check (weight_unit in ('g', 'kg', 'oz', 'lb')),
  primary key (site_id, id),
  unique (site_id, product_id, option_values),
  foreign key (site_id, product_id) references products (site_id, id) on delete cascade,
  constraint stock_is_not_oversold
    check (inventory_quantity >= 0 or not track_quantity or continue_selling_when_out_of_stock)
);
create index variants_by_price on variants (site_id, product_id, price);
create index variants_by_sku on variants (site_id, sku) where sku is not null;
alter table variants enable row level security;
create policy of_the_store on variants to hanout_app using (site_id = current_site());
grant select on variants to hanout_reader;
create policy for_shoppers on variants for select to hanout_reader using (true);

create table product_sales (
  site_id uuid not null,
  product_id uuid not null,
  units bigint not null check (units >= 0),
  primary key (site_id, product_id),
  foreign key (site_id, product_id) references products (site_id, id) on delete cascade
);
create index product_sales_by_units on product_sales (site_id, units, product_id);
alter table product_sales enable row level security;
create policy of_the_store on product_sales to hanout_app using (site_id = current_site());
grant select on product_sales to hanout_reader;
create policy for_shoppers on product_sales for select to hanout_reader using (true);

-- The vocabulary a misspelt word is compared with. Words are added with products and may outlive them.
create table search_words (
  site_id uuid not null references sites,
  length smallint not null,
  word text collate "C" not null,
  primary key (site_id, length, word)
);
alter table search_words enable row level security;
create policy of_the_store on search_words to hanout_app using (site_id = current_site());
grant select on search_words to hanout_reader;
create policy for_shoppers on search_words for select to hanout_reader using (true);

create table collections (
  site_id uuid not null references sites,
  id uuid not null,
  slug text not null,
  title text not null check (title <> ''),
  description text,
  image_url text,
  is_active boolean not null,
  sort_order text not null
    check (sort_order in ('manual', 'best_selling', 'price_asc', 'price_desc', 'name_asc', 'newest')),
  position integer not null,
  seo_title text,
  seo_description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug)
);
-- Merchants list all of them, newest first.
create index collections_by_age on collections (site_id, created_at, id);
alter table collections enable row level security;
create policy of_the_store on collections to hanout_app using (site_id = current_site());
grant select on collections to hanout_reader;
create policy for_shoppers on collections for select to hanout_reader using (true);

create table collection_products (
  site_id uuid not null,
  collection_id uuid not null,
  product_id uuid not null,
  position integer not null,
  primary key (site_id, collection_id, product_id),
  foreign key (site_id, collection_id) references collections (site_id, id) on delete cascade,
  foreign key (site_id, product_id) references products (site_id, id) on delete cascade
);
-- A page of a large collection reads its own rows only.
create index collection_products_by_position on collection_products (site_id, collection_id, position, product_id);
create index collection_products_by_product on collection_products (site_id, product_id);
alter table collection_products enable row level security;
create policy of_the_store on collection_products to hanout_app using (site_id = current_site());
grant select on collection_products to hanout_reader;
create policy for_shoppers on collection_products for select to hanout_reader using (true);

-- Row-level security keeps conditions on arrays and functions from using an index, also @@ and @>: PostgreSQL evaluates them
-- after the policy, because they are not leakproof. So the functions that search, here and below, work as the owner of the
-- tables, only in the store of the transaction, and return ids. Their statements are planned anew for each call, because the
-- best plan depends on the values, and without JIT compilation, which the cost of `text_parts` would cause. They are plpgsql,
-- because Citus plans no function of the language SQL that has parameters.
create function products_with_text(site uuid, query tsquery, most integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
begin
  return query
  select p.id
  from public.products p
  where p.site_id = site and site = public.current_site() and p.search @@ query
  limit most;
end
$$;

create function products_with_keys(site uuid, keys text[], most integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
as $$
begin
  return query
  select p.id
  from public.products p
  where p.site_id = site and site = public.current_site() and p.filter_keys @> keys
  limit most;
end
$$;
revoke execute on function products_with_text, products_with_keys from public;
grant execute on function products_with_text, products_with_keys to hanout_app;

-- Customers

create table customers (
  site_id uuid not null references sites,
  id uuid not null,
  email text not null, -- as given; compared by the next one
  folded_email text not null,
  email_key text generated always as (email_key_of(email)) stored,
  full_name text not null check (full_name <> ''),
  folded_name text generated always as (folded_text(full_name)) stored,
  phone text,
  phone_key text generated always as (phone_key_of(phone)) stored,
  password_hash text, -- null: made by the merchant, and has not signed up
  password_version integer not null, -- tokens of an earlier one are void
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, folded_email)
);
create index customers_by_created_at on customers (site_id, created_at, id);
create index customers_by_phone_key on customers (site_id, phone_key) where phone_key is not null;
create index customers_by_email_key on customers (site_id, email_key) where email_key is not null;
-- A search reads the whole list of pending entries, and the write that fills it merges it: it is shorter than by default.
create index customers_by_text on customers using gin (
  site_id, text_parts(folded_name, 2) collate "C", text_parts(folded_email, 2) collate "C", text_parts(phone_key, 3) collate "C"
) with (gin_pending_list_limit = 1024);
alter table customers enable row level security;
create policy of_the_store on customers to hanout_app using (site_id = current_site());

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
alter table addresses enable row level security;
create policy of_the_store on addresses to hanout_app using (site_id = current_site());

-- Phone numbers whose orders the store marks or refuses. The log of calls names them by `id`.
create table blocked_phones (
  site_id uuid not null references sites,
  id uuid not null,
  phone_key text not null,
  phone text not null,
  note text,
  created_at timestamptz not null,
  primary key (site_id, id),
  constraint blocked_phones_by_key unique (site_id, phone_key),
  check (phone_key = phone_key_of(phone))
);
create index blocked_phones_by_time on blocked_phones (site_id, created_at, id);
alter table blocked_phones enable row level security;
create policy of_the_store on blocked_phones to hanout_app using (site_id = current_site());

-- Ids of customers, newest first: those whose name contains every word, whose e-mail contains the text, or whose phone
-- number contains the digits. Null matches nothing. It works as `search_order_ids` does.
create function find_customer_ids(
  site uuid, words text[], email_part text, digits text, after_time timestamptz, after_id uuid, max_rows integer,
  for_count boolean
) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 100
as $$
declare
  patterns text[] := array(select '%' || word || '%' from unnest(words) word);
  name_parts text[] := parts_of_words(words, 2);
  email_parts text[] := parts_of_words(array[email_part], 2);
  digit_parts text[] := parts_of_words(array[digits], 3);
  few integer := least(max_rows * 40, 10001);
  ids uuid[];
  are_few boolean := false;
begin
  if cardinality(email_parts) > 0 and (words is null or cardinality(name_parts) > 0)
    and (digits is null or cardinality(digit_parts) > 0)
  then
    ids := array(
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site() and words is not null
          and text_parts(c.folded_name, 2) collate "C" @> name_parts and c.folded_name like all(patterns)
        limit few
      )
      union all
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site()
          and text_parts(c.folded_email, 2) collate "C" @> email_parts and strpos(c.folded_email, email_part) > 0
        limit few
      )
      union all
      (
        select c.id
        from customers c
        where c.site_id = site and site = current_site() and digits is not null
          and text_parts(c.phone_key, 3) collate "C" @> digit_parts and strpos(c.phone_key, digits) > 0
        limit few
      )
    );
    are_few := cardinality(ids) < few;
  end if;
  if for_count and ids is not null then
    return query select distinct id from unnest(ids) id limit max_rows;
    return;
  end if;
  return query
  select c.id
  from customers c
  where c.site_id = site and site = current_site()
    and (not are_few or c.id = any(ids))
    and (
      are_few
      or (words is not null and c.folded_name like all(patterns))
      or strpos(c.folded_email, email_part) > 0
      or (digits is not null and strpos(c.phone_key, digits) > 0)
    )
    and (after_time is null or (c.created_at, c.id) < (after_time, after_id))
  order by c.created_at desc, c.id desc
  limit max_rows;
end
$$;
revoke execute on function find_customer_ids from public;
grant execute on function find_customer_ids to hanout_app;

-- Carts

create table carts (
  site_id uuid not null references sites,
  id uuid not null,
  customer_id uuid,
  status text not null check (status in ('open', 'converted')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whether it was looked at 24 hours after its last change, and told of as abandoned, which happens once.
  abandonment text not null default 'unseen' check (abandonment in ('unseen', 'seen', 'told')),
  primary key (site_id, id),
  -- Erasing a customer detaches carts and orders by statements of its own. `on delete set null` would set a part of a key that
  -- names the store, which Citus refuses for distributed tables.
  foreign key (site_id, customer_id) references customers (site_id, id)
);
create index carts_by_expiry on carts (site_id, expires_at) where status = 'open';
create index carts_by_age on carts (expires_at) where status = 'open';
create index carts_to_look_at on carts (site_id, updated_at)
  where status = 'open' and customer_id is not null and abandonment = 'unseen';
create index carts_by_customer on carts (site_id, customer_id) where customer_id is not null;
alter table carts enable row level security;
create policy of_the_store on carts to hanout_app using (site_id = current_site());
grant select on carts to hanout_reader;
create policy for_shoppers on carts for select to hanout_reader using (true);

-- A line stays in its cart when its variant is deleted, so it has no key to the variant. It keeps what the cart says of it then.
create table cart_items (
  site_id uuid not null,
  cart_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  product_name text not null,
  has_options boolean not null,
  quantity integer not null check (quantity between 1 and 9999),
  primary key (site_id, cart_id, id),
  unique (site_id, cart_id, variant_id),
  foreign key (site_id, cart_id) references carts (site_id, id) on delete cascade
);
alter table cart_items enable row level security;
create policy of_the_store on cart_items to hanout_app using (site_id = current_site());
grant select on cart_items to hanout_reader;
create policy for_shoppers on cart_items for select to hanout_reader using (true);

-- Delivery

create table shipping_rates (
  site_id uuid not null references sites,
  region text not null, -- a wilaya's code, or what else customers of the store's country write; '*' is everywhere else
  method text not null check (method in ('home', 'desk')),
  price bigint not null check (price >= 0),
  free_above bigint check (free_above >= 0), -- from this subtotal on it costs nothing
  primary key (site_id, region, method)
);
alter table shipping_rates enable row level security;
create policy of_the_store on shipping_rates to hanout_app using (site_id = current_site());
grant select on shipping_rates to hanout_reader;
create policy for_shoppers on shipping_rates for select to hanout_reader using (true);

-- Orders name their carrier as `carriers.name` is written. Amounts are minor units, what a parcel costs the shop.
create table carriers (
  site_id uuid not null references sites,
  id uuid not null,
  name text not null check (name <> ''),
  folded_name text not null,
  tracking_url text,
  regions text[], -- codes of wilayas, or names of regions; null: all
  methods text[] not null check (methods <@ array['home', 'desk'] and cardinality(methods) > 0),
  home_cost bigint check (home_cost >= 0),
  desk_cost bigint check (desk_cost >= 0),
  return_cost bigint check (return_cost >= 0),
  parcel_columns jsonb, -- the columns of its parcel list; null: those of the default
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint carriers_name unique (site_id, folded_name)
);
create unique index carriers_by_name on carriers (site_id, name);
alter table carriers enable row level security;
create policy of_the_store on carriers to hanout_app using (site_id = current_site());

-- Promotions

create table promotions (
  site_id uuid not null references sites,
  id uuid not null,
  code text check (code <> '' and code !~ ','), -- null: automatic
  folded_code text, -- as codes are compared
  title text not null check (title <> ''),
  message text,
  discount_type text not null check (discount_type in ('percentage', 'fixed_amount', 'free_shipping', 'buy_x_get_y')),
  discount_value bigint not null check (discount_value >= 0), -- hundredths of a percent, or minor units
  buy_quantity integer not null check (buy_quantity >= 0),
  get_quantity integer not null check (get_quantity >= 0),
  target_type text not null check (target_type in ('store', 'products', 'collections', 'categories')),
  target_ids uuid[] not null,
  min_order_amount bigint check (min_order_amount >= 0),
  min_quantity integer check (min_quantity >= 0),
  max_discount_amount bigint check (max_discount_amount >= 0),
  starts_at timestamptz,
  expires_at timestamptz check (expires_at > starts_at),
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_customer integer check (usage_limit_per_customer > 0),
  used_count integer not null check (used_count >= 0), -- kept up to date while there is a limit
  is_combinable boolean not null,
  is_discoverable boolean not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, folded_code),
  check ((code is null) = (folded_code is null)),
  check (discount_type not in ('percentage', 'buy_x_get_y') or discount_value between 1 and 10000),
  check ((discount_type = 'buy_x_get_y') = (buy_quantity > 0 and get_quantity > 0)),
  check (discount_type = 'buy_x_get_y' or (buy_quantity = 0 and get_quantity = 0)),
  constraint promotion_is_not_overused check (usage_limit is null or used_count <= usage_limit)
);
create index automatic_promotions on promotions (site_id, id) where code is null and is_active;
create index discoverable_promotions on promotions (site_id, id) where is_discoverable and is_active;
alter table promotions enable row level security;
create policy of_the_store on promotions to hanout_app using (site_id = current_site());
grant select on promotions to hanout_reader;
create policy for_shoppers on promotions for select to hanout_reader using (true);

-- Orders

create table orders (
  site_id uuid not null references sites,
  id uuid not null,
  order_number text not null,
  cart_id uuid,
  customer_id uuid,
  status text not null
    check (status in ('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled', 'returned')),
  reason text constraint known_reason check (
    reason in (
      'unreachable', 'refused', 'changed_mind', 'wrong_number', 'duplicate', 'damaged', 'lost', 'late', 'fake', 'other'
    )
  ),
  payment_status text not null check (payment_status in ('unpaid', 'paid', 'refunded', 'partially_refunded')),
  payment_method text not null,
  currency text not null,
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null check (discount between 0 and subtotal),
  shipping_cost bigint not null check (shipping_cost >= 0),
  shipping_is_set boolean not null default false, -- by hand; it stays when the order changes
  rounding bigint not null default 0,
  total bigint not null constraint total_is_not_negative check (total >= 0),
  items_count integer not null check (items_count > 0),
  coupon_code text,
  applied_discounts jsonb not null,
  customer_name text not null,
  folded_name text generated always as (folded_text(customer_name)) stored,
  customer_phone text not null,
  phone_key text generated always as (phone_key_of(customer_phone)) stored,
  customer_email text,
  email_key text generated always as (email_key_of(customer_email)) stored,
  customer_wilaya text,
  wilaya_code text,
  customer_commune text,
  customer_notes text,
  locale text, -- the shopper's language, BCP 47; null: the store's
  delivery_method text not null check (delivery_method in ('home', 'desk')),
  shipping_address json, -- as given, key by key
  carrier text,
  tracking_number text,
  -- What the shopper paid; what the carrier paid to the shop, and when; what the shopper got back.
  collected_amount bigint check (collected_amount >= 0),
  remitted_amount bigint constraint remitted_amount_is_not_negative check (remitted_amount >= 0),
  remitted_at timestamptz,
  refunded_amount bigint not null default 0,
  -- Of the units that came back: their number, their price, and what was to be paid for them, after discounts.
  returned_count integer not null default 0,
  returned_subtotal bigint not null default 0,
  returned_amount bigint not null default 0,
  -- How many moves, notes and returns it has. Each takes the next number while it holds the order's row, so that they are in the
  -- order in which they happened, whatever the servers' clocks show.
  entries integer not null default 0,
  -- Of the calls among its notes: whether there is one, and when the last says to call again. Who calls now, and until when.
  is_called boolean not null default false,
  call_again_at timestamptz,
  call_held_by uuid, -- the key, or the membership of a person
  call_held_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, order_number),
  unique (site_id, cart_id), -- one cart, one order
  foreign key (site_id, cart_id) references carts (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id),
  constraint total_is_the_sum check (total = subtotal - discount + shipping_cost + rounding),
  constraint not_more_returned_than_ordered check (
    returned_amount between 0 and subtotal - discount and returned_subtotal between returned_amount and subtotal
    and returned_count between 0 and items_count
  ),
  constraint remitted_with_its_time check ((remitted_amount is null) = (remitted_at is null)),
  constraint not_more_remitted_than_collected check (coalesce(remitted_amount, 0) <= coalesce(collected_amount, 0)),
  -- As src/orders/status/payment.ts says.
  constraint payment_status_agrees check (
    case payment_status
      when 'unpaid' then
        refunded_amount = 0 and coalesce(collected_amount = 0 or collected_amount < total - returned_amount, true)
      when 'paid' then
        refunded_amount = 0 and coalesce(collected_amount >= total - returned_amount, false)
      when 'partially_refunded' then
        refunded_amount > 0 and coalesce(refunded_amount < collected_amount, false)
      else
        coalesce(refunded_amount = collected_amount, false)
    end
  )
);
-- What orders are listed and filtered by, each in the order of its pages.
create index orders_by_created_at on orders (site_id, created_at, id);
create index orders_by_status on orders (site_id, status, created_at, id);
create index orders_by_payment_status on orders (site_id, payment_status, created_at, id);
create index orders_by_wilaya on orders (site_id, wilaya_code, created_at, id);
create index orders_by_customer on orders (site_id, customer_id, created_at, id) where customer_id is not null;
create index orders_by_carrier on orders (site_id, carrier, created_at, id) where carrier is not null;
create index orders_by_cash_owed on orders (site_id, created_at, id)
  where remitted_amount is null
    and coalesce(collected_amount, case when status = 'delivered' then greatest(total - returned_amount, 0) end) > 0;
-- As src/orders/calls/queries.ts says.
create index orders_never_called on orders (site_id, created_at, id) where status = 'pending' and not is_called;
create index orders_to_call_again on orders (site_id, call_again_at, id)
  where call_again_at is not null and status in ('pending', 'confirmed');
create index orders_held_for_calls on orders (site_id, call_held_by) where call_held_by is not null;
create index orders_by_reason on orders (site_id, reason, created_at, id) where reason is not null;
create index orders_by_phone on orders (site_id, phone_key, created_at, id) where phone_key is not null;
create index orders_by_email_key on orders (site_id, email_key) where email_key is not null;
create index orders_by_tracking_number on orders (site_id, tracking_number) where tracking_number is not null;
-- A search reads the whole list of pending entries, and the order that fills it merges it: it is shorter than by default.
create index orders_by_text on orders using gin (
  site_id,
  text_parts(folded_name, 2) collate "C",
  text_parts(phone_key, 3) collate "C",
  (array[lower(normalize(customer_wilaya, nfkd)), lower(normalize(customer_commune, nfkd))]) collate "C"
) with (gin_pending_list_limit = 1024);
alter table orders enable row level security;
create policy of_the_store on orders to hanout_app using (site_id = current_site());

-- What was sold stays as it was shown, whatever becomes of the product. A line that was removed stays with quantity 0, because
-- movements of stock refer to it.
create table order_items (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  position integer not null,
  product_id uuid not null,
  variant_id uuid not null,
  product_name text not null,
  product_slug text not null,
  product_image text,
  variant_title text not null,
  variant_options jsonb not null,
  sku text,
  price bigint not null check (price >= 0),
  compare_at_price bigint,
  quantity integer not null check (quantity >= 0),
  returned_quantity integer not null default 0,
  subtotal bigint not null check (subtotal = price * quantity),
  discount bigint not null check (discount between 0 and subtotal),
  primary key (site_id, order_id, id),
  foreign key (site_id, order_id) references orders (site_id, id),
  constraint not_more_returned_than_sold check (returned_quantity between 0 and quantity)
);
-- A picture that is shown by an order is kept.
create index order_items_by_picture
  on order_items (site_id, (substring(product_image from '/media/[0-9a-f-]{36}/([0-9a-f]{64})')))
  where product_image is not null;
create index order_items_by_product on order_items (site_id, product_id, order_id);
alter table order_items enable row level security;
create policy of_the_store on order_items to hanout_app using (site_id = current_site());

create table order_history (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  sequence integer not null,
  status text not null,
  payment_status text not null,
  -- What a change of lines, delivery or address changed, as sentences without personal data; null for a change of status.
  changes text[],
  actor text not null, -- who moved it: 'shopper', 'customer …', 'key …', 'person …'
  created_at timestamptz not null,
  primary key (site_id, order_id, id),
  constraint order_history_in_sequence unique (site_id, order_id, sequence),
  foreign key (site_id, order_id) references orders (site_id, id)
);
create index order_history_of_shipping on order_history (site_id, created_at, order_id) where status = 'shipped';
revoke update, delete, truncate on order_history from hanout_app;
alter table order_history enable row level security;
create policy of_the_store on order_history to hanout_app using (site_id = current_site());

-- Notes of the shop, and its calls to confirm an order.
create table order_notes (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  sequence integer not null,
  outcome text check (outcome in ('answered', 'no_answer', 'busy', 'postponed', 'wrong_number')), -- null: no call
  text text,
  call_again_at timestamptz,
  actor text not null,
  created_at timestamptz not null,
  primary key (site_id, order_id, id),
  constraint order_notes_in_sequence unique (site_id, order_id, sequence),
  foreign key (site_id, order_id) references orders (site_id, id),
  check (outcome is not null or text is not null)
);
alter table order_notes enable row level security;
create policy of_the_store on order_notes to hanout_app using (site_id = current_site());

create table order_returns (
  site_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  sequence integer not null,
  reason text not null check (
    reason in (
      'unreachable', 'refused', 'changed_mind', 'wrong_number', 'duplicate', 'damaged', 'lost', 'late', 'fake', 'other'
    )
  ),
  refunded_amount bigint not null check (refunded_amount >= 0),
  actor text not null,
  created_at timestamptz not null,
  primary key (site_id, order_id, id),
  constraint order_returns_in_sequence unique (site_id, order_id, sequence),
  foreign key (site_id, order_id) references orders (site_id, id)
);
revoke update, delete, truncate on order_returns from hanout_app;
alter table order_returns enable row level security;
create policy of_the_store on order_returns to hanout_app using (site_id = current_site());

create table order_return_items (
  site_id uuid not null,
  order_id uuid not null,
  return_id uuid not null,
  order_item_id uuid not null,
  quantity integer not null check (quantity > 0),
  is_restocked boolean not null,
  primary key (site_id, order_id, return_id, order_item_id),
  foreign key (site_id, order_id, return_id) references order_returns (site_id, order_id, id),
  foreign key (site_id, order_id, order_item_id) references order_items (site_id, order_id, id)
);
create index order_return_items_by_line on order_return_items (site_id, order_id, order_item_id);
revoke update, delete, truncate on order_return_items from hanout_app;
alter table order_return_items enable row level security;
create policy of_the_store on order_return_items to hanout_app using (site_id = current_site());

-- Which orders used which promotion. A cancelled order gives its uses back.
create table promotion_uses (
  site_id uuid not null,
  promotion_id uuid not null,
  order_id uuid not null,
  amount bigint not null check (amount >= 0), -- what it took off the order, delivery included
  created_at timestamptz not null,
  primary key (site_id, promotion_id, order_id),
  foreign key (site_id, promotion_id) references promotions (site_id, id) on delete cascade,
  foreign key (site_id, order_id) references orders (site_id, id)
);
create index promotion_uses_by_order on promotion_uses (site_id, order_id);
alter table promotion_uses enable row level security;
create policy of_the_store on promotion_uses to hanout_app using (site_id = current_site());

-- Every change of stock, for ever. The movements of a variant add up to its inventory_quantity.
create table stock_movements (
  site_id uuid not null references sites,
  id uuid not null,
  variant_id uuid not null, -- which may be gone by now
  quantity integer not null check (quantity <> 0 or reason = 'opening'),
  reason text not null check (reason in ('opening', 'adjustment', 'sale', 'cancellation', 'return', 'order_change')),
  note text, -- why it was adjusted, in a merchant's words
  order_id uuid,
  order_item_id uuid,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, order_id, order_item_id) references order_items (site_id, order_id, id),
  check ((order_id is null) = (reason in ('opening', 'adjustment')))
);
create index stock_movements_by_variant on stock_movements (site_id, variant_id, id);
-- A line is sold once and cancelled once; it may change and come back several times.
create unique index order_lines_sold_and_cancelled_once on stock_movements (
  site_id, order_id, order_item_id, (case when reason in ('sale', 'cancellation') then reason end)
) where order_id is not null;
revoke update, delete, truncate on stock_movements from hanout_app;
alter table stock_movements enable row level security;
create policy of_the_store on stock_movements to hanout_app using (site_id = current_site());

create table idempotency_keys (
  site_id uuid not null references sites,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  response json, -- as it was sent, key by key; null only inside the transaction that is making it
  created_at timestamptz not null,
  primary key (site_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
create policy of_the_store on idempotency_keys to hanout_app using (site_id = current_site());

-- Ids of orders, newest first. With `words`, `digits` or `known`, an order matches when its customer's name contains every
-- word, its phone number contains the digits, or it is one of `known`. Every other parameter narrows further; null does
-- not. Of `words` and `digits` one is null. `region` is a region or commune in small letters, decomposed (NFKD). `products`
-- and `variants`: an order has a line of one of these products, and of one of these variants if they are given. `to_call_at`:
-- the last call's time to call again has passed then, or the order is pending and nobody has called.
--
-- What many orders have fills a page among the newest, so a text is looked for there first. Where it does not, the index finds the
-- orders that match, or have the products, if they are few; if they are many, the page ends when it is full, from the last order
-- with the products on. The statements are planned anew for each call, because the best plan depends on the values, and without
-- JIT compilation, which the cost of `text_parts` would cause.
create function search_order_ids(
  site uuid, words text[], digits text, known uuid[], region text, wanted_status text, wanted_payment_status text,
  wilaya text, among uuid[], products uuid[], variants uuid[], carriers text[], tracking_numbers text[],
  wanted_reason text, method text, min_total bigint, max_total bigint, to_call_at timestamptz, to_ship boolean,
  from_time timestamptz, to_time timestamptz, after_time timestamptz, after_id uuid, max_rows integer
) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 100
as $$
declare
  has_text boolean := words is not null or digits is not null or known is not null;
  patterns text[] := array(select '%' || word || '%' from unnest(words) word);
  name_parts text[] := parts_of_words(words, 2);
  digit_parts text[] := parts_of_words(array[digits], 3);
  newest constant integer := 2000;
  since timestamptz;
  few integer := least(max_rows * 40, 2000);
  ids uuid[];
  found uuid[];
  having_item uuid[];
  last_sold timestamptz;
begin
  if products is not null then
    having_item := array(
      select i.order_id
      from unnest(products) as p (id)
      cross join lateral (
        select i.order_id
        from order_items i
        where i.site_id = site and site = current_site() and i.product_id = p.id
          and (variants is null or i.variant_id = any(variants)) and i.quantity > 0
        order by i.order_id desc -- so that the index of products is used, whatever the limit
        limit few
      ) i
      limit few
    );
    if cardinality(having_item) >= few then
      having_item := null;
      last_sold := (
        select max(o.created_at)
        from unnest(products) as p (id)
        cross join lateral (
          select i.order_id
          from order_items i
          where i.site_id = site and site = current_site() and i.product_id = p.id
          order by i.order_id desc
          limit 1
        ) i
        join orders o on o.site_id = site and o.id = i.order_id
      );
      -- Ids of orders begin with their time, but the clocks of servers differ.
      to_time := least(to_time, last_sold + interval '1 day');
    end if;
  end if;
  if words is not null or digits is not null then
    since := (
      select o.created_at
      from orders o
      where o.site_id = site and site = current_site() and (to_time is null or o.created_at < to_time)
        and (after_time is null or (o.created_at, o.id) < (after_time, after_id))
      order by o.created_at desc, o.id desc
      offset newest
      limit 1
    );
  end if;
  loop
    found := array(
      select o.id
      from orders o
      where o.site_id = site and site = current_site()
        and (
          not has_text
          or (words is not null and o.folded_name like all(patterns))
          or (digits is not null and strpos(o.phone_key, digits) > 0)
          or (known is not null and o.id = any(known))
        )
        and (having_item is null or o.id = any(having_item))
        and (
          products is null or having_item is not null
          or exists (
            select
            from order_items i
            where i.site_id = site and i.order_id = o.id and i.product_id = any(products)
              and (variants is null or i.variant_id = any(variants)) and i.quantity > 0
            offset 0 -- so that it is asked of each order that is read, not of all in the store
          )
        )
        and (
          region is null
          or array[lower(normalize(o.customer_wilaya, nfkd)), lower(normalize(o.customer_commune, nfkd))] collate "C"
            @> array[region]
        )
        and (wanted_status is null or o.status = wanted_status)
        and (wanted_payment_status is null or o.payment_status = wanted_payment_status)
        and (wilaya is null or o.wilaya_code = wilaya)
        and (among is null or o.id = any(among))
        and (carriers is null or o.carrier = any(carriers))
        and (tracking_numbers is null or o.tracking_number = any(tracking_numbers))
        and (wanted_reason is null or o.reason = wanted_reason)
        and (method is null or lower(o.payment_method) = lower(method))
        and (min_total is null or o.total >= min_total)
        and (max_total is null or o.total <= max_total)
        and (not to_ship or o.status in ('confirmed', 'processing'))
        and (
          to_call_at is null
          or (o.status in ('pending', 'confirmed') and o.call_again_at <= to_call_at)
          or (o.status = 'pending' and not o.is_called)
        )
        and (from_time is null or o.created_at >= from_time)
        and (since is null or o.created_at >= since)
        and (to_time is null or o.created_at < to_time)
        and (after_time is null or (o.created_at, o.id) < (after_time, after_id))
      order by o.created_at desc, o.id desc
      limit max_rows
    );
    exit when since is null or since <= from_time or cardinality(found) = max_rows;
    since := null;
    if cardinality(name_parts) > 0 then
      ids := array(
        select o.id
        from orders o
        where o.site_id = site and site = current_site() and text_parts(o.folded_name, 2) collate "C" @> name_parts
          and o.folded_name like all(patterns)
        limit few
      );
    elsif cardinality(digit_parts) > 0 then
      ids := array(
        select o.id
        from orders o
        where o.site_id = site and site = current_site() and text_parts(o.phone_key, 3) collate "C" @> digit_parts
          and strpos(o.phone_key, digits) > 0
        limit few
      );
    end if;
    if cardinality(ids) < few then
      known := ids || known;
      words := null;
      digits := null;
    end if;
  end loop;
  return query select unnest(found);
end
$$;
revoke execute on function search_order_ids from public;
grant execute on function search_order_ids to hanout_app;

-- Calls of merchants, and how they are undone

-- A call that changed something; its id is the id of the change.
create table audit_calls (
  site_id uuid not null references sites,
  id uuid not null,
  actor_id uuid, -- the key, or the membership of a person; null: the server itself
  actor text not null, -- 'key …', 'person …', 'server'
  operation text not null,
  area text not null,
  scopes text[] not null, -- those that it needed: its undo needs them, too
  summary text not null,
  not_undoable text, -- why it cannot be undone; null: it can
  created_at timestamptz not null,
  primary key (site_id, id)
);
create index audit_calls_by_time on audit_calls (site_id, created_at, id);
create index audit_calls_by_actor on audit_calls (site_id, actor_id, created_at, id);
create index audit_calls_by_operation on audit_calls (site_id, operation, created_at, id);
revoke update, delete, truncate on audit_calls from hanout_app;
alter table audit_calls enable row level security;
create policy of_the_store on audit_calls to hanout_app using (site_id = current_site());

-- The names by which a person looks for what an entry is about: its id, its label, and the SKU in a variant's label, which
-- is the product's slug (without spaces), a space and the SKU.
create function audit_names(entity text, entity_id text, label text) returns text[]
  language sql immutable parallel safe
  return array[
    entity_id, lower(label), case when entity = 'variant' then lower(substr(label, strpos(label, ' ') + 1)) end
  ];

-- The SKUs that a product had before the entry.
create function audit_skus(before json) returns text[]
  language sql immutable parallel safe
  return array(
    select lower(variant ->> 'sku')
    from json_array_elements(before -> 'variants') variant
    where octet_length(variant ->> 'sku') <= 2400 -- an entry of an index may not be longer
  );

-- Who changed what through which tool. Personal data never stands in it.
create table audit_log (
  site_id uuid not null references sites,
  id uuid not null,
  change_id uuid not null,
  actor_id uuid,
  actor text not null,
  tool text not null,
  entity text not null, -- 'product', 'order', …
  entity_id text not null,
  label text not null, -- what a person calls it: a slug, an order number
  before json, -- the fields that changed; null when it was made
  after json, -- null when it was deleted
  created_at timestamptz not null,
  primary key (site_id, id),
  constraint audit_log_of_a_call foreign key (site_id, change_id) references audit_calls (site_id, id)
);
create index audit_log_by_time on audit_log (site_id, created_at, id);
create index audit_log_by_change on audit_log (site_id, change_id, id);
create index audit_log_by_actor on audit_log (site_id, actor_id, created_at, id);
create index audit_log_by_tool on audit_log (site_id, tool, created_at, id);
create index audit_log_by_entity_and_time on audit_log (site_id, entity, created_at, id);
-- The entries of the variants of a product.
create index audit_log_by_slug on audit_log (site_id, (lower(split_part(label, ' ', 1)) collate "C"), created_at, id)
  where entity = 'variant';
create index audit_log_by_name on audit_log using gin (
  site_id, audit_names(entity, entity_id, label) collate "C"
) with (gin_pending_list_limit = 1024);
create index audit_log_by_former_sku on audit_log using gin (site_id, audit_skus(before) collate "C")
  with (gin_pending_list_limit = 1024)
  where entity = 'product' and json_typeof(before -> 'variants') = 'array';
revoke update, delete, truncate on audit_log from hanout_app;
alter table audit_log enable row level security;
create policy of_the_store on audit_log to hanout_app using (site_id = current_site());

-- What a call changed of each row, before and after; null where there was no row. Unlike the audit log it holds personal
-- data, so rows are removed after some time, and with the person whom they are about (`subject_id`: her id, or her order's).
create table row_images (
  site_id uuid not null,
  change_id uuid not null,
  position integer not null,
  table_name text not null,
  row_key text not null,
  subject_id uuid,
  before json,
  after json,
  created_at timestamptz not null,
  primary key (site_id, change_id, position),
  foreign key (site_id, change_id) references audit_calls (site_id, id),
  check (before is not null or after is not null)
);
create index row_images_by_subject on row_images (site_id, subject_id) where subject_id is not null;
create index row_images_by_age on row_images (created_at);
revoke update, truncate on row_images from hanout_app;
alter table row_images enable row level security;
create policy of_the_store on row_images to hanout_app using (site_id = current_site());

-- Which change undid which; each change is undone directly at most once.
create table undone_changes (
  site_id uuid not null,
  change_id uuid not null,
  undone_by uuid not null,
  primary key (site_id, change_id),
  foreign key (site_id, change_id) references audit_calls (site_id, id),
  foreign key (site_id, undone_by) references audit_calls (site_id, id)
);
create index undone_changes_by_undo on undone_changes (site_id, undone_by);
revoke update, delete, truncate on undone_changes from hanout_app;
alter table undone_changes enable row level security;
create policy of_the_store on undone_changes to hanout_app using (site_id = current_site());

-- Confirm tokens whose call has changed something: a token is used once. Rows are removed when their token has expired.
create table used_confirm_tokens (
  site_id uuid not null references sites,
  actor_id uuid not null,
  nonce text not null, -- the random part of the token
  change_id uuid not null,
  created_at timestamptz not null,
  primary key (site_id, actor_id, nonce)
);
create index used_confirm_tokens_by_age on used_confirm_tokens (created_at);
alter table used_confirm_tokens enable row level security;
create policy of_the_store on used_confirm_tokens to hanout_app using (site_id = current_site());

-- What entries call `names` (ids, or labels in small letters), and the products and variants that had `former_sku` (in small
-- letters); `by_sku`: it is meant by a SKU. Reads at most `max_rows` entries of each kind.
create function find_logged_things(site uuid, names text[], former_sku text, max_rows integer)
returns table (entity text, id text, label text, by_sku boolean)
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 10
as $$
begin
  return query
  select distinct found.entity, found.id, found.label, found.by_sku
  from (
    (
      select a.entity, a.entity_id as id, a.label,
        a.entity = 'variant' and lower(substr(a.label, strpos(a.label, ' ') + 1)) = former_sku as by_sku
      from audit_log a
      where a.site_id = site and site = current_site() and audit_names(a.entity, a.entity_id, a.label) collate "C" && names
      limit max_rows
    )
    union all
    select changed.entity, changed.id, changed.label, true
    from (
      select a.entity_id, a.label, a.before
      from audit_log a
      where a.site_id = site and site = current_site()
        and a.entity = 'product' and json_typeof(a.before -> 'variants') = 'array'
        and audit_skus(a.before) collate "C" @> array[former_sku]
      limit max_rows
    ) entry
    cross join lateral (
      select 'product' as entity, entry.entity_id as id, entry.label
      union all
      select 'variant', variant ->> 'id', entry.label
      from json_array_elements(entry.before -> 'variants') variant
      where lower(variant ->> 'sku') = former_sku
    ) changed
  ) found;
end
$$;

-- Ids of the entries about a thing, newest first: those that have one of `names` (ids, or labels in small letters), and those
-- of the variants of products with these slugs. With `only_variants` (ids), entries of products that changed other variants
-- and nothing else are left out. Every other parameter narrows further; null does not.
create function find_entry_ids(
  site uuid, names text[], slugs text[], only_variants text[], wanted_operation text, wanted_actors uuid[], wanted_entities text[],
  from_time timestamptz, to_time timestamptz, after_time timestamptz, after_id uuid, max_rows integer
) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set jit = off
  rows 100
as $$
begin
  return query
  with matching as materialized ( -- else PostgreSQL may read the whole log by time, in the hope of filling the page soon
    select a.id, a.created_at
    from audit_log a
    where a.site_id = site and site = current_site()
      and (
        audit_names(a.entity, a.entity_id, a.label) collate "C" && names
        or (a.entity = 'variant' and lower(split_part(a.label, ' ', 1)) collate "C" = any(slugs))
      )
      and (
        only_variants is null or a.entity <> 'product'
        or exists (select from json_object_keys(coalesce(a.after, a.before)) field where field <> 'variants')
        or exists (
          select
          from (values (a.before), (a.after)) side (fields)
          cross join lateral json_array_elements(
            case json_typeof(side.fields -> 'variants') when 'array' then side.fields -> 'variants' else '[]' end
          ) variant
          where variant ->> 'id' = any(only_variants)
        )
      )
      and (wanted_operation is null or a.tool = wanted_operation)
      and (wanted_actors is null or a.actor_id = any(wanted_actors))
      and (wanted_entities is null or a.entity = any(wanted_entities))
      and (from_time is null or a.created_at >= from_time)
      and (to_time is null or a.created_at < to_time)
      and (after_time is null or (a.created_at, a.id) < (after_time, after_id))
  )
  select m.id
  from matching m
  order by m.created_at desc, m.id desc
  limit max_rows;
end
$$;
revoke execute on function find_logged_things, find_entry_ids from public;
grant execute on function find_logged_things, find_entry_ids to hanout_app;

-- What each store used, for who runs the server (docs/operating.md). Days are those of UTC. Processes add to it every minute.
create table store_use (
  site_id uuid not null,
  day date not null,
  requests bigint not null,
  bytes bigint not null, -- of the bodies of answers
  primary key (site_id, day)
);
create index store_use_by_age on store_use (day);
alter table store_use enable row level security;
create policy of_the_store on store_use to hanout_app using (site_id = current_site());

-- What processes tell each other

-- What the transactions of all stores changed of what shoppers see, so that every process drops what it keeps in memory of
-- it. A row for each transaction and no counter for each store: orders of one store would wait for each other to raise it.
-- Other processes read the new rows by `xid`, because a sequence does not show in which order transactions commit.
--
-- No key to `sites`: every transaction that shoppers see writes here, and rows are removed after ten minutes. So the key would
-- protect nothing, and a cluster would lock a shard of `sites` on its first worker for each.
create table changes (
  site_id uuid not null,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  parts text[] not null, -- of the store, as src/db/changes.ts names them
  product_ids uuid[] not null, -- products that changed by themselves
  primary key (site_id, id)
);
create index changes_by_xid on changes (xid);
revoke update, delete, truncate on changes from hanout_app;
alter table changes enable row level security;
create policy of_the_store on changes to hanout_app using (site_id = current_site());
-- A process reads the changes of all stores.
grant select on changes to hanout_reader;
create policy of_all_stores on changes for select to hanout_reader using (true);

-- Removes rows that every process has read, of all stores.
create function delete_changes(before xid8) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.changes c where c.xid < before;
end
$$;
revoke execute on function delete_changes from public;
grant execute on function delete_changes to hanout_app;

-- Events: what changed, for programs that follow a store (docs/events.md). The transaction of a change writes them to `new_events`. After
-- its commit they get the next numbers of the store and of the thing, and move to `events`: an order writes one index, not four.
--
-- No keys to `sites`, as for `changes`: every order writes here.

create table new_events (
  site_id uuid not null,
  id uuid not null,
  -- When the row was written, under the lock of its thing: the order of a thing's events. Ids of two processes are in no order.
  written_at timestamptz not null default clock_timestamp(),
  type text not null, -- a name of src/events/types.ts
  thing text not null, -- what it is about, as the audit log names it: 'order', 'product', …
  thing_id text not null, -- '' when it is about many things
  actor text not null, -- who did it: 'shopper', 'customer …', 'key …', 'person …', 'command'
  fields text[] not null, -- the names of what changed
  data jsonb, -- the thing as it was then; null: it is read when the event gets its number, unless data_at says that it was erased
  data_at timestamptz,
  primary key (site_id, written_at, id)
);
alter table new_events enable row level security;
create policy of_the_store on new_events to hanout_app using (site_id = current_site());

create table events (
  site_id uuid not null,
  number bigint not null,
  thing_number bigint not null,
  id uuid not null,
  written_at timestamptz not null,
  type text not null,
  thing text not null,
  thing_id text not null,
  actor text not null,
  fields text[] not null,
  data jsonb,
  data_at timestamptz, -- when `data` was true
  primary key (site_id, number)
);
create index events_of_thing on events (site_id, thing, thing_id, number);
create index events_by_age on events (written_at);
alter table events enable row level security;
create policy of_the_store on events to hanout_app using (site_id = current_site());

-- The last number of a store (thing and thing_id are empty), and of each of its things.
create table event_counters (
  site_id uuid not null,
  thing text not null,
  thing_id text not null,
  last_number bigint not null,
  primary key (site_id, thing, thing_id)
);
alter table event_counters enable row level security;
create policy of_the_store on event_counters to hanout_app using (site_id = current_site());

-- Writes what a transaction tells: `change`, `parts` and `product_ids` are the row of `changes` (null: there is none), `told` the events.
create function tell(site uuid, change uuid, parts text[], product_ids uuid[], told jsonb, told_at timestamptz) returns void
  language plpgsql
as $$
begin
  if change is not null then
    insert into changes (site_id, id, parts, product_ids) values (site, change, parts, product_ids);
  end if;
  if told is not null then
    -- The ids are new. Without `on conflict`, Citus would copy the rows, which row-level security refuses.
    insert into new_events (site_id, id, type, thing, thing_id, actor, fields, data, data_at)
    select site, e.id, e.type, e.thing, e.thing_id, e.actor, e.fields, e.data, case when e.data is not null then told_at end
    from jsonb_to_recordset(told)
      as e (id uuid, type text, thing text, thing_id text, actor text, fields text[], data jsonb)
    on conflict (site_id, written_at, id) do nothing;
  end if;
end
$$;

-- Stores with events that have no number yet, from this id on, at most so many. It steps from store to store in the index: one store may have
-- very many.
create function stores_with_new_events(first_id uuid, most integer) returns table (
    site_id uuid, currency text, country text, locale text, time_zone text
  )
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
as $$
declare
  found_id uuid;
begin
  select e.site_id into found_id from public.new_events e where e.site_id >= first_id order by e.site_id limit 1;
  while found_id is not null and most > 0 loop
    return query
    select s.id, s.currency, s.country, s.locale, s.time_zone from public.sites s where s.id = found_id and not s.is_arriving;
    most := most - 1;
    first_id := found_id;
    found_id := null;
    select e.site_id into found_id from public.new_events e where e.site_id > first_id order by e.site_id limit 1;
  end loop;
end
$$;
revoke execute on function stores_with_new_events from public;
grant execute on function stores_with_new_events to hanout_app, hanout_reader;

-- Background work (docs/jobs.md)

-- What is done later, or takes long. The server's own work has the store 00000000-0000-0000-0000-000000000000, so there is no key to
-- `sites`.
create table jobs (
  site_id uuid not null,
  id uuid not null,
  kind text collate "C" not null,
  arguments jsonb not null, -- '{}' when it has ended
  actor text not null, -- who wants it: 'key …', 'person …', 'command', 'server'
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  due_at timestamptz not null, -- while it runs: when its lease ends, unless its process renews it
  attempts integer not null default 0,
  lease uuid, -- of the process that runs it
  done bigint,
  total bigint,
  wanted_at timestamptz, -- when it was asked for again while it ran
  so_far jsonb, -- what the next portion of its work goes on from
  result jsonb,
  problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (site_id, id)
);
create index jobs_due on jobs (site_id, kind, due_at, id) where finished_at is null;
create index jobs_running on jobs (site_id, kind) where state = 'running';
create index jobs_by_time on jobs (site_id, created_at, id);
create index jobs_by_age on jobs (finished_at) where finished_at is not null;
alter table jobs enable row level security;
create policy of_the_store on jobs to hanout_app using (site_id = current_site());

-- Stores with jobs of these kinds that are due, from this id on, at most so many; of the server's own work all but the id is null. Jobs
-- of suspended stores wait. Reads
-- the first job of each store and kind: one store may have very many.
create function stores_with_due_jobs(first_id uuid, kinds text[], until timestamptz, most integer) returns table (
    site_id uuid, currency text, country text, locale text, time_zone text
  )
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
as $$
declare
  last_site uuid := first_id;
  last_kind text := '';
  next_site uuid;
  next_kind text;
  next_due timestamptz;
begin
  while most > 0 loop
    select j.site_id, j.kind, j.due_at into next_site, next_kind, next_due
    from public.jobs j
    where j.finished_at is null and (j.site_id, j.kind) > (last_site, last_kind)
    order by j.site_id, j.kind, j.due_at
    limit 1;
    exit when not found;
    last_site := next_site;
    last_kind := next_kind;
    if exists (select from public.sites s where s.id = last_site and s.suspended_at is not null) then
      last_kind := '~'; -- after the names of all kinds
    elsif next_due <= until and next_kind = any(kinds) then
      return query
      select last_site, s.currency, s.country, s.locale, s.time_zone
      from (select) one
      left join public.sites s on s.id = last_site;
      most := most - 1;
      last_kind := '~';
    end if;
  end loop;
end
$$;
revoke execute on function stores_with_due_jobs from public;
grant execute on function stores_with_due_jobs to hanout_app, hanout_reader;

-- Webhooks (docs/events.md#webhooks)

create table webhook_endpoints (
  site_id uuid not null references sites,
  id uuid not null, -- also of the job that sends to it
  address text not null,
  types text[] not null, -- as the merchant names them: 'orders.placed', 'orders.*'
  scopes text[] not null, -- what it may see
  version integer not null, -- of the body
  is_ordered boolean not null, -- the next event of a thing waits for the one before
  is_active boolean not null,
  off_reason text, -- why the server switched it off
  sealed_secret bytea not null, -- encrypted by a key that the database does not have
  sealed_old_secret bytea, -- signs as well, until old_secret_ends_at
  old_secret_ends_at timestamptz,
  last_number bigint not null, -- of the last event of which it has a delivery, or needs none
  last_success_at timestamptz,
  failing_since timestamptz, -- the first failure after the last success
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
alter table webhook_endpoints enable row level security;
create policy of_the_store on webhook_endpoints to hanout_app using (site_id = current_site());

-- What an endpoint is sent, without what the event says: that is read when it is sent.
create table webhook_deliveries (
  site_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  number bigint, -- of the event; null: a test
  type text not null,
  thing text not null,
  thing_id text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  due_at timestamptz, -- when it is sent; null: it has ended, or waits for the one before of its thing
  attempts integer not null,
  status integer, -- of the last answer
  problem text, -- why the last attempt failed
  answer text, -- its beginning
  took_ms integer,
  attempted_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (site_id, id),
  unique (site_id, endpoint_id, number),
  foreign key (site_id, endpoint_id) references webhook_endpoints (site_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (site_id, endpoint_id, due_at, number) where due_at is not null;
create index webhook_deliveries_of_thing on webhook_deliveries (site_id, endpoint_id, thing, thing_id, number) where state = 'waiting';
create index webhook_deliveries_by_time on webhook_deliveries (site_id, endpoint_id, created_at, id);
create index webhook_deliveries_by_thing on webhook_deliveries (site_id, thing, thing_id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at) where state <> 'waiting';
alter table webhook_deliveries enable row level security;
create policy of_the_store on webhook_deliveries to hanout_app using (site_id = current_site());

-- Of the keys and memberships that are in force, but those of suspended stores: 0, and the last number of an event of their stores, where there is one; for streams. `held`:
-- the role of a person, which decides what the stream tells.
create function last_numbers_for_callers(ids uuid[]) returns table (caller_id uuid, held text, last_number bigint)
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select k.id, null::text, 0::bigint
  from public.api_keys k
  join public.sites s on s.id = k.site_id and s.suspended_at is null
  where k.id = any(ids) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
  return query
  select k.id, null::text, c.last_number
  from public.api_keys k
  join public.sites s on s.id = k.site_id and s.suspended_at is null
  join public.event_counters c on c.site_id = k.site_id and c.thing = '' and c.thing_id = ''
  where k.id = any(ids) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
  return query
  select m.id, m.role, 0::bigint
  from public.memberships m
  join public.sites s on s.id = m.site_id and s.suspended_at is null
  where m.id = any(ids) and m.accepted_at is not null and m.ended_at is null;
  return query
  select m.id, m.role, c.last_number
  from public.memberships m
  join public.sites s on s.id = m.site_id and s.suspended_at is null
  join public.event_counters c on c.site_id = m.site_id and c.thing = '' and c.thing_id = ''
  where m.id = any(ids) and m.accepted_at is not null and m.ended_at is null;
end
$$;
revoke execute on function last_numbers_for_callers from public;
grant execute on function last_numbers_for_callers to hanout_app, hanout_reader;

-- Stores with carts of accounts that nobody looked at, last changed until then.
create function stores_with_left_carts(until timestamptz, most integer) returns table (
    site_id uuid, currency text, country text, locale text, time_zone text
  )
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select s.id, s.currency, s.country, s.locale, s.time_zone
  from public.sites s
  where not s.is_arriving and s.id in (
    select c.site_id from public.carts c
    where c.status = 'open' and c.customer_id is not null and c.abandonment = 'unseen' and c.updated_at <= until
  )
  limit most;
end
$$;
revoke execute on function stores_with_left_carts from public;
grant execute on function stores_with_left_carts to hanout_app, hanout_reader;

-- Stores that have files, in the order of their ids.
create function stores_with_files(after uuid, most integer) returns table (
    site_id uuid, currency text, country text, locale text, time_zone text
  )
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select s.id, s.currency, s.country, s.locale, s.time_zone
  from public.sites s
  where not s.is_arriving and s.id in (select f.site_id from public.files f where f.site_id > after)
  order by s.id
  limit most;
end
$$;
revoke execute on function stores_with_files from public;
grant execute on function stores_with_files to hanout_app, hanout_reader;

-- Removes rows of all stores that are older than this, the oldest first, about so many at once; for which row-level security would
-- refuse it. Only what may be forgotten is named here.
create function delete_old_rows(rows_of text, before timestamptz, most integer) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  condition text := case rows_of
    when 'carts' then 'expires_at < $1 and status = ''open'''
    when 'idempotency_keys' then 'created_at < $1'
    when 'used_confirm_tokens' then 'created_at < $1'
    when 'row_images' then 'created_at < $1'
    when 'jobs' then 'finished_at < $1'
    when 'events' then 'written_at < $1'
    when 'webhook_deliveries' then 'created_at < $1 and state <> ''waiting''' -- what waits is failed when its turn comes
    when 'account_sessions' then 'expires_at < $1'
    when 'account_links' then 'expires_at < $1'
    when 'store_use' then 'day < $1'
  end;
  age text := split_part(condition, ' ', 1);
  oldest timestamptz;
begin
  execute format(
    'select max(age) from (select %1$I as age from public.%2$I where %3$s order by %1$I limit $2) first', age, rows_of, condition
  ) into oldest using before, most;
  if oldest is not null then
    execute format('delete from public.%2$I where %3$s and %1$I <= $2', age, rows_of, condition) using before, oldest;
  end if;
end
$$;
revoke execute on function delete_old_rows from public;
grant execute on function delete_old_rows to hanout_app;

-- Stores whose deletion is due, at most so many.
create function stores_to_delete(until timestamptz, most integer) returns table (
    site_id uuid, currency text, country text, locale text, time_zone text
  )
  language plpgsql stable security definer rows 10
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select s.id, s.currency, s.country, s.locale, s.time_zone
  from public.sites s
  where s.deletion_at <= until
  order by s.deletion_at
  limit most;
end
$$;
revoke execute on function stores_to_delete from public;
grant execute on function stores_to_delete to hanout_app, hanout_reader;

-- Deletes up to so many rows of a store whose deletion has begun, or that has not arrived whole from a file; those first that refer to
-- others, and jobs before all, so that a process that still runs one writes nothing more. Returns whether none are left.
create function delete_store_rows(site uuid, most integer) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
declare
  name text;
  deleted bigint;
begin
  if site is distinct from current_site()
    or not exists (select from public.sites s where s.id = site and (s.deletion_began_at is not null or s.is_arriving))
  then
    raise exception 'its deletion has not begun, or it has arrived whole';
  end if;
  foreach name in array array[
    'jobs', 'webhook_deliveries', 'webhook_endpoints', 'new_events', 'events', 'event_counters', 'changes', 'store_use',
    'used_confirm_tokens', 'undone_changes', 'row_images', 'audit_log', 'audit_calls', 'idempotency_keys', 'stock_movements',
    'promotion_uses', 'order_return_items', 'order_returns', 'order_notes', 'order_history', 'order_items', 'orders', 'promotions',
    'carriers', 'shipping_rates', 'cart_items', 'carts', 'blocked_phones', 'addresses', 'customers', 'collection_products',
    'collections', 'search_words', 'product_sales', 'variants', 'products', 'categories', 'articles', 'menus', 'files', 'api_key_uses'
  ] loop
    if name = 'categories' then -- they refer to each other
      update public.categories c set parent_id = null where c.site_id = site and c.parent_id is not null;
    end if;
    execute format(
      'delete from public.%1$I where site_id = $1 and ctid = any(array(select ctid from public.%1$I where site_id = $1 limit $2))', name
    ) using site, most;
    get diagnostics deleted = row_count;
    most := most - deleted;
    if most <= 0 then return false; end if;
  end loop;
  return true;
end
$$;

-- Deletes a store that has no rows left after `delete_store_rows`. People who never worked in another one go with it.
create function delete_empty_store(site uuid) returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
declare
  people uuid[] := array(select m.account_id from public.memberships m where m.site_id = site);
begin
  if site is distinct from current_site()
    or not exists (select from public.sites s where s.id = site and (s.deletion_began_at is not null or s.is_arriving) for update)
  then
    raise exception 'its deletion has not begun, or it has arrived whole';
  end if;
  delete from public.account_links l where l.site_id = site;
  delete from public.api_keys k where k.site_id = site;
  delete from public.memberships m where m.site_id = site;
  people := array(
    select a.id from public.accounts a
    where a.id = any(people) and not exists (select from public.memberships m where m.account_id = a.id)
    for update
  );
  delete from public.account_links l where l.account_id = any(people);
  delete from public.account_sessions s where s.account_id = any(people);
  delete from public.passkeys p where p.account_id = any(people);
  delete from public.accounts a where a.id = any(people);
  delete from public.sites s where s.id = site;
end
$$;
revoke execute on function delete_store_rows, delete_empty_store from public;
grant execute on function delete_store_rows, delete_empty_store to hanout_app;

-- What waits, of all stores but suspended ones and those that arrive, for the metrics: counts up to ten thousand, and how long the oldest has waited.
create function backlog(until timestamptz) returns table (what text, kind text, count bigint, seconds double precision)
  language plpgsql stable security definer rows 20
  set search_path = pg_catalog, pg_temp
as $$
declare
  most constant integer := 10000;
  closed uuid[] := array(select s.id from public.sites s where s.suspended_at is not null or s.is_arriving);
begin
  return query
  select 'events', '', count(*), coalesce(extract(epoch from until - min(e.written_at)), 0)::double precision
  from (select n.written_at from public.new_events n where not n.site_id = any(closed) limit most) e;
  return query
  select 'jobs', due.kind, count(*), extract(epoch from until - min(due.due_at))::double precision
  from (
    select j.kind, j.due_at from public.jobs j
    where j.finished_at is null and j.due_at <= until and not j.site_id = any(closed)
    limit most
  ) due
  group by due.kind;
  return query
  select 'deliveries', '', count(*), coalesce(extract(epoch from until - min(due.due_at)), 0)::double precision
  from (
    select d.due_at from public.webhook_deliveries d
    where d.due_at <= until and not d.site_id = any(closed)
    limit most
  ) due;
  return query
  select 'endpoints_off', '', count(*), 0::double precision
  from (select from public.webhook_endpoints w where not w.is_active and w.off_reason is not null limit most) off;
  return query select 'stores', '', count(*), 0::double precision from public.sites s where not s.is_arriving;
  return query select 'suspended_stores', '', count(*), 0::double precision from public.sites s where s.suspended_at is not null;
end
$$;
revoke execute on function backlog from public;
grant execute on function backlog to hanout_app, hanout_reader;

-- Gathers the statistics of every table that has doubled since they were gathered. With them, all sessions make anew the plans
-- that they made while the table was small. Autovacuum does the same, but only after minutes.
create function analyze_grown_tables() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  grown name;
begin
  -- One process at a time is enough.
  if not pg_try_advisory_xact_lock(hashtextextended('analyze_grown_tables', 0)) then
    return;
  end if;
  for grown in
    select relname
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and pg_stat_get_live_tuples(oid) > 50 + 2 * greatest(reltuples, 0)
  loop
    execute format('analyze (skip_locked) public.%I', grown);
  end loop;
end
$$;
revoke execute on function analyze_grown_tables from public;
grant execute on function analyze_grown_tables to hanout_app;
