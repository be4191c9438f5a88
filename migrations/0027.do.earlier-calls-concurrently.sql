-- Links the entries of the audit log that were written before 0025 to calls. Outside a transaction, because the log may be long,
-- and what merchants write waits for a lock on it. It can be run again.
drop index concurrently if exists audit_log_by_change;
create index concurrently audit_log_by_change on audit_log (site_id, change_id, id);

-- Entries of one call have the same key, tool and time. The lowest of their ids becomes the id of the call.
insert into audit_calls (site_id, id, key_id, key_name, operation, area, summary, not_undoable, created_at)
select site_id, min(id::text)::uuid, key_id, min(key_name), tool,
  case min(entity)
    when 'order' then 'orders'
    when 'customer' then 'customers'
    when 'page' then 'content'
    when 'post' then 'content'
    when 'menu' then 'content'
    when 'store' then 'settings'
    when 'shipping_rate' then 'settings'
    when 'api_key' then 'keys'
    else 'catalog'
  end,
  'changed ' || count(*) || ' ' || min(entity) || case when count(*) > 1 then 's' else '' end || ': ' || min(label)
    || case when count(*) > 1 then ' and others' else '' end,
  'It was made before changes could be undone.', created_at
from audit_log
where change_id is null
group by site_id, key_id, tool, created_at
on conflict do nothing;

update audit_log
set change_id = calls.id
from (
  select site_id, key_id, tool, created_at, min(id::text)::uuid as id
  from audit_log
  where change_id is null
  group by site_id, key_id, tool, created_at
) calls
where audit_log.site_id = calls.site_id and audit_log.key_id = calls.key_id and audit_log.tool = calls.tool
  and audit_log.created_at = calls.created_at and audit_log.change_id is null;

alter table audit_log validate constraint audit_log_of_a_call;
