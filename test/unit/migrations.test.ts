import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { searchVector } from "../../src/catalog/search-text.ts";
import type { Driver } from "../../src/db/database.ts";
import { openPglite } from "../../src/db/pglite.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);
const files = readdirSync(FOLDER).sort();
const scriptOf = (file: string): string => readFileSync(new URL(file, FOLDER), "utf8");

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

/** Applies the files to an empty database, with an old shop that is there after the first of them, and more `later`. */
async function migrateOld(shop: string, before = files.length, later = ""): Promise<Driver> {
  const driver = await openPglite();
  for (const [i, file] of files.entries()) {
    if (i === 1) await driver.exec(shop);
    if (i === before) await driver.exec(later);
    await driver.exec(scriptOf(file));
  }
  return driver;
}

test("a database from before there were orders opens its ledger with the stock it has", async () => {
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

test("products from before options, tags and vendors had an index are found by it", async () => {
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

test("products from before options counted in search are found by them", async () => {
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

const site = "'019aa2c0-0000-7000-8000-000000000001'";
const WITH_ORDERS = `
  insert into customers (site_id, id, email, folded_email, full_name, phone, password_version, created_at, updated_at)
  values (${site}, gen_random_uuid(), 'Nadia@Example.dz', 'nadia@example.dz', 'Nadia', '+213550123456', 1, now(), now());
  insert into orders (site_id, id, order_number, status, payment_status, payment_method, currency, subtotal, discount,
    shipping_cost, total, items_count, applied_discounts, customer_name, customer_phone, customer_email, delivery_method,
    created_at, updated_at)
  select ${site}, gen_random_uuid(), number, 'pending', 'unpaid', 'cod', 'DZD', 1, 0, 0, 1, 1, '[]', 'N', phone, email,
    'home', now(), now()
  from (values
    ('1', '+213550123456', 'NADIA@example.dz '), ('2', '12 34-56', null), ('3', '(erased)', ' '),
    ('4', '0', 'e\u0301T\u00C9@Example.dz')
  ) as given (number, phone, email);
`;

test("orders and accounts from before phone numbers and e-mails were compared have what they are compared by", async () => {
  const driver = await migrateOld(SHOP, files.indexOf("0013.do.same-person.sql"), WITH_ORDERS);

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
