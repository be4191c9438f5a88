-- How many moves and notes an order has. Each takes the next number while it holds the order's row, so that the order
-- of moves and notes is the order they happened in, whatever the servers' clocks show.
alter table orders add column entries integer not null default 0;
alter table order_history add column sequence integer;
alter table order_notes add column sequence integer;

-- What is there is numbered by time. The owner of the tables sees every store's rows meanwhile, superuser or not.
alter table orders no force row level security;
alter table order_history no force row level security;
alter table order_notes no force row level security;

with numbered as materialized (
  select site_id, order_id, id, row_number() over (partition by site_id, order_id order by created_at, id) as sequence
  from (
    select site_id, order_id, id, created_at from order_history
    union all
    select site_id, order_id, id, created_at from order_notes
  ) entries
), moves as (
  update order_history h
  set sequence = n.sequence
  from numbered n
  where n.site_id = h.site_id and n.order_id = h.order_id and n.id = h.id
), notes as (
  update order_notes o
  set sequence = n.sequence
  from numbered n
  where n.site_id = o.site_id and n.order_id = o.order_id and n.id = o.id
)
update orders o
set entries = n.entries
from (select site_id, order_id, count(*) as entries from numbered group by site_id, order_id) n
where n.site_id = o.site_id and n.order_id = o.id;

alter table orders force row level security;
alter table order_history force row level security;
alter table order_notes force row level security;

alter table order_history
  alter column sequence set not null,
  add constraint order_history_in_sequence unique (site_id, order_id, sequence);
alter table order_notes
  alter column sequence set not null,
  add constraint order_notes_in_sequence unique (site_id, order_id, sequence);

-- For servers of the release before, which give no sequence; they too hold the order's row when they write. A later
-- migration drops both triggers and the function, which this release does not need.
create function take_order_sequence() returns trigger
  language plpgsql
as $$
begin
  update orders
  set entries = entries + 1
  where site_id = new.site_id and id = new.order_id
  returning entries into new.sequence;
  return new;
end
$$;

create trigger order_history_sequence before insert on order_history
  for each row when (new.sequence is null) execute function take_order_sequence();
create trigger order_notes_sequence before insert on order_notes
  for each row when (new.sequence is null) execute function take_order_sequence();

-- The store's own time zone, by its IANA name. Null: its country's, which the server knows. Last, because no server can
-- answer anything while `sites` is locked, and the numbering above may take long.
alter table sites add column time_zone text check (time_zone <> '');
