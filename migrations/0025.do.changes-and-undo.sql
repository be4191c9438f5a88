-- Which call of a merchant changed what, so that it can be shown and undone.

-- A call that changed something; its id is the id of the change.
create table audit_calls (
  site_id uuid not null,
  id uuid not null,
  key_id uuid not null,
  key_name text not null,
  operation text not null,
  area text not null,
  summary text not null,
  -- Why it cannot be undone; null: it can.
  not_undoable text,
  created_at timestamptz not null,
  primary key (site_id, id)
);
select distribute_table('audit_calls');
alter table audit_calls add foreign key (site_id) references sites (id);
alter table audit_calls add foreign key (site_id, key_id) references api_keys (site_id, id);
alter table audit_calls enable row level security;
create policy of_the_store on audit_calls to hanout_app using (site_id = current_site());
revoke update, delete, truncate on audit_calls from hanout_app;
create index audit_calls_by_time on audit_calls (site_id, created_at, id);
create index audit_calls_by_key on audit_calls (site_id, key_id, created_at, id);
create index audit_calls_by_operation on audit_calls (site_id, operation, created_at, id);

-- Null in entries that servers of the release before write, and in earlier ones until the migration 0027 has linked them.
alter table audit_log add column change_id uuid;
alter table audit_log add constraint audit_log_of_a_call foreign key (site_id, change_id) references audit_calls (site_id, id) not valid;

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
  check (before is not null or after is not null)
);
select distribute_table('row_images');
alter table row_images add foreign key (site_id, change_id) references audit_calls (site_id, id);
alter table row_images enable row level security;
create policy of_the_store on row_images to hanout_app using (site_id = current_site());
revoke update, truncate on row_images from hanout_app;
create index row_images_by_subject on row_images (site_id, subject_id) where subject_id is not null;
create index row_images_by_age on row_images (created_at);

-- Which change undid which; each change is undone directly at most once.
create table undone_changes (
  site_id uuid not null,
  change_id uuid not null,
  undone_by uuid not null,
  primary key (site_id, change_id)
);
select distribute_table('undone_changes');
alter table undone_changes add foreign key (site_id, change_id) references audit_calls (site_id, id);
alter table undone_changes add foreign key (site_id, undone_by) references audit_calls (site_id, id);
alter table undone_changes enable row level security;
create policy of_the_store on undone_changes to hanout_app using (site_id = current_site());
revoke update, delete, truncate on undone_changes from hanout_app;
create index undone_changes_by_undo on undone_changes (site_id, undone_by);

-- Removes images older than `latest` of all stores, for which row-level security would refuse it: those of the oldest calls, until
-- about `most` rows are removed.
create function delete_row_images(latest timestamptz, most integer) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  oldest timestamptz;
begin
  select max(first.created_at) into oldest
  from (select i.created_at from public.row_images i where i.created_at < latest order by i.created_at limit most) first;
  delete from public.row_images i where i.created_at <= oldest;
end
$$;
revoke execute on function delete_row_images(timestamptz, integer) from public;
grant execute on function delete_row_images(timestamptz, integer) to hanout_app;
