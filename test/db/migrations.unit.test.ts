import { expect, test } from "vitest";
import { searchVector } from "../../src/catalog/search/document.ts";
import { migrateOld } from "../support/migrate-old.ts";

const SHOP = `
  insert into sites (id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at)
  values ('019aa2c0-0000-7000-8000-000000000001', 'old', 'Old', 'DZD', 'fr', 'DZ', '{home}', now(), now());
  insert into products (site_id, id, slug, name, status, tags, options, images, is_physical, charge_tax, sort_name,
    min_price, max_price, search, created_at, updated_at)
  values ('019aa2c0-0000-7000-8000-000000000001', '019aa2c0-0000-7000-8000-000000000002', 'p', 'P', 'active', '{}', '[]',
    '[]', true, true, 'p', 100, 100, '', now(), now());
  insert into variants (site_id, id, product_id, position, title, option_values, price, inventory_quantity,
    track_quantity, continue_selling_when_out_of_stock, weight_unit)
  values ('019aa2c0-0000-7000-8000-000000000001', '019aa2c0-0000-7000-8000-000000000003',
    '019aa2c0-0000-7000-8000-000000000002', 1, 'Default', '{}', 100, 7, true, false, 'g');
`;

test("a database without orders starts its ledger with the present stock", async () => {
  const driver = await migrateOld(SHOP);

  const movements = await driver.query("select variant_id, quantity, reason from stock_movements", []);
  expect(movements).toEqual([{ variant_id: "019aa2c0-0000-7000-8000-000000000003", quantity: 7, reason: "opening" }]);
  await driver.close();
});

const WITH_FILTERS = `
  update products set tags = '{Cuir,Été}', vendor = 'Nour';
  insert into variants (site_id, id, product_id, position, title, option_values, price, inventory_quantity,
    track_quantity, continue_selling_when_out_of_stock, weight_unit)
  select site_id, gen_random_uuid(), product_id, 2, 'M', given, 100, 0, true, false, 'g'
  from variants, unnest(array['{"Taille": "M", "Couleur": "Noir \\"mat\\""}', '{"Taille": "L"}']::jsonb[]) given;
  insert into products (site_id, id, slug, name, status, tags, options, images, is_physical, charge_tax, sort_name,
    min_price, max_price, search, created_at, updated_at)
  select site_id, gen_random_uuid(), 'long', 'Long', 'draft', array[repeat('x', 9000)], '[]', '[]', true, true, 'long',
    100, 100, '', now(), now()
  from products;
`;

test("older products are found by the new index of options, tags and vendors", async () => {
  const driver = await migrateOld(SHOP + WITH_FILTERS);

  const products = await driver.query("select slug, option_pairs, filter_keys from products order by slug", []);

  expect(products).toEqual([
    { slug: "long", option_pairs: [], filter_keys: [] },
    {
      slug: "p",
      option_pairs: ['["Couleur", "Noir \\"mat\\""]', '["Taille", "L"]', '["Taille", "M"]'],
      filter_keys: expect.arrayContaining([
        '["couleur", "noir \\"mat\\""]',
        '["taille", "m"]',
        "tag cuir",
        "vendor nour",
      ]),
    },
  ]);
  await driver.close();
});

const OPTION_VALUES = [
  ["Noir", "L'Écru d'été", "XL"],
  ["الأسود", "أبيض / كحلي", "٤٢"],
  ["Œil-de-chat", "Crème brûlée 1,5 L", "Maßstab™ (Ø 30 cm)"],
];

test("older products are found by their options", async () => {
  const shop = OPTION_VALUES.map(
    (values, i) => `
      insert into products (site_id, id, slug, name, status, tags, options, images, is_physical, charge_tax, sort_name,
        min_price, max_price, search, created_at, updated_at)
      values ('019aa2c0-0000-7000-8000-000000000001', gen_random_uuid(), 'with-${i}', 'Noir', 'active', '{XL}', '[]', '[]',
        true, true, 'noir', 100, 100, $$'noir':1A 'xl':2B 'creme':3$$, now(), now());
      insert into variants (site_id, id, product_id, position, title, option_values, price, inventory_quantity,
        track_quantity, continue_selling_when_out_of_stock, weight_unit)
      select site_id, gen_random_uuid(), id, place, 'V', jsonb_build_object('Nom', value), 100, 0, true, false, 'g'
      from products, unnest(array[${values.map((value) => `$$${value}$$`)}]) with ordinality as given (value, place)
      where slug = 'with-${i}';`,
  );
  const driver = await migrateOld(SHOP + shop.join(""));

  const rows = (await driver.query(
    "select slug, tsvector_to_array(ts_filter(search, '{b}')) as words, search::text from products where slug <> 'p' order by slug",
    [],
  )) as { words: string[]; search: string }[];
  const expected = OPTION_VALUES.map((options) => ({
    name: "Noir",
    labels: ["XL"],
    options,
    description: "",
    codes: [],
  }));
  expect(rows.map(({ words }) => words.sort())).toEqual(
    expected.map((product) =>
      [...searchVector(product).matchAll(/'([^']+)':(?:1A,)?2B/g)].map(([, word]) => word).sort(),
    ),
  );
  expect(rows[0]?.search).toMatch(/'noir':1A,\d+B .*'xl':2B/);
  const words = (await driver.query("select word from search_words order by word", [])) as { word: string }[];
  expect(words.map(({ word }) => word)).toEqual(
    expect.arrayContaining(["brulee", "creme", "ecru", "noir", "oeil", "اسود", "الاسود", "كحلي"]),
  );
  await driver.close();
});

const IN_CATEGORIES = [
  { category: "L'Été à la plage", labels: ["Sacs d'été", "Nour"], options: ["Plage"] },
  { category: "حقائب المدرسة", labels: ["مدرسة"], options: ["أزرق"] },
  { category: "Noir", labels: [], options: [] },
];

test("the words that older products have of their category only get a weight of their own", async () => {
  const named = { name: "Sac noir", description: "Un sac de plage, noir", codes: ["S-1"] };
  const shop = IN_CATEGORIES.map(
    ({ category, labels, options }, i) => `
      insert into categories (site_id, id, slug, name, folded_name, position, is_active, updated_at)
      values ('019aa2c0-0000-7000-8000-000000000001', gen_random_uuid(), 'c-${i}', $$${category}$$, '', 1, true, now());
      insert into products (site_id, id, slug, name, status, category_id, tags, vendor, options, images, is_physical,
        charge_tax, sort_name, min_price, max_price, search, option_pairs, created_at, updated_at)
      select site_id, gen_random_uuid(), 'with-${i}', 'Sac noir', 'draft', id, array[${labels.slice(0, 1).map((label) => `$$${label}$$`)}]::text[],
        ${labels[1] ? `'${labels[1]}'` : "null"}, '[]', '[]', true, true, 'sac noir', 100, 100,
        $$${searchVector({ ...named, options, labels: [...labels, category] })}$$,
        array[${options.map((value) => `$$["Nom", "${value}"]$$`)}]::text[], now(), now()
      from categories where slug = 'c-${i}';`,
  );
  const driver = await migrateOld(SHOP + shop.join(""), "0020");

  for (const [i, given] of IN_CATEGORIES.entries()) {
    const [row] = await driver.query(
      "select search::text as search, $2::tsvector::text as expected from products where slug = $1",
      [`with-${i}`, searchVector({ ...named, ...given })],
    );
    const { search, expected } = row as { search: string; expected: string };
    expect(search).toBe(expected);
    expect(search).toMatch(/:(1A,)?2C/);
  }
  await driver.close();
});

const WITH_PEOPLE = `
  insert into customers (site_id, id, email, folded_email, full_name, phone, password_version, created_at, updated_at)
  values ('019aa2c0-0000-7000-8000-000000000001', gen_random_uuid(), 'Nadia@Example.dz', 'nadia@example.dz', 'Nadia', '+213550123456', 1, now(), now());
  insert into orders (site_id, id, order_number, status, payment_status, payment_method, currency, subtotal, discount,
    shipping_cost, total, items_count, applied_discounts, customer_name, customer_phone, customer_email, delivery_method,
    created_at, updated_at)
  select '019aa2c0-0000-7000-8000-000000000001', gen_random_uuid(), number, 'pending', 'unpaid', 'cod', 'DZD', 1, 0, 0, 1, 1, '[]', 'N', phone, email,
    'home', now(), now()
  from (values
    ('1', '+213550123456', 'NADIA@example.dz '), ('2', '12 34-56', null), ('3', '(erased)', ' '),
    ('4', '0', 'e\u0301T\u00C9@Example.dz')
  ) as given (number, phone, email);
`;

test("older orders and accounts get comparable phone numbers and e-mails", async () => {
  const driver = await migrateOld(SHOP + WITH_PEOPLE, "0012");

  expect(await driver.query("select phone_key, email_key from customers", [])).toEqual([
    { phone_key: "213550123456", email_key: "nadia@example.dz" },
  ]);
  expect(await driver.query("select phone_key, email_key from orders order by order_number", [])).toEqual([
    { phone_key: "213550123456", email_key: "nadia@example.dz" },
    { phone_key: "123456", email_key: null },
    { phone_key: null, email_key: null },
    { phone_key: "0", email_key: "été@example.dz".normalize("NFD") },
  ]);
  await driver.close();
});

/** Two orders; the second's server had a clock that is behind, so its ids do not tell the order. */
const WITH_ORDERS = `
  insert into orders (site_id, id, order_number, status, payment_status, payment_method, currency, subtotal, discount,
    shipping_cost, total, items_count, applied_discounts, customer_name, customer_phone, delivery_method, created_at,
    updated_at)
  select id, order_id, 'ORD-2026-' || order_id, 'confirmed', 'unpaid', 'cod', 'DZD', 100, 0, 0, 100, 1, '[]', 'Karim',
    '0550', 'home', '2026-01-01', '2026-01-02'
  from sites, unnest(array['019aa2c0-0000-7000-8000-00000000000a', '019aa2c0-0000-7000-8000-00000000000b']::uuid[])
    order_id;
  insert into order_history (site_id, order_id, id, status, payment_status, actor, created_at)
  select site_id, id, '019aa2c0-0000-7000-8000-0000000000ff'::uuid, 'pending', 'unpaid', 'shopper', created_at from orders
  union all
  select site_id, id, '019aa2c0-0000-7000-8000-000000000001'::uuid, 'confirmed', 'unpaid', 'key', updated_at from orders;
  insert into order_notes (site_id, order_id, id, outcome, actor, created_at)
  select site_id, id, '019aa2c0-0000-7000-8000-000000000002'::uuid, 'busy', 'key', created_at + interval '1 hour' from orders;
`;

/** From here on the one who migrates owns the tables and is no superuser, so row-level security holds for them too. */
const AS_PLAIN_OWNER = `
  create role plain_owner;
  create role hanout_reader;
  grant hanout_app, hanout_reader to plain_owner;
  grant create on schema public to plain_owner;
  do $$
  declare owned text;
  begin
    for owned in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I owner to plain_owner', owned);
    end loop;
  end $$;
  set role plain_owner;
`;

/** Says so when moves are numbered while nobody else can read which stores there are. */
const WITHOUT_SITES_LOCKED = `
  create function refuse_locked_sites() returns trigger language plpgsql as $$
  begin
    if exists (select from pg_locks where relation = 'sites'::regclass and mode = 'AccessExclusiveLock') then
      raise exception 'sites is locked';
    end if;
    return new;
  end
  $$;
  create trigger refuse_locked_sites before update on order_history
    for each row execute function refuse_locked_sites();
`;

test("stores can be read while movements and notes are numbered", async () => {
  const driver = await migrateOld(SHOP + WITH_ORDERS + WITHOUT_SITES_LOCKED, "0013");

  expect(await driver.query("select count(*)::integer as moves from order_history where sequence > 0", [])).toEqual([
    { moves: 4 },
  ]);
  await driver.close();
});

test.each([
  ["a superuser", ""],
  ["an owner who is none", AS_PLAIN_OWNER],
])("older movements and notes are numbered by time when %s migrates", async (_, as) => {
  const driver = await migrateOld(SHOP + WITH_ORDERS + as, "0013");
  await driver.exec("reset role");
  const [site] = (await driver.query("select id, time_zone from sites", [])) as { id: string; time_zone: null }[];
  expect(site?.time_zone).toBeNull();
  await driver.query(
    `insert into order_notes (site_id, order_id, id, sequence, text, actor, created_at)
     select site_id, id, gen_random_uuid(), entries + 1, 'new', 'key', created_at from orders limit 1`,
    [],
  );

  const numbered = await driver.query(
    `select order_id::text, sequence, what from (
       select order_id, sequence, status as what from order_history
       union all
       select order_id, sequence, coalesce(outcome, text) from order_notes
     ) entries order by order_id, sequence`,
    [],
  );

  const [first, second] = ["019aa2c0-0000-7000-8000-00000000000a", "019aa2c0-0000-7000-8000-00000000000b"];
  expect(numbered).toEqual([
    { order_id: first, sequence: 1, what: "pending" },
    { order_id: first, sequence: 2, what: "busy" },
    { order_id: first, sequence: 3, what: "confirmed" },
    { order_id: first, sequence: 4, what: "new" },
    { order_id: second, sequence: 1, what: "pending" },
    { order_id: second, sequence: 2, what: "busy" },
    { order_id: second, sequence: 3, what: "confirmed" },
  ]);
  await driver.close();
});

const SITE = "'019aa2c0-0000-7000-8000-000000000001'";
const KEY = "'019aa2c0-0000-7000-8000-00000000000a'";
const LOG = `
  insert into sites (id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at)
  values (${SITE}, 'old', 'Old', 'DZD', 'fr', 'DZ', '{home}', now(), now());
  insert into api_keys (site_id, id, kind, name, prefix, hash, created_at, scopes)
  values (${SITE}, ${KEY}, 'secret', 'Agent', 'sk_12345678', '\\x00', now(), '{}');
  insert into audit_log (site_id, id, key_id, key_name, tool, entity, entity_id, label, before, after, created_at)
  select ${SITE}, ('019aa2c0-0000-7000-8000-0000000001' || lpad(n::text, 2, '0'))::uuid, ${KEY}, 'Agent', tool, entity, 'x', label, '{}', '{}', at
  from (values
    (1, 'products_update', 'product', 'vase', '2026-01-01T10:00Z'::timestamptz),
    (2, 'products_update', 'product', 'lampe', '2026-01-01T10:00Z'),
    (3, 'orders_confirm', 'order', 'ORD-1', '2026-01-01T10:00Z'),
    (4, 'products_update', 'product', 'vase', '2026-01-01T11:00Z')
  ) entries (n, tool, entity, label, at);
`;

test("earlier entries of the log are linked to their calls, which cannot be undone", async () => {
  const driver = await migrateOld(LOG, "0024");

  const calls = await driver.query(
    `select c.operation, c.area, c.summary, c.not_undoable is null as can_be_undone, array_agg(a.label order by a.label) as labels
     from audit_calls c
     join audit_log a on a.site_id = c.site_id and a.change_id = c.id
     group by c.id, c.operation, c.area, c.summary, c.not_undoable
     order by c.id`,
    [],
  );

  const once = { can_be_undone: false };
  expect(calls).toEqual([
    {
      ...{ operation: "products_update", area: "catalog", summary: "changed 2 products: lampe and others" },
      ...{ ...once, labels: ["lampe", "vase"] },
    },
    { operation: "orders_confirm", area: "orders", summary: "changed 1 order: ORD-1", ...once, labels: ["ORD-1"] },
    { operation: "products_update", area: "catalog", summary: "changed 1 product: vase", ...once, labels: ["vase"] },
  ]);
  await driver.close();
});
