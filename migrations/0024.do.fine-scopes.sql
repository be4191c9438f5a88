-- A scope is of one area, to read or to write it. Each key keeps what it could do.
alter table api_keys drop constraint api_keys_scopes_check;

update api_keys
set scopes = array_remove(
  array[
    case when scopes && array['read'] then 'catalog:read' end,
    case when scopes && array['catalog'] then 'catalog:write' end,
    case when scopes && array['read'] then 'orders:read' end,
    case when scopes && array['orders'] then 'orders:write' end,
    case when scopes && array['read'] then 'customers:read' end,
    case when scopes && array['orders'] then 'customers:write' end,
    case when scopes && array['read', 'orders'] then 'reports:read' end,
    case when scopes && array['read'] then 'content:read' end,
    case when scopes && array['content'] then 'content:write' end,
    case when scopes && array['read'] then 'settings:read' end,
    case when scopes && array['settings'] then 'settings:write' end,
    case when scopes && array['read'] then 'keys:read' end,
    case when scopes && array['keys'] then 'keys:write' end
  ],
  null
)
where kind = 'secret';

-- Servers of the release before may still create keys with the old names, and new servers read them. A later migration
-- replaces them and refuses them.
alter table api_keys add constraint api_keys_scopes_check check (
  scopes <@ array[
    'catalog:read', 'catalog:write', 'orders:read', 'orders:write', 'customers:read', 'customers:write', 'reports:read',
    'content:read', 'content:write', 'settings:read', 'settings:write', 'keys:read', 'keys:write',
    'read', 'catalog', 'orders', 'content', 'settings', 'keys'
  ]
);

-- Also answers the old names, where the key may do all that such a name allowed: servers of the release before know no others.
create or replace function find_key_owner(wanted bytea) returns table (
    site_id uuid, key_id uuid, name text, scopes text[], kind text, slug text, currency text, country text, locale text,
    expires_at timestamptz, last_used_at timestamptz
  )
  language plpgsql stable security definer rows 1
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select k.site_id, k.id, k.name,
    k.scopes || array_remove(
      array[
        case when k.scopes && array['catalog:read', 'catalog:write'] and k.scopes && array['orders:read', 'orders:write']
          and k.scopes && array['customers:read', 'customers:write'] and k.scopes && array['reports:read']
          and k.scopes && array['content:read', 'content:write'] and k.scopes && array['settings:read', 'settings:write']
          and k.scopes && array['keys:read', 'keys:write'] then 'read' end,
        case when k.scopes && array['catalog:write'] then 'catalog' end,
        case when k.scopes @> array['orders:write', 'customers:write', 'reports:read'] then 'orders' end,
        case when k.scopes && array['content:write'] then 'content' end,
        case when k.scopes && array['settings:write'] then 'settings' end,
        case when k.scopes && array['keys:write'] then 'keys' end
      ],
      null
    ),
    k.kind, s.slug, s.currency, s.country, s.locale, k.expires_at, k.last_used_at
  from public.api_keys k
  join public.sites s on s.id = k.site_id
  where k.hash = wanted and k.revoked_at is null;
end
$$;
