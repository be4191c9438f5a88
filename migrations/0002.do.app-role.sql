-- The server works as this role inside a store's transaction. It owns nothing and bypasses nothing, so that row-level
-- security holds even where the server connects as a superuser. Roles belong to the whole PostgreSQL server: another
-- database may have made it, or be making it now.
do $$
begin
  if not exists (select from pg_roles where rolname = 'hanout_app') then
    create role hanout_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'this user may not create roles; an administrator must first run: create role hanout_app; grant hanout_app to %;', current_user;
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'hanout_app', 'member') then
    grant hanout_app to current_user;
  end if;
end
$$;

grant usage on schema public to hanout_app;
grant select, insert, update, delete on all tables in schema public to hanout_app;
alter default privileges in schema public grant select, insert, update, delete on tables to hanout_app;

-- The store of the transaction; null outside of one.
create function current_site() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('hanout.site_id', true), '')::uuid;

-- A key is looked up before its store is known; inside a store's transaction only its own are seen.
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy of_the_store on api_keys using (current_site() is null or site_id = current_site());
