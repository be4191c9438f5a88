-- What the phone numbers and e-mails of orders and accounts are compared by: digits, which of E.164 are the whole
-- number, and small letters. The database fills them, of earlier orders and of those that older servers write as well.
create function phone_key_of(phone text) returns text
  language sql immutable parallel safe
  return nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '');
create function email_key_of(email text) returns text
  language sql immutable parallel safe
  return nullif(lower(normalize(btrim(email), nfd)), ''); -- some locales have small letters of ASCII only

alter table orders
  add column phone_key text generated always as (phone_key_of(customer_phone)) stored,
  add column email_key text generated always as (email_key_of(customer_email)) stored;
alter table customers
  add column phone_key text generated always as (phone_key_of(phone)) stored,
  add column email_key text generated always as (email_key_of(email)) stored;

create index orders_by_phone_key on orders (site_id, phone_key) where phone_key is not null;
create index orders_by_email_key on orders (site_id, email_key) where email_key is not null;
create index customers_by_phone_key on customers (site_id, phone_key) where phone_key is not null;
create index customers_by_email_key on customers (site_id, email_key) where email_key is not null;
