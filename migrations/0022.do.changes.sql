-- What the transactions of all stores changed of what shoppers see, so that every process drops what it keeps in memory of
-- it. A row for each transaction and no counter for each store: orders of one store would wait for each other to raise it.
-- Other processes read the new rows by `xid`, because a sequence does not show in which order transactions commit.
create table changes (
  site_id uuid not null references sites (id),
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  -- Parts of the store, as src/db/changes.ts names them.
  parts text[] not null,
  -- Products that changed by themselves.
  product_ids uuid[] not null,
  primary key (site_id, id)
);
create index changes_by_xid on changes (xid);

alter table changes enable row level security;
revoke update, delete, truncate on changes from hanout_app;
create policy of_the_store on changes to hanout_app using (site_id = current_site());
-- A process reads the changes of all stores.
grant select on changes to hanout_reader;
create policy of_all_stores on changes for select to hanout_reader using (true);

-- Removes rows that every process has read, of all stores.
create function delete_changes(before xid8) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
  begin atomic
    delete from public.changes where xid < before;
  end;
revoke execute on function delete_changes(xid8) from public;
grant execute on function delete_changes(xid8) to hanout_app;
